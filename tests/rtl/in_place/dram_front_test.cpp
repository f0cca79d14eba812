#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const std::vector<std::vector<std::string>> kDram = {{"dram_front=check"}, {"dram_front", "mshr"}};

}  // namespace

TEST_CASE("DRAM front in place: needle in separate banks") {
  compare("needle", arbitrated(partitioned_design()), kDram);
}
TEST_CASE("DRAM front in place: vectoradd in unified banks") {
  compare("vectoradd", arbitrated(unified_design()), kDram);
}
TEST_CASE("DRAM front in place: srad with dirty lines and a short queue") {
  Design design = dirty_lines(arbitrated(unified_design(128)));
  design.dram.queue = 2;
  compare("srad", design, kDram);
}
