// The plans of recent scratchpad accesses of an Sm. A plan takes the host thousands of instructions, and depends only
// on the addresses of the lanes and on the launch's address map; loops access the same places again. Plain C++.
#pragma once

#include <array>
#include <vector>

#include "cycle/address_map.h"
#include "sm/access_plan.h"
#include "warp/warp_instruction.h"

namespace unibank {

class KnownPlans {
 public:
  // `joins`: if the scratchpad has banks of 4 bytes, its rows are joined later (join_neighbours), so the joined rows
  // are kept, too.
  explicit KnownPlans(bool joins) : joins_(joins) {}

  // Plans the access (plan_scratchpad) or copies its plan.
  void plan(const WarpInstruction& instruction, const AddressMap& map, unsigned block_slot, TurnRules rules,
            AccessPlan& plan);
  // The address map has changed.
  void forget() {
    for (Known& known : known_) known.lanes = 0;
  }

 private:
  static constexpr unsigned kPlans = 64;
  struct Known {
    LaneMask lanes = 0;  // 0: none is known here
    unsigned bytes_per_lane = 0, block_slot = 0;
    std::array<std::uint64_t, kWarpSize> address;
    std::vector<BankRow> rows, joined;
  };
  static unsigned place_of(const WarpInstruction& instruction, LaneMask lanes, unsigned block_slot);

  const bool joins_;
  std::array<Known, kPlans> known_;
};

}  // namespace unibank
