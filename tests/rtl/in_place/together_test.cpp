// Five programs on three machines with every block that they have as RTL: all together, alone at their sockets or
// checked, cycles and counters are the model's.
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
