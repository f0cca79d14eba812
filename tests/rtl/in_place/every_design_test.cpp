// Every block as RTL, in lock-step with the native one, on every design of configs/designs except those that only add a
// register hierarchy or a compiler pass. Every design accepts every block that it has a place for. Where each request
// is granted its cycle (arbitrated), nothing in the results changes (except banks under `run-time-carve-out`; the
// program leaves no dirty lines at a launch's end).
// Under `per-instruction`, instructions do not compete with each other, so banks, ports and tags may get more requests
// in a cycle than they can serve; so may tags where registers are lines. The RTL serves the excess a cycle later, which
// may cost cycles. This conflict model uses other paths in the blocks but the same places, so only the first design of
// each folder that allows it is run with it.
//
// The program is short and uses all the places: shared scratchpads, barriers, fills. Each block of a run is in
// lock-step by itself, so one run with all of them finds what a run with each would find; the message names the block.
// Longer programs with single blocks are in the blocks' own test files.
#include <algorithm>
#include <set>

#include "base/input_error.h"
#include "design/load.h"
#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const char* const kProgram = "pcr";
const std::set<std::string> kFolders = {"crossover", "gebhart2012", "hayes2014", "jatala", "jing2016", "nvidia",
                                        "today"};

// Whether the design uses the block: the lock unit needs the gate `sharing`, the DRAM front the channel
// `fixed-latency`.
bool has_seat(const Design& design, const std::string& block) {
  if (block == "lock_unit") return design.scratchpad_gate.name == "sharing";
  return block != "dram_front" || design.blocks.of("dram").model == "fixed-latency";
}

// Null if the design refuses the conflict model.
std::unique_ptr<Design> design_of(const std::string& name, const std::string& conflicts) {
  try {
    auto design = std::make_unique<Design>(load_design(name, {}, {"conflicts.model=" + conflicts}).design);
    design->run.check_data = true;  // always on where a block is RTL
    design->gpu.sms = std::min(design->gpu.sms, 2u);  // all SMs are alike; together_test.cpp runs whole GPUs
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
    // Any number of registers that are lines may die in a cycle, but the tags have only eight lanes.
    const bool has_room = is_arbitrated && (design.layout.name != "integrated" || block != std::string("tag_array"));
    // A change of the division waits for rows that RTL banks have not answered, which the model's answer when asked.
    const bool waits = design.partition.name == "run-time-carve-out" && block == std::string("unified_bank");
    (has_room && !waits ? same : asked_for_more).push_back(block);
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

// Runs the designs of one folder.
void run_folder(const std::string& folder) {
  unsigned number = 0, instructions = 0;
  for (const std::string& name : list_designs({})) {
    if (folder_of(name) != folder) continue;
    if (!load_design(name).design.best_of.empty()) continue;  // its members are in the list as well
    if (ends_with(name, "hierarchy") || ends_with(name, "onchip")) continue;  // the base design has its blocks
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
  // `per-instruction` excludes single-ported banks and caches that move several lines per cycle.
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
TEST_CASE("every block as RTL: today") { run_folder("today"); }
