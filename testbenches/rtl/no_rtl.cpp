// In place of everything that needs Verilator, in a build without it: the names, and what is missing.
#include "base/input_error.h"
#include "cosim/occupant.h"

namespace unibank::rtl {

namespace {

[[noreturn]] void refuse(Seats& /*seats*/, const SeatOptions& options) {
  throw InputError(options.block + " as RTL needs Verilator, which was not found when this program was built: "
                   "install the Debian package verilator, configure and build again");
}

Occupant missing(const std::string& name, std::vector<std::string> seats) {
  return {name, std::move(seats), "not in this build, which has no Verilator", true, refuse};
}

const Registration kBlocks[] = {
    Registration(missing("arbiter", {"arbiter"})),
    Registration(missing("crossbar", {"crossbar"})),
    Registration(missing("dram_front", {"dram"})),
    Registration(missing("lock_unit", {"gate", "warp_order"})),
    Registration(missing("mshr", {"mshr"})),
    Registration(missing("tag_array", {"tag_array"})),
    Registration(missing("unified_bank", {"bank"})),
};

}  // namespace

}  // namespace unibank::rtl
