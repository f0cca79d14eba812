// Each block as RTL on published designs, under the conflict model that these have: the answer is right and the books
// balance. Where every request is granted its cycle, nothing changes at all.
#include "base/input_error.h"
#include "design/load.h"
#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// What the RTL has not been built for (testbenches/rtl/README.md has the limits).
bool refused(const std::string& text) { return text.rfind("error: ", 0) == 0 && text.find("RTL") != std::string::npos; }

// Empty: the design has another block there than the RTL implements.
std::string text_with(const Design& design, const char* block) {
  Design with_rtl = design;
  try {
    const std::vector<BlockRequest> request = block_requests({block});
    check_implemented(design.blocks, request, design.name);
    choose(with_rtl.blocks, request);
  } catch (const InputError&) {
    return "";
  }
  return run_text("needle", with_rtl);
}

// With values followed, as they always are where a block is RTL.
void run_each(const std::string& name) {
  Design design = load_design(name).design;
  design.run.check_data = true;
  const std::string native = run_text("needle", design);
  REQUIRE(native.substr(0, 2) == "1 ");
  unsigned ran = 0;
  for (const char* block : {"arbiter", "crossbar", "dram_front", "l2_tags", "lock_unit", "mshr", "tag_array",
                            "unified_bank"}) {
    INFO(name << " with " << block);
    const std::string text = text_with(design, block);
    if (text.empty() || refused(text)) continue;
    ++ran;
    CHECK(text.substr(0, 2) == "1 ");
    CHECK(text.find("broken") == std::string::npos);
    if (design.conflicts.model == ConflictModel::kArbitrated) CHECK(text == native);
  }
  CHECK(ran >= 3);
}

}  // namespace

TEST_CASE("every block as RTL: gebhart2012/partitioned") { run_each("gebhart2012/partitioned"); }
TEST_CASE("every block as RTL: gebhart2012/partitioned-arbitrated") { run_each("gebhart2012/partitioned-arbitrated"); }
TEST_CASE("every block as RTL: gebhart2012/fermi-like-96-32") { run_each("gebhart2012/fermi-like-96-32"); }
TEST_CASE("every block as RTL: gebhart2012/fermi-like-32-96") { run_each("gebhart2012/fermi-like-32-96"); }
TEST_CASE("every block as RTL: gebhart2012/unified-128k") { run_each("gebhart2012/unified-128k"); }
TEST_CASE("every block as RTL: gebhart2012/unified-384k") { run_each("gebhart2012/unified-384k"); }
TEST_CASE("every block as RTL: gebhart2012/unified-384k-arbitrated") { run_each("gebhart2012/unified-384k-arbitrated"); }
TEST_CASE("every block as RTL: gebhart2012/unified-384k-multiple") { run_each("gebhart2012/unified-384k-multiple"); }
TEST_CASE("every block as RTL: gebhart2012/unified-384k-multiple-arbitrated") { run_each("gebhart2012/unified-384k-multiple-arbitrated"); }
TEST_CASE("every block as RTL: jing2016/separate-16k") { run_each("jing2016/separate-16k"); }
TEST_CASE("every block as RTL: jing2016/separate-128k") { run_each("jing2016/separate-128k"); }
TEST_CASE("every block as RTL: jing2016/unified-128k") { run_each("jing2016/unified-128k"); }
TEST_CASE("every block as RTL: jing2016/integrated-fair") { run_each("jing2016/integrated-fair"); }
TEST_CASE("every block as RTL: jing2016/integrated-prioritized") { run_each("jing2016/integrated-prioritized"); }
TEST_CASE("every block as RTL: jatala/unshared-lrr") { run_each("jatala/unshared-lrr"); }
TEST_CASE("every block as RTL: jatala/unshared-two-level") { run_each("jatala/unshared-two-level"); }
TEST_CASE("every block as RTL: jatala/shared-owf") { run_each("jatala/shared-owf"); }
TEST_CASE("every block as RTL: jatala/shared-owf-opt") { run_each("jatala/shared-owf-opt"); }
TEST_CASE("every block as RTL: hayes2014/fermi") { run_each("hayes2014/fermi"); }
TEST_CASE("every block as RTL: hayes2014/kepler") { run_each("hayes2014/kepler"); }
TEST_CASE("every block as RTL: crossover/pooled") { run_each("crossover/pooled"); }
