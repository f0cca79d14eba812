#include "rtl/lock_unit_rtl.h"

namespace unibank::rtl {

void install_lock_unit(BlockFactories& factories, const BlockOptions& options) {
  install_lock_unit(
      factories, options, [options] { return std::make_unique<LockUnitPins>(options.fault); },
      [options] { return std::make_unique<WarpPriorityPins>(options.fault); });
}

}  // namespace unibank::rtl
