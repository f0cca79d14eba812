#include "rtl/lock_unit_rtl.h"

#include "base/input_error.h"

namespace unibank::rtl {

void install_lock_unit(BlockFactories& factories, const BlockOptions& options) {
  factories.set<ScratchpadGateKind>([options](const char* name,
                                              const PolicyChoice& choice) -> std::unique_ptr<ScratchpadGate> {
    if (choice.name != "sharing")
      throw InputError("lock_unit as RTL: scratchpad_gate.policy is " + choice.name + ", the RTL is that of sharing");
    return std::make_unique<LockUnitRtl>(name, choice.values, options);
  });
  factories.set<WarpOrderKind>([options](const char* name, const PolicyChoice& choice) -> std::unique_ptr<WarpOrder> {
    if (choice.name != "owf") return WarpOrderRegistry::instance().make(choice.name, choice.values);
    return std::make_unique<OwnerWarpFirstRtl>(name, choice.values, options);
  });
}

}  // namespace unibank::rtl
