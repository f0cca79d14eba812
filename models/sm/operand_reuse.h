// Reuse cache of operands (NVIDIA since Maxwell; Huerta et al., MICRO 2025): each register bank of a scheduler has one
// entry for each of the three operands of an instruction. A read leaves its register there until the next read of the
// same bank and operand; an instruction that reads the same register of the same warp at the same operand takes it from
// there, without an access of the bank. On a GPU the compiler decides by a bit of the instruction whether a read
// register stays; here every read register does. Plain C++.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/counters.h"
#include "base/types.h"
#include "values/instruction_values.h"

namespace unibank {

#define UNIBANK_OPERAND_REUSE_COUNTERS(counter) \
  counter(reads, "registers.reused", "registers", \
          "of warps taken from the reuse cache of operands, without an access of a bank")
UNIBANK_COUNTERS(OperandReuseCounters, "sm.operand_reuse", UNIBANK_OPERAND_REUSE_COUNTERS);

class OperandReuse {
 public:
  static constexpr unsigned kOperands = 3;
  // The operand of source `index` of `sources`: a value of 64 bits or a fragment has several sources.
  static unsigned operand_of(std::size_t index, std::size_t sources) {
    return static_cast<unsigned>(index / ((sources + kOperands - 1) / kOperands));
  }

  struct Kept {
    unsigned warp = 0, number = 0;
    unsigned clusters = 0;  // bit mask of the clusters that were read; 0: the entry is empty
    std::uint64_t read = 0; // order of the access that reads it
    Cycle from = 0;         // the first cycle in which it may be taken; kNever: the bank has not answered yet
    std::unique_ptr<LineValues> values;  // run.check_data

    // Whether the entry has all `wanted` clusters of the register.
    bool has(unsigned of_warp, unsigned register_number, unsigned wanted, Cycle now) const {
      return warp == of_warp && number == register_number && clusters != 0 && (wanted & ~clusters) == 0 && from <= now;
    }
  };

  // Empties the cache, for this many banks.
  void reset(unsigned banks) { kept_ = std::vector<std::array<Kept, kOperands>>(banks); }

  // The entry of the bank for this operand.
  Kept& kept(unsigned bank, unsigned operand) { return kept_[bank][operand]; }

  // The register gets another value.
  void written(unsigned bank, unsigned warp, unsigned number) {
    for (Kept& kept : kept_[bank])
      if (kept.warp == warp && kept.number == number) kept.clusters = 0;
  }
  void warp_ended(unsigned warp) {
    for (auto& bank : kept_)
      for (Kept& kept : bank)
        if (kept.warp == warp) kept.clusters = 0;
  }

  OperandReuseCounters& counters() { return counters_; }
  const OperandReuseCounters& counters() const { return counters_; }

 private:
  std::vector<std::array<Kept, kOperands>> kept_;  // [bank][operand]
  OperandReuseCounters counters_;
};

}  // namespace unibank
