// Any block may answer late, as RTL does. With the native block's latency nothing in the results may change, wherever
// within the cycle the answers come and in whatever order.
#include <catch2/catch.hpp>

#include "gpu/workload_run.h"

using namespace unibank;
using namespace unibank::test;

namespace {

struct Late {
  const char* name;
  LateChoice late;
};

std::vector<Late> blocks_in_turn() {
  std::vector<Late> blocks(6);
  blocks[0].name = "bank", blocks[0].late.bank = true;
  blocks[1].name = "tag array", blocks[1].late.tag_array = true;
  blocks[2].name = "crossbar", blocks[2].late.crossbar = true;
  blocks[3].name = "MSHR", blocks[3].late.mshr = true;
  blocks[4].name = "DRAM channel", blocks[4].late.dram = true;
  blocks[5].name = "all five";
  blocks[5].late = {true, true, true, true, true};
  return blocks;
}

void compare(const std::string& workload, const Design& design) {
  const std::string native = run_text(workload, design);
  CHECK(native.substr(0, 2) == "1 ");  // verified
  CHECK(native.find("broken") == std::string::npos);
  for (const Late& block : blocks_in_turn()) {
    for (unsigned deltas = 0; deltas < 3; ++deltas) {
      // "all five", where most answers meet, runs in both orders; for the others the order alternates.
      for (unsigned reverse = 0; reverse < 2; ++reverse) {
        if (block.name != std::string("all five") && reverse != deltas % 2) continue;
        INFO(block.name << ", " << deltas << " deltas after the edge" << (reverse ? ", in reverse" : ""));
        CHECK(run_text(workload, design, late_blocks(block.late, {deltas, reverse == 1})) == native);
      }
    }
  }
}

Design one_mshr(Design design) {
  design.mshr.entries = design.mshr.merges = 1;
  return design;
}

Design dirty_lines(Design design) {
  design.cache.global_stores = design.cache.local_stores = StorePolicy::kWriteBack;
  return design;
}

Design arbitrating(Design design) {
  design.conflicts.model = ConflictModel::kArbitrated;
  return design;
}

}  // namespace

TEST_CASE("two speeds: a delay of one cycle is noticed for every block") {
  const Design design = unified_design();
  const std::string native = run_text("needle", design);
  for (const Late& block : blocks_in_turn()) {
    INFO(block.name);
    CHECK(run_text("needle", design, late_blocks(block.late, {0, false, false, 1})) != native);
  }
}

TEST_CASE("two speeds: a tag array that answers TLM_ACCEPTED and BEGIN_RESP without END_REQ") {
  // One lookup for each socket and cycle, so that the socket is free again when the next is due. (MSHR and DRAM channel
  // accept late anyway; banks and crossbar take several requests per cycle and must send END_REQ at once.)
  const LateChoice tags{false, true, false, false, false};
  for (const char* workload : {"vectoradd", "matrixmul", "needle", "bfs", "srad"}) {
    const Design design = arbitrating(unified_design());
    const std::string native = run_text(workload, design);
    for (unsigned deltas = 0; deltas < 3; ++deltas) {
      INFO(workload << ", " << deltas << " deltas after the edge");
      CHECK(run_text(workload, design, late_blocks(tags, {deltas, false, true})) == native);
    }
  }
}

TEST_CASE("two speeds: vectoradd") { compare("vectoradd", partitioned_design()); }
TEST_CASE("two speeds: matrixmul") { compare("matrixmul", unified_design()); }
TEST_CASE("two speeds: needle") { compare("needle", partitioned_design()); }
TEST_CASE("two speeds: bfs") { compare("bfs", unified_design()); }
TEST_CASE("two speeds: srad") { compare("srad", partitioned_design()); }
TEST_CASE("two speeds: needle in unified banks under arbitration") { compare("needle", arbitrating(unified_design())); }
TEST_CASE("two speeds: srad in separate banks under arbitration") {
  compare("srad", arbitrating(partitioned_design()));
}
TEST_CASE("two speeds: bfs with one MSHR") { compare("bfs", one_mshr(partitioned_design())); }
TEST_CASE("two speeds: vectoradd with one MSHR under arbitration") {
  compare("vectoradd", one_mshr(arbitrating(unified_design())));
}
TEST_CASE("two speeds: srad with dirty lines") { compare("srad", dirty_lines(partitioned_design())); }
TEST_CASE("two speeds: srad with dirty lines and one MSHR under arbitration") {
  compare("srad", one_mshr(dirty_lines(arbitrating(unified_design(128)))));
}
TEST_CASE("two speeds: vectoradd in unified banks") { compare("vectoradd", unified_design()); }
TEST_CASE("two speeds: matrixmul in separate banks") { compare("matrixmul", partitioned_design()); }
TEST_CASE("two speeds: needle with one MSHR") { compare("needle", one_mshr(unified_design())); }
TEST_CASE("two speeds: srad with one MSHR") { compare("srad", one_mshr(unified_design())); }
TEST_CASE("two speeds: matrixmul with one MSHR") { compare("matrixmul", one_mshr(partitioned_design())); }
