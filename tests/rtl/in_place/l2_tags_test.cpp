// The tags of the L2 slices as RTL.
#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

TEST_CASE("in place: L2 tags as RTL on an L2 cache of four slices with evictions") {
  Design design = unified_design();
  design.gpu.sms = 2;
  design.l2.bytes = 8192;
  design.l2.slices = 4;
  design.l2.ways = 4;
  design.dram.channels = 2;
  for (const char* workload : {"needle", "bfs"}) compare(workload, design, {{"l2_tags"}, {"l2_tags=check"}});
}
