// Notifications and queries of gate, register store and throttle when blocks, locks or windows change; a wrong pick of
// the warp order; the issue stage's counters.
#include "sm/issue_stage.h"

#include <algorithm>

#include "base/input_error.h"

namespace unibank {

// A warp that is not ready would issue an instruction without its operands, or one of a warp that has ended.
void IssueStage::refuse_pick(unsigned scheduler, int index) const {
  throw RunError("the warp order '" + design_.warp_order.name + "' picked warp " + std::to_string(index) +
                 " of scheduler " + std::to_string(scheduler) + " in cycle " + std::to_string(context_.now) +
                 ", which is not among the ready warps (WarpView::ready)");
}

void IssueStage::blocks_changed() {
  gate_retry_ = 0;
  for (unsigned scheduler = 0; scheduler < orders_.size(); ++scheduler) warps_.clear_gated(scheduler);
  refresh_ranks();
}

// Notifies the gate: lanes of the issued warp may have released the scratchpad that their block shares, or have ended.
void IssueStage::tell_gate(unsigned warp, bool releases, LaneMask active, LaneMask live_before) {
  bool changed = releases && gate_->release(warp, active, context_.now);
  const WarpInstruction& next = warps_.next(warp);
  const LaneMask live = next.decoded ? next.live : 0;
  if (live != live_before) changed |= gate_->lanes_ended(warp, live, context_.now);
  if (!changed) return;
  blocks_changed();
}

// Retries the warps that the gate has refused. If a refusal has cost a slot, the next slot is for the other warps:
// otherwise a warp that is first in every order would starve the warps that it waits for.
void IssueStage::ask_again() {
  gate_retry_ = kNever;
  for (unsigned scheduler = 0; scheduler < orders_.size(); ++scheduler) {
    if (slot_lost_[scheduler]) {
      slot_lost_[scheduler] = false;
      gate_retry_ = context_.now + 1;
    } else {
      warps_.clear_gated(scheduler);
    }
  }
}

// A copy writes the scratchpad, and an arrival on an mbarrier changes it, when nothing can hold them back any more. The
// place of a traced copy is not known.
bool IssueStage::needs_gate(const WarpInstruction& instruction) {
  const StaticInstruction& what = *instruction.decoded;
  const bool copies = what.memory == MemoryOp::kCopy && instruction.copied_to;
  return what.space == Space::kScratchpad || copies || what.arrives_after_copies;
}

IssueStage::Refusal IssueStage::ask_gate(unsigned warp, const WarpInstruction& instruction) {
  ScratchpadAccess access;
  access.block_slot = warps_.block_of(warp);
  access.warp = warp;
  access.cycle = context_.now;
  access.lowest = ~std::uint64_t{0};
  const bool copy = instruction.decoded->memory == MemoryOp::kCopy;
  const auto& places = copy ? *instruction.copied_to : instruction.address;
  for (LaneMask lanes = copy ? instruction.active : instruction.accessing(); lanes; lanes &= lanes - 1) {
    const std::uint64_t address = places[static_cast<unsigned>(__builtin_ctz(lanes))];
    access.lowest = std::min(access.lowest, address);
    access.highest = std::max(access.highest, address + instruction.decoded->bytes_per_lane - 1);
  }
  const GateAnswer answer = gate_->ask(access);
  if (answer.lock_taken) refresh_ranks();
  if (answer.open) return Refusal::kNone;
  gate_retry_ = std::min(gate_retry_, answer.retry);
  return answer.takes_slot ? Refusal::kGateAndSlot : Refusal::kGate;
}

// A section passes to another warp only when no instruction of this warp still reads or writes it: pending writes are
// in `touches` of a relreg and of an exit.
IssueStage::Refusal IssueStage::ask_registers(unsigned warp, const WarpInstruction& instruction) {
  if (instruction.decoded->extended != ExtendedRegisters::kAcquire)
    return operands_.reads_wait(warp, instruction.decoded->touches) ? Refusal::kOperandStage : Refusal::kNone;
  const unsigned before = registers_->extended_held();
  if (!registers_->acquire(warp, instruction.active, context_.now)) return Refusal::kGate;
  context_.register_life.acquired(static_cast<int>(registers_->extended_held() - before), context_.now);
  return Refusal::kNone;
}

// Lanes of the issued warp may have released its extended registers, or have ended.
void IssueStage::tell_registers(unsigned warp, ExtendedRegisters extended, LaneMask active, LaneMask live_before) {
  const WarpInstruction& next = warps_.next(warp);
  const LaneMask live = next.decoded ? next.live : 0;
  if (extended != ExtendedRegisters::kRelease && live == live_before) return;
  const unsigned before = registers_->extended_held();
  bool released = extended == ExtendedRegisters::kRelease && registers_->release(warp, active, context_.now);
  if (live != live_before) released |= registers_->lanes_ended(warp, live, context_.now);
  if (!released) return;
  context_.register_life.acquired(static_cast<int>(registers_->extended_held() - before), context_.now);
  blocks_changed();
}

void IssueStage::refresh_ranks() {
  if (!gate_->has_ranks()) return;
  for (unsigned warp = 0; warp < design_.sm.max_warps; ++warp) {
    if (warps_.state(warp) != WarpState::kEmpty) warps_.set_rank(warp, gate_->rank(warps_.block_of(warp)));
  }
}

// Updates the throttle with the use of the slots since its last update, up to the previous cycle.
void IssueStage::update_throttle() {
  const auto stalled = [this](Stall cause) { return stalls_.at[cause] - stalls_at_update_.at[cause]; };
  ThrottleWindow window;
  window.cycles = context_.now - updated_;
  window.slots = window.cycles * design_.sm.schedulers * design_.sm.issue_width;
  window.issued = counters_.issued_slots - issued_at_update_;
  window.long_wait = stalled(Stall::kLongWait);
  window.short_wait = stalled(Stall::kShortWait);
  window.unit_full = stalled(Stall::kMemoryUnitFull) + stalled(Stall::kOperandStageFull);
  window.held = stalled(Stall::kNotActive);
  window.resident_blocks = warps_.resident_blocks();
  active_.update(window, context_.now);
  issued_at_update_ = counters_.issued_slots;
  stalls_at_update_ = stalls_;
  updated_ = context_.now;
}

void IssueStage::add_counters_to(CounterValues& all) const {
  all.add(counters_);
  all.add(stalls_);
  all.add(bank_classes_);
  all.add(conflict_classes_);
  for (const auto& order : orders_) order->add_counters_to(all);
}

}  // namespace unibank
