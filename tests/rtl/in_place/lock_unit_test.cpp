#include "design/load.h"
#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const std::vector<std::vector<std::string>> kLockUnit = {{"lock_unit"}, {"lock_unit=check"}};

// One SM of the machine, which the blocks of tiny programs fill.
Design one_sm(const std::string& name) { return load_design(name, {}, {"gpu.sms=1"}).design; }

}  // namespace

TEST_CASE("lock unit in place: DCT1 with releases and owner warps first") {
  compare("dct2", one_sm("jatala/shared-owf-opt"), kLockUnit, {{"kernel", "1"}});
}
TEST_CASE("lock unit in place: backprop without releases and another warp order") {
  compare("backprop48", one_sm("jatala/shared-noopt"), kLockUnit, {{"inputs", "128"}});
}
