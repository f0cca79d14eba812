// The banks of sub-cores: each scheduler has an equal share of the banks, and warp w belongs to scheduler w mod
// schedulers (NVIDIA since Volta: four sub-cores per SM). Register r of a warp is in bank r mod share of its sub-core,
// for every warp, so that a compiler that knows the banks can avoid conflicts. Rows are packed: a bank holds the
// registers of the sub-core's first warp that map to it, then those of the sub-core's second warp. A register number at
// or above registers_per_thread is taken modulo registers_per_thread. In a unified memory the scratchpad
// has the rows above the fullest bank's, and the cache those at the top, in the banks of all sub-cores.
//
// If warps always hold only `base_registers`, the rows above these registers are sections, each with the other
// registers of one warp, packed in the same way.
#pragma once

#include <algorithm>
#include <string>

#include "policy/register_store.h"

namespace unibank {

class SubCoreBanks {
 public:
  void reset(const RegisterLayout& layout) {
    registers_ = std::max(1u, layout.registers_per_thread);
    base_ = layout.base_registers != 0 ? layout.base_registers : registers_;
    sub_cores_ = layout.schedulers;
    share_ = std::max(1u, layout.banks_per_cluster / sub_cores_);
    const unsigned warps = (layout.warps + sub_cores_ - 1) / sub_cores_;  // in the sub-core with the most warps
    base_rows_ = warps * rows_of(base_, 0) * (layout.registers_per_thread == 0 ? 0 : 1);
    rows_ = base_rows_ + layout.sections / sub_cores_ * rows_of(extended(), 0);
  }

  // Why a partition's result may not fit the banks of every sub-core; empty: it fits. Each sub-core must have equally
  // many warps, and each bank of a sub-core equally many registers of a warp.
  static std::string refusal(const SmCapacity& capacity, unsigned banks_per_cluster, unsigned schedulers);

  unsigned bank(unsigned warp, unsigned number) const {
    const unsigned r = number % registers_;
    return sub_core(warp) * share_ + (r < base_ ? r : r - base_) % share_;
  }
  // `section`: the section of its sub-core that the warp holds; used for extended registers only.
  RegisterStep place(unsigned warp, unsigned number, unsigned section) const {
    const unsigned r = number % registers_;
    RegisterStep step;
    step.bank = static_cast<std::uint16_t>(bank(warp, number));
    const unsigned of_sub_core = step.bank % share_;
    if (r < base_)
      step.row = warp / sub_cores_ * rows_of(base_, of_sub_core) + r / share_;
    else
      step.row = base_rows_ + section * rows_of(extended(), of_sub_core) + (r - base_) / share_;
    return step;
  }
  unsigned rows_per_bank() const { return rows_; }
  unsigned sub_core(unsigned warp) const { return warp % sub_cores_; }
  unsigned extended() const { return registers_ - std::min(base_, registers_); }

 private:
  // Rows that this many registers of a warp take in a bank of its sub-core.
  unsigned rows_of(unsigned registers, unsigned bank) const { return (registers + share_ - 1 - bank) / share_; }

  unsigned registers_ = 1, base_ = 1, sub_cores_ = 1, share_ = 1, base_rows_ = 0, rows_ = 0;
};

}  // namespace unibank
