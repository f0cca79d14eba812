// Every block as RTL, in lock-step with the native one, on every published design under each conflict model that goes with
// it. No design refuses a block whose seat it has. Where every request is granted its cycle nothing changes at all; where
// instructions do not meet (per-instruction) banks and ports are asked for more in a cycle than they have, and what the RTL
// takes a cycle later may cost cycles.
#include <set>

#include "base/input_error.h"
#include "design/load.h"
#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

namespace {

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
    return design;
  } catch (const InputError& error) {
    CHECK_THAT(error.what(), Catch::Contains("does not go with"));
    return nullptr;
  }
}

void run_each(const Design& design, bool arbitrated) {
  const std::string native = run_text("needle", design);
  REQUIRE(native.substr(0, 2) == "1 ");  // verified
  for (const std::string block : {"arbiter", "crossbar", "dram_front", "l2_tags", "lock_unit", "mshr", "tag_array",
                                  "unified_bank"}) {
    if (!has_seat(design, block)) continue;
    INFO(design.name << " with " << block << (arbitrated ? ", arbitrated" : ", per instruction"));
    Design with_rtl = design;
    choose(with_rtl.blocks, block_requests({block + "=check"}));
    const std::string text = run_text("needle", with_rtl);
    CHECK(text.substr(0, 2) == "1 ");
    CHECK(text.find("broken") == std::string::npos);
    if (arbitrated || (block != "unified_bank" && block != "crossbar")) CHECK(text == native);
  }
}

std::string folder_of(const std::string& design) { return design.substr(0, design.find('/')); }

// The designs of one paper, or of a part of its list.
void run_folder(const std::string& folder, unsigned part = 0, unsigned parts = 1) {
  unsigned number = 0, ran = 0;
  for (const std::string& name : list_designs({})) {
    if (folder_of(name) != folder || number++ % parts != part) continue;
    if (!load_design(name).design.best_of.empty()) continue;  // its members are designs too
    for (const std::string conflicts : {"per-instruction", "arbitrated"}) {
      if (const std::unique_ptr<Design> design = design_of(name, conflicts)) {
        ++ran;
        run_each(*design, conflicts == "arbitrated");
      }
    }
  }
  CHECK(ran >= number / parts - 1);
}

}  // namespace

TEST_CASE("every block as RTL: no folder of designs is left out") {
  std::set<std::string> folders;
  for (const std::string& name : list_designs({})) folders.insert(folder_of(name));
  CHECK(folders == kFolders);
}
TEST_CASE("every block as RTL: first of crossover") { run_folder("crossover", 0, 3); }
TEST_CASE("every block as RTL: second of crossover") { run_folder("crossover", 1, 3); }
TEST_CASE("every block as RTL: third of crossover") { run_folder("crossover", 2, 3); }
TEST_CASE("every block as RTL: first of gebhart2012") { run_folder("gebhart2012", 0, 2); }
TEST_CASE("every block as RTL: second of gebhart2012") { run_folder("gebhart2012", 1, 2); }
TEST_CASE("every block as RTL: hayes2014") { run_folder("hayes2014"); }
TEST_CASE("every block as RTL: jatala") { run_folder("jatala"); }
TEST_CASE("every block as RTL: first of jing2016") { run_folder("jing2016", 0, 2); }
TEST_CASE("every block as RTL: second of jing2016") { run_folder("jing2016", 1, 2); }
TEST_CASE("every block as RTL: nvidia") { run_folder("nvidia"); }
