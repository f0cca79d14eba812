// A lock unit in RTL in place of the scratchpad gate `sharing` and of the warp order `owf`. They have no sockets: each
// call of the SM is an operation at the pins and an edge; the transactor derives the counters from the RTL's outputs.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "policy/sharing_stays.h"
#include "cosim/check_mode.h"
#include "cosim/lock_unit_block.h"
#include "cosim/pin_watch.h"
#include "sm/lock_unit.h"

namespace unibank::rtl {

class LockUnitTransactor : public ScratchpadGate {
 public:
  // `values` of the gate `sharing`, complete.
  LockUnitTransactor(const std::string& name, const PolicyValues& values, const BlockOptions& options,
                     std::unique_ptr<LockUnitBlock> pins);

  SharingRule sharing_rule() const override { return rule_; }
  // Throws InputError for more slots or warps than the RTL has.
  void reset(const GateLaunch& launch) override;
  void block_started(unsigned slot, Cycle cycle) override;
  void block_finished(unsigned slot, Cycle cycle) override;
  GateAnswer ask(const ScratchpadAccess& access) override;
  bool release(unsigned warp, LaneMask lanes, Cycle cycle) override;
  bool lanes_ended(unsigned warp, LaneMask live, Cycle cycle) override;
  bool may_refuse_here() const override { return sharing_.pairs != 0; }
  bool has_ranks() const override { return sharing_.pairs != 0; }
  std::uint8_t rank(unsigned slot) const override { return static_cast<std::uint8_t>(pins_->rank(slot)); }
  int lock_holder(unsigned pair) const override;
  std::uint64_t added_state_bits(unsigned blocks, unsigned warps) const override {
    return sharing_state_bits(blocks, warps);
  }
  GateCounters counters() const override { return stays_.counters; }

 private:
  using Phase = SharingStays::Phase;

  bool shares(unsigned slot) const { return sharing_.pairs != 0 && sharing_.shares(slot); }
  bool has_released(LockUnitBlock::Operation operation, unsigned warp, LaneMask lanes, Cycle cycle);
  LockUnitBlock::Answer operate(LockUnitBlock::Operation operation, unsigned slot, Cycle cycle, unsigned warp = 0,
                               LaneMask lanes = 0, std::uint64_t highest = 0);
  void begin(LockUnitBlock::Operation operation, unsigned which, Cycle cycle);
  void compare(const char* what, int model, int rtl) const;
  void compare_release(bool expected, bool found) const;
  void compare_all() const;

  SharingRule rule_;
  bool retry_takes_slot_, older_owns_;
  const std::string block_;  // in messages
  const std::unique_ptr<LockUnitBlock> pins_;
  BlockSharing sharing_;
  unsigned slots_ = 0, warps_per_block_ = 1;
  SharingStays stays_;
  std::unique_ptr<ScratchpadGate> model_;  // null: no comparison
  std::unique_ptr<CheckCount> count_;      // with the model
  PinWatch watch_;
  // The operation under way: its block slot (kStart, kFinish) or warp, and its cycle.
  LockUnitBlock::Operation operation_ = LockUnitBlock::Operation::kStart;
  unsigned which_ = 0;
  Cycle cycle_ = 0;
};

class OwnerWarpFirstTransactor : public WarpOrder {
 public:
  // `values` of the warp order `owf`, complete.
  OwnerWarpFirstTransactor(const std::string& name, const PolicyValues& values, const BlockOptions& options,
                           std::unique_ptr<WarpPriorityBlock> pins);

  // Throws InputError for more warps than the RTL has.
  void reset(unsigned warps) override;
  int pick(const WarpView& view) override;
  void issued(unsigned /*warp*/) override {}

 private:
  const std::string block_;  // in messages
  const std::unique_ptr<WarpPriorityBlock> pins_;
  unsigned warps_ = 0;
  std::unique_ptr<WarpOrder> model_;   // null: no comparison
  std::unique_ptr<CheckCount> count_;  // with the model
  PinWatch watch_;
};

// Make the gate and the warp order of a design from pins. The warp order comes from pins only if it is `owf` and pins
// for it exist; other orders stay native. Throw InputError for a gate other than `sharing`.
using MakeLockUnit = std::function<std::unique_ptr<LockUnitBlock>()>;
using MakeWarpPriority = std::function<std::unique_ptr<WarpPriorityBlock>()>;
void install_lock_unit(BlockFactories& factories, const BlockOptions& options, const MakeLockUnit& lock_unit,
                       const MakeWarpPriority& warp_priority = nullptr);

}  // namespace unibank::rtl
