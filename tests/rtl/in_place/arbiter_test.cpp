#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const std::vector<std::vector<std::string>> kArbiter = {{"arbiter=check"}, {"arbiter"}};

}  // namespace

TEST_CASE("arbiter in place: needle in separate banks") {
  compare("needle", arbitrated(partitioned_design()), kArbiter);
}
TEST_CASE("arbiter in place: needle in unified banks") {
  compare("needle", arbitrated(unified_design()), kArbiter);
}
TEST_CASE("arbiter in place: needle under the per-instruction model") {
  compare("needle", unified_design(), kArbiter);
}
TEST_CASE("arbiter in place: vectoradd in banks with one port") {
  Design design = arbitrated(unified_design());
  design.storage.bank_ports = BankPorts::kOneReadOrWrite;
  compare("vectoradd", design, kArbiter);
}
TEST_CASE("arbiter in place: srad with dirty lines and words of several banks") {
  Design design = dirty_lines(arbitrated(unified_design(128)));
  design.storage.bank_mux = BankMux::kMultiple;
  compare("srad", design, kArbiter);
}
