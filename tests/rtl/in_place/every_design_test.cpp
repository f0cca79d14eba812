// Every block as RTL, in lock-step with the native one, on every published design. No design refuses a block whose seat
// it has. Where every request is granted its cycle nothing changes at all.
// Under `per-instruction` instructions do not meet, so that banks, ports and tags are asked for more in a cycle than
// they have, as tags are where registers are lines; what the RTL takes a cycle later may cost cycles. It takes other
// paths in the blocks and has the same seats, so the first design of each paper is run under it that goes with it.
//
// The program is short and has what the seats need: shared scratchpads, barriers, fills. The blocks of a run are in
// lock-step each, so one run with all of them finds what a run with each would; the message names the block. Longer
// programs with blocks alone are in the files of the blocks.
#include <algorithm>
#include <set>

#include "base/input_error.h"
#include "design/load.h"
#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const char* const kProgram = "pcr";
const std::set<std::string> kFolders = {"crossover", "gebhart2012", "hayes2014", "jatala", "jing2016", "nvidia"};

// Designs without this seat: a lock unit is the gate `sharing`, a DRAM front the channel `fixed-latency`.
bool has_seat(const Design& design, const std::string& block) {
  if (block == "lock_unit") return design.scratchpad_gate.name == "sharing";
  return block != "dram_front" || design.blocks.of("dram").model == "fixed-latency";
}

// Null: the conflict model does not go with the design.
std::unique_ptr<Design> design_of(const std::string& name, const std::string& conflicts) {
  try {
    auto design = std::make_unique<Design>(load_design(name, {}, {"conflicts.model=" + conflicts}).design);
    design->run.check_data = true;  // as it always is where a block is RTL
    design->gpu.sms = std::min(design->gpu.sms, 2u);  // all have the same seats; together_test.cpp has whole GPUs
    return design;
  } catch (const InputError& error) {
    CHECK_THAT(error.what(), Catch::Contains("per-instruction"));
    return nullptr;
  }
}

using Names = std::vector<std::string>;

std::string run_with(const Design& design, const Names& blocks) {
  Names checked;
  for (const std::string& block : blocks) {
    if (has_seat(design, block)) checked.push_back(block + "=check");
  }
  Design with_rtl = design;
  choose(with_rtl.blocks, block_requests(checked));
  return run_text(kProgram, with_rtl);
}

void run_each(const Design& design, bool is_arbitrated) {
  INFO(design.name << (is_arbitrated ? ", arbitrated" : ", per instruction"));
  const std::string native = run_text(kProgram, design);
  REQUIRE(native.substr(0, 2) == "1 ");  // verified
  Names same = {"arbiter", "dram_front", "l2_tags", "lock_unit", "mshr"};
  Names asked_for_more;
  for (const char* const block : {"crossbar", "tag_array", "unified_bank"}) {
    // Registers that are lines die in any number a cycle, the tags have eight lanes.
    const bool has_room = is_arbitrated && (design.layout.name != "integrated" || block != std::string("tag_array"));
    (has_room ? same : asked_for_more).push_back(block);
  }
  if (!asked_for_more.empty()) {
    const std::string text = run_with(design, asked_for_more);
    CHECK(text.substr(0, 2) == "1 ");
    CHECK(text.find("broken") == std::string::npos);
  }
  CHECK(run_with(design, same) == native);
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string folder_of(const std::string& design) { return design.substr(0, design.find('/')); }

// The designs of one paper.
void run_folder(const std::string& folder) {
  unsigned number = 0, instructions = 0;
  for (const std::string& name : list_designs({})) {
    if (folder_of(name) != folder) continue;
    if (!load_design(name).design.best_of.empty()) continue;  // its members are designs too
    if (ends_with(name, "hierarchy") || ends_with(name, "onchip")) continue;  // its blocks are those of the design without
    ++number;
    const std::unique_ptr<Design> arbitrated = design_of(name, "arbitrated");
    REQUIRE(arbitrated);
    run_each(*arbitrated, true);
    if (instructions != 0) continue;
    if (const std::unique_ptr<Design> design = design_of(name, "per-instruction")) {
      ++instructions;
      run_each(*design, false);
    }
  }
  CHECK(number >= 2);
  // Banks of one port, and caches that move several lines per cycle, do not go with it.
  CHECK(instructions == (folder == "gebhart2012" || folder == "hayes2014" ? 1u : 0u));
}

}  // namespace

TEST_CASE("every block as RTL: no folder of designs is left out") {
  std::set<std::string> folders;
  for (const std::string& name : list_designs({})) folders.insert(folder_of(name));
  CHECK(folders == kFolders);
}
TEST_CASE("every block as RTL: crossover") { run_folder("crossover"); }
TEST_CASE("every block as RTL: gebhart2012") { run_folder("gebhart2012"); }
TEST_CASE("every block as RTL: hayes2014") { run_folder("hayes2014"); }
TEST_CASE("every block as RTL: jatala") { run_folder("jatala"); }
TEST_CASE("every block as RTL: jing2016") { run_folder("jing2016"); }
TEST_CASE("every block as RTL: nvidia") { run_folder("nvidia"); }
