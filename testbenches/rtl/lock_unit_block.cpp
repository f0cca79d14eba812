#include "cosim/verilated.h"
#include "rtl/lock_unit_rtl.h"

namespace unibank::rtl {

namespace {

void install(BlockFactories& factories, const BlockOptions& options) {
#ifdef UNIBANK_WITHOUT_VERILATOR
  without_verilator(factories, options);
#else
  install_lock_unit(factories, options);
#endif
}

const InstalledBlock kLockUnit({"lock_unit", "lock_unit.sv",
                             "RTL of the gate sharing and the warp order owf: 32 blocks, 64 warps",
                             {}, "native", true}, install);

}  // namespace

}  // namespace unibank::rtl
