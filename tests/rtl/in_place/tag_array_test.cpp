#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const std::vector<std::vector<std::string>> kTagArray = {{"tag_array"}, {"tag_array=check"}};

}  // namespace

TEST_CASE("tag array in place: needle in separate banks") {
  compare("needle", arbitrated(partitioned_design()), kTagArray);
}
TEST_CASE("tag array in place: needle in unified banks") {
  compare("needle", arbitrated(unified_design()), kTagArray);
}
TEST_CASE("tag array in place: vectoradd in separate banks") {
  compare("vectoradd", arbitrated(partitioned_design()), kTagArray);
}
TEST_CASE("tag array in place: vectoradd in unified banks") {
  compare("vectoradd", arbitrated(unified_design()), kTagArray);
}
TEST_CASE("tag array in place: srad with dirty lines") {
  compare("srad", dirty_lines(arbitrated(unified_design(128))), kTagArray);
}
