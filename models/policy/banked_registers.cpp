// Register store `banks`: register r of warp w lives in bank (r + w) mod banks of every cluster.
//
// Rows are packed: a bank holds the registers of warp 0 that fall in it, then those of warp 1, and so on, so no two
// registers share a row and no row is left out. The fullest bank decides rows_per_bank(); it holds fewer than `banks`
// rows more than the average. A register number at or above registers_per_thread (the design holds
// the kernel to fewer registers than its code names) stands for number mod registers_per_thread: only its bank and
// row matter to timing, and they stay inside what the partition gave.
#include <algorithm>
#include <vector>

#include "policy/register_store.h"

namespace unibank {
namespace {

class BankedRegisters : public RegisterStore {
 public:
  void reset(const RegisterLayout& layout) override {
    registers_ = std::max(1u, layout.registers_per_thread);
    banks_ = layout.banks_per_cluster;
    power_of_two_ = (banks_ & (banks_ - 1)) == 0;
    places_.resize(registers_);
    for (unsigned number = 0; number < registers_; ++number) places_[number] = {number % banks_, number / banks_};
    first_row_.assign(std::size_t{layout.warps} * banks_, 0);
    std::vector<std::uint32_t> filled(banks_, 0);
    for (unsigned warp = 0; warp < layout.warps; ++warp) {
      std::copy(filled.begin(), filled.end(), first_row_.begin() + std::size_t{warp} * banks_);
      for (unsigned number = 0; number < layout.registers_per_thread; ++number) ++filled[bank(warp, number)];
    }
    rows_ = filled.empty() ? 0 : *std::max_element(filled.begin(), filled.end());
  }

  RegisterStep next(RegisterAccess& access, const TagAnswer* /*answer*/) override {
    RegisterStep step;
    const Place place = place_of(access.number);
    step.bank = static_cast<std::uint16_t>(bank(access.warp, place));
    step.row = first_row_[std::size_t{access.warp} * banks_ + step.bank] + place.row;
    return step;
  }

  unsigned bank(unsigned warp, unsigned number) const override { return bank(warp, place_of(number)); }
  unsigned rows_per_bank() const override { return rows_; }

 private:
  // Of a register of warp 0: its bank, and its row among the warp's in that bank. Found once, for it takes divisions.
  struct Place {
    unsigned bank = 0, row = 0;
  };
  const Place& place_of(unsigned number) const { return places_[number < registers_ ? number : number % registers_]; }
  unsigned bank(unsigned warp, const Place& place) const {
    const unsigned turned = place.bank + warp;
    return power_of_two_ ? turned & (banks_ - 1) : turned % banks_;
  }

  std::vector<Place> places_{1};  // [register]
  unsigned registers_ = 1, banks_ = 1, rows_ = 0;
  bool power_of_two_ = true;      // the number of banks
  std::vector<std::uint32_t> first_row_;  // [warp x banks + bank]: rows that earlier warps keep in the bank
};

const RegisterStoreRegistry::Registration kRegistration({
    "banks",
    "register r of warp w in bank (r + w) mod banks of each cluster",
    {},
    [](const PolicyValues&) { return std::make_unique<BankedRegisters>(); },
});

}  // namespace
}  // namespace unibank
