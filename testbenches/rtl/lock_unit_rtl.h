// lock_unit.sv and warp_priority.sv in place of the scratchpad gate `sharing` and of the warp order `owf`.
#pragma once

#include "cosim/lock_unit_transactor.h"
#include "rtl/lock_unit_pins.h"

namespace unibank::rtl {

class LockUnitRtl : public LockUnitTransactor {
 public:
  LockUnitRtl(const std::string& name, const PolicyValues& values, const BlockOptions& options)
      : LockUnitTransactor(name, values, options, std::make_unique<LockUnitPins>(options.fault)) {}
};

class OwnerWarpFirstRtl : public OwnerWarpFirstTransactor {
 public:
  OwnerWarpFirstRtl(const std::string& name, const PolicyValues& values, const BlockOptions& options)
      : OwnerWarpFirstTransactor(name, values, options, std::make_unique<WarpPriorityPins>(options.fault)) {}
};

// Creates both for a design (cosim/lock_unit_transactor.h).
void install_lock_unit(BlockFactories& factories, const BlockOptions& options);

}  // namespace unibank::rtl
