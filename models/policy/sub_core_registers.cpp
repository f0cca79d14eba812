// Register store `sub-cores`: each scheduler has its own banks (sub_core_banks.h).
#include "policy/sub_core_banks.h"

namespace unibank {

std::string SubCoreBanks::refusal(const SmCapacity& capacity, unsigned banks_per_cluster, unsigned schedulers) {
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

namespace {

class SubCoreRegisters : public RegisterStore {
 public:
  void reset(const RegisterLayout& layout) override { banks_.reset(layout); }
  std::string refusal(const SmCapacity& capacity, unsigned banks_per_cluster, unsigned schedulers) const override {
    return SubCoreBanks::refusal(capacity, banks_per_cluster, schedulers);
  }
  RegisterStep next(RegisterAccess& access, const TagAnswer* /*answer*/) override {
    return banks_.place(access.warp, access.number, 0);
  }
  unsigned bank(unsigned warp, unsigned number) const override { return banks_.bank(warp, number); }
  unsigned rows_per_bank() const override { return banks_.rows_per_bank(); }

 private:
  SubCoreBanks banks_;
};

const RegisterStoreRegistry::Registration kRegistration({
    "sub-cores",
    "register r of warp w is in bank r mod n of scheduler w mod schedulers; each scheduler has n banks",
    {},
    [](const PolicyValues&) { return std::make_unique<SubCoreRegisters>(); },
});

}  // namespace
}  // namespace unibank
