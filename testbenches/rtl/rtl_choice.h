// Which blocks are to be RTL, as `--rtl BLOCK[=check]` says it. Plain C++, in every build.
#pragma once

#include <string>
#include <vector>

namespace unibank {

enum class RtlSeat { kModel, kRtl, kCheck };  // the model's block, its RTL, or both side by side until they differ

struct RtlChoice {
  RtlSeat crossbar = RtlSeat::kModel, dram_front = RtlSeat::kModel, lock_unit = RtlSeat::kModel,
          mshr = RtlSeat::kModel, tag_array = RtlSeat::kModel, unified_bank = RtlSeat::kModel;

  bool any() const;
};

// Throws InputError for a block without RTL, a block named twice, and whatever else stands behind '='.
RtlChoice rtl_choice(const std::vector<std::string>& given);

// "tag_array=check": what was chosen, as it is given.
std::string text_of(const RtlChoice& choice);

}  // namespace unibank
