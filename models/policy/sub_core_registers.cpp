// Register store `sub-cores`: each scheduler has an equal share of the banks, and warp w belongs to scheduler w mod
// schedulers (NVIDIA since Volta: four sub-cores per SM). Register r of a warp is in bank r mod share of its sub-core,
// for every warp, so that a compiler that knows the banks can avoid conflicts. Rows are packed: a bank holds the
// registers of the sub-core's first warp that map to it, then those of its second. A register number at or above
// registers_per_thread is taken modulo registers_per_thread. In a unified memory scratchpad and cache have the rows above
// the fullest bank's, in the banks of all sub-cores.
#include <algorithm>

#include "policy/register_store.h"

namespace unibank {
namespace {

class SubCoreRegisters : public RegisterStore {
 public:
  void reset(const RegisterLayout& layout) override {
    registers_ = std::max(1u, layout.registers_per_thread);
    sub_cores_ = layout.schedulers;
    share_ = std::max(1u, layout.banks_per_cluster / sub_cores_);
    const unsigned warps = (layout.warps + sub_cores_ - 1) / sub_cores_;  // of the sub-core with the most
    rows_ = warps * rows_of_warp(0) * (layout.registers_per_thread == 0 ? 0 : 1);
  }

  // A partition's capacity must fit the banks of every sub-core: warps are equally many in each, and a warp's registers
  // in each of its banks.
  std::string refusal(const SmCapacity& capacity, unsigned banks_per_cluster, unsigned schedulers) const override {
    if (banks_per_cluster % schedulers != 0) {
      return "each scheduler has an equal share of the banks; expected sm.banks_per_cluster that is a multiple of "
             "sm.schedulers";
    }
    if (capacity.integrated) return "it gives each register a row; expected a memory whose lines do not hold registers";
    const unsigned unit = kWarpSize * banks_per_cluster / schedulers;
    if (capacity.units.registers % unit == 0 && capacity.units.warps % schedulers == 0) return "";
    return "a warp fills the banks of its sub-core evenly; expected storage.register_unit that is a multiple of " +
           std::to_string(unit) + " and storage.register_warp_unit of " + std::to_string(schedulers);
  }

  RegisterStep next(RegisterAccess& access, const TagAnswer* /*answer*/) override {
    const unsigned number = access.number % registers_, bank = number % share_;
    RegisterStep step;
    step.bank = static_cast<std::uint16_t>(access.warp % sub_cores_ * share_ + bank);
    step.row = access.warp / sub_cores_ * rows_of_warp(bank) + number / share_;
    return step;
  }

  unsigned bank(unsigned warp, unsigned number) const override {
    return warp % sub_cores_ * share_ + number % registers_ % share_;
  }
  unsigned rows_per_bank() const override { return rows_; }

 private:
  // The registers of a warp in a bank of its sub-core.
  unsigned rows_of_warp(unsigned bank) const { return (registers_ + share_ - 1 - bank) / share_; }

  unsigned registers_ = 1, sub_cores_ = 1, share_ = 1, rows_ = 0;
};

const RegisterStoreRegistry::Registration kRegistration({
    "sub-cores",
    "register r of warp w is in bank r mod share of scheduler w mod schedulers; each has an equal share of the banks",
    {},
    [](const PolicyValues&) { return std::make_unique<SubCoreRegisters>(); },
});

}  // namespace
}  // namespace unibank
