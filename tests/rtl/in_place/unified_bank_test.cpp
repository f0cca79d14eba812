#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const std::vector<std::vector<std::string>> kBanks = {{"unified_bank=check"}, {"unified_bank", "tag_array"}};

}  // namespace

TEST_CASE("unified banks in place: needle in separate banks") {
  compare("needle", arbitrated(partitioned_design()), kBanks);
}
TEST_CASE("unified banks in place: needle in unified banks") {
  compare("needle", arbitrated(unified_design()), kBanks);
}
TEST_CASE("unified banks in place: vectoradd in unified banks") {
  compare("vectoradd", arbitrated(unified_design()), kBanks);
}
TEST_CASE("unified banks in place: srad with dirty lines") {
  compare("srad", dirty_lines(arbitrated(unified_design(128))), kBanks);
}
