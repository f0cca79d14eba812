#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const std::vector<std::vector<std::string>> kCrossbar = {{"crossbar=check"}, {"crossbar", "unified_bank"}};

}  // namespace

TEST_CASE("crossbar in place: needle in separate banks") {
  compare("needle", arbitrated(partitioned_design()), kCrossbar);
}
TEST_CASE("crossbar in place: needle in unified banks") {
  compare("needle", arbitrated(unified_design()), kCrossbar);
}
TEST_CASE("crossbar in place: srad with dirty lines and words of several banks") {
  Design design = dirty_lines(arbitrated(unified_design(128)));
  design.storage.bank_mux = BankMux::kMultiple;
  compare("srad", design, kCrossbar);
}
