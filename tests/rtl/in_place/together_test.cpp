// Five programs on three machines with RTL for every block that these have, all blocks together, and programs on whole
// GPUs. Cycles and counters equal the model's.
#include "design/load.h"
#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

namespace {

void on_three_machines(const std::string& workload) {
  const std::vector<std::vector<std::string>> all = {
      {"arbiter", "crossbar", "dram_front", "mshr", "tag_array", "unified_bank"}};
  for (const char* design : {"gebhart2012/partitioned", "gebhart2012/unified-384k", "gebhart2012/fermi-like-32-96"}) {
    INFO(workload << " on " << design);
    compare(workload, arbitrated(load_design(design, {}, {}).design), all);
  }
}

}  // namespace

TEST_CASE("all blocks together: needle on three machines") { on_three_machines("needle"); }
TEST_CASE("all blocks together: vectoradd on three machines") { on_three_machines("vectoradd"); }
TEST_CASE("all blocks together: srad on three machines") { on_three_machines("srad"); }
TEST_CASE("all blocks together: bfs on three machines") { on_three_machines("bfs"); }
TEST_CASE("all blocks together: pcr on three machines") { on_three_machines("pcr"); }

// Whole GPUs: RTL in every SM and at the channels' ports.
TEST_CASE("all blocks together: vectoradd on 15 SMs and 6 channels of two ports") {
  compare("vectoradd", arbitrated(load_design("jing2016/separate-16k").design),
          {{"arbiter", "crossbar", "dram_front=check", "mshr", "tag_array", "unified_bank"}});
}
TEST_CASE("all blocks together: bfs on 8 SMs and 4 channels of four ports") {
  compare("bfs", arbitrated(load_design("hayes2014/kepler").design),
          {{"arbiter", "crossbar", "dram_front=check", "mshr", "tag_array", "unified_bank"}});
}
