// Register store `consecutive`: an SM's warp registers are numbered one after the other, those of warp w from w x
// registers_per_thread on, and number n is in bank n mod banks of every cluster, row n / banks (Q-18: base of the warp
// + register). So adjacent registers are in adjacent banks, also across warps. A register number at or above
// registers_per_thread is taken modulo registers_per_thread.
#include <algorithm>

#include "policy/register_store.h"

namespace unibank {
namespace {

class ConsecutiveRegisters : public RegisterStore {
 public:
  void reset(const RegisterLayout& layout) override {
    registers_ = std::max(1u, layout.registers_per_thread);
    banks_ = layout.banks_per_cluster;
    rows_ = (layout.warps * layout.registers_per_thread + banks_ - 1) / banks_;
  }

  RegisterStep next(RegisterAccess& access, const TagAnswer* /*answer*/) override {
    const unsigned place = place_of(access.warp, access.number);
    RegisterStep step;
    step.bank = static_cast<std::uint16_t>(place % banks_);
    step.row = place / banks_;
    return step;
  }

  unsigned bank(unsigned warp, unsigned number) const override { return place_of(warp, number) % banks_; }
  unsigned rows_per_bank() const override { return rows_; }

 private:
  unsigned place_of(unsigned warp, unsigned number) const { return warp * registers_ + number % registers_; }

  unsigned registers_ = 1, banks_ = 1, rows_ = 0;
};

const RegisterStoreRegistry::Registration kRegistration({
    "consecutive",
    "register r of warp w is number w x registers + r, in bank number mod banks of each cluster",
    {},
    [](const PolicyValues&) { return std::make_unique<ConsecutiveRegisters>(); },
});

}  // namespace
}  // namespace unibank
