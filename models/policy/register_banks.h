// Register r of warp w is in bank (r + w) mod banks of every cluster (Q-11; GPGPU-Sim 3.x, register_bank()), so that
// warps at the same instruction rarely conflict, for any number of registers per warp.
//
// Rows are packed: a bank holds the registers of warp 0 that map to it, then those of warp 1, and so on, one per row
// and without gaps. The fullest bank determines rows(); it holds fewer than `banks` rows more than the average. A
// register number at or above the registers per thread (the design gives the kernel fewer registers than its code
// names) is taken modulo the registers per thread: only its bank and row matter to timing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace unibank {

class RegisterBanks {
 public:
  struct Place {
    unsigned bank = 0;
    std::uint32_t row = 0;
  };

  void reset(unsigned warps, unsigned registers_per_thread, unsigned banks) {
    registers_ = std::max(1u, registers_per_thread);
    banks_ = banks;
    power_of_two_ = (banks_ & (banks_ - 1)) == 0;
    first_warp_.resize(registers_);
    for (unsigned number = 0; number < registers_; ++number) first_warp_[number] = {number % banks_, number / banks_};
    first_row_.assign(std::size_t{warps} * banks_, 0);
    std::vector<std::uint32_t> filled(banks_, 0);
    for (unsigned warp = 0; warp < warps; ++warp) {
      std::copy(filled.begin(), filled.end(), first_row_.begin() + std::size_t{warp} * banks_);
      for (unsigned number = 0; number < registers_per_thread; ++number) ++filled[bank(warp, number)];
    }
    rows_ = filled.empty() ? 0 : *std::max_element(filled.begin(), filled.end());
  }

  unsigned bank(unsigned warp, unsigned number) const { return turned(warp, of_first_warp(number)); }
  Place place(unsigned warp, unsigned number) const {
    const Place& first = of_first_warp(number);
    const unsigned bank = turned(warp, first);
    return {bank, first_row_[std::size_t{warp} * banks_ + bank] + first.row};
  }
  // The rows of the fullest bank.
  unsigned rows() const { return rows_; }

 private:
  // A register of warp 0: its bank, and its row among the warp's registers in that bank. Cached, because the
  // computation needs divisions.
  const Place& of_first_warp(unsigned number) const {
    return first_warp_[number < registers_ ? number : number % registers_];
  }
  unsigned turned(unsigned warp, const Place& first) const {
    const unsigned bank = first.bank + warp;
    return power_of_two_ ? bank & (banks_ - 1) : bank % banks_;
  }

  std::vector<Place> first_warp_{1};  // [register]
  unsigned registers_ = 1, banks_ = 1, rows_ = 0;
  bool power_of_two_ = true;          // whether the number of banks is a power of two
  std::vector<std::uint32_t> first_row_;  // [warp x banks + bank]: rows that earlier warps keep in the bank
};

}  // namespace unibank
