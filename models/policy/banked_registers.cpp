// Register store `banks`: register r of warp w is in bank (r + w) mod banks of every cluster (register_banks.h).
#include "policy/register_banks.h"
#include "policy/register_store.h"

namespace unibank {
namespace {

class BankedRegisters : public RegisterStore {
 public:
  void reset(const RegisterLayout& layout) override {
    banks_.reset(layout.warps, layout.registers_per_thread, layout.banks_per_cluster);
  }
  RegisterStep next(RegisterAccess& access, const TagAnswer* /*answer*/) override {
    const RegisterBanks::Place place = banks_.place(access.warp, access.number);
    RegisterStep step;
    step.bank = static_cast<std::uint16_t>(place.bank);
    step.row = place.row;
    return step;
  }
  unsigned bank(unsigned warp, unsigned number) const override { return banks_.bank(warp, number); }
  unsigned rows_per_bank() const override { return banks_.rows(); }

 private:
  RegisterBanks banks_;
};

const RegisterStoreRegistry::Registration kRegistration({
    "banks",
    "register r of warp w is in bank (r + w) mod banks of each cluster",
    {},
    [](const PolicyValues&) { return std::make_unique<BankedRegisters>(); },
});

}  // namespace
}  // namespace unibank
