#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const std::vector<std::vector<std::string>> kMshr = {{"mshr"}, {"mshr=check", "tag_array", "unified_bank"}};

}  // namespace

TEST_CASE("MSHR in place: needle in separate banks") { compare("needle", arbitrated(partitioned_design()), kMshr); }
TEST_CASE("MSHR in place: needle in unified banks") { compare("needle", arbitrated(unified_design()), kMshr); }
TEST_CASE("MSHR in place: vectoradd in unified banks") { compare("vectoradd", arbitrated(unified_design()), kMshr); }
TEST_CASE("MSHR in place: srad with dirty lines and few entries") {
  Design design = dirty_lines(arbitrated(unified_design(128)));
  design.mshr.entries = 4;
  design.mshr.merges = 2;
  compare("srad", design, kMshr);
}
