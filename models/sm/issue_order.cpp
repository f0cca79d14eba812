// The order of a warp's instructions: barriers, fences, releases and acquires (l1/README.md has the table), and the
// cycles until the warp continues after a branch, a barrier and a fence.
#include <algorithm>

#include "sm/issue_stage.h"
#include "sm/load_store_unit.h"
#include "sm/operand_stage.h"

namespace unibank {

// Whether other warps may continue because of the instruction: a barrier, or a release of shared scratchpad.
bool IssueStage::hands_on(const StaticInstruction& what) const {
  if (what.unit == Unit::kBarrier) return true;
  return (what.unit == Unit::kExit || what.release_scratchpad) && gate_->may_refuse_here();
}

// Accesses of a warp before a barrier precede all accesses of other warps after the barrier: the warp's loads and
// stores are queued before the warp arrives. If no operand waits, they are queued first in any case.
bool IssueStage::overtakes_stores(unsigned warp) const {
  return operands_.reads_may_wait() && load_store_.expects(warp);
}

// A barrier does not wait for copies. A release of shared scratchpad does: their rows would be the partner's by then.
bool IssueStage::hands_on_early(unsigned warp, const StaticInstruction& what) const {
  if (!hands_on(what)) return false;
  return overtakes_stores(warp) || (what.unit != Unit::kBarrier && copies_.under_way(warp));
}

// Follows PTX's memory consistency model: a fence or a release waits until the earlier accesses of its warp are visible
// in its scope, and no memory access passes an acquire. Within a block, the L1 keeps the order of queued accesses.
bool IssueStage::out_of_order(unsigned warp, const StaticInstruction& what) {
  if (acquiring_[warp] && (what.unit == Unit::kMemory || what.fence)) return true;
  // Dirty lines must be written back before an acquire: after the acquire, their other words may be fetched again.
  const bool dirty = what.acquires && design_.cache.global_stores == StorePolicy::kWriteBack;
  if (!what.fence && !what.releases && !dirty) return false;
  if (what.scope <= Scope::kBlock) return overtakes_stores(warp);
  return load_store_.under_way(warp) != 0 || !load_store_.release(warp, what.acquires);
}

void IssueStage::begin_acquire(unsigned warp, const StaticInstruction& what) {
  if (what.fence) return load_store_.acquire(warp);
  acquiring_[warp] = what.space != Space::kScratchpad;
}

void IssueStage::acquired(unsigned warp) {
  acquiring_[warp] = false;
  load_store_.acquire(warp);
}

// If the warp's next instruction does not follow `done` in the code, `done` was a branch, or the last instruction
// before a reconvergence. A branch waits for its condition. `executed`: by at least one lane; a fence that predicates
// disable in all lanes does nothing.
void IssueStage::delay_next(unsigned warp, const StaticInstruction& done, bool executed) {
  const bool elsewhere = warps_.next(warp).decoded->pc != done.pc + 1;
  const unsigned latency =
      (elsewhere ? design_.sm.branch_latency : 1) +
      (done.conditional ? conditions_.wait(warp, done.touches.predicates(), context_.now) : 0);
  hold(warp, done.fence && executed ? std::max(latency, design_.sm.fence_latency) : latency);
}

// Holds the warp: its next instruction issues `latency` cycles after this one at the earliest.
void IssueStage::hold(unsigned warp, unsigned latency) {
  if (latency <= 1) return;
  warps_.block(warp);
  context_.calendar.add(context_.now + latency, Due::kWarpFree, warp);
}

void IssueStage::fall_asleep(unsigned warp, unsigned cycles) {
  warps_.sleep(warp, true);
  context_.calendar.add(context_.now + cycles, Due::kWarpAwake, warp);
}

// Handles commits of copy groups, and waits for them: after a wait the warp issues no instruction until the groups are
// done.
void IssueStage::handle_groups(unsigned warp, const StaticInstruction& what) {
  if (what.commits_copies) copies_.commit(warp);
  if (what.copy_groups_left != kNoWait && copies_.wait(warp, what.copy_groups_left)) warps_.await_copies(warp, true);
}

// Sends the arrivals on mbarriers whose copies are done.
void IssueStage::send_arrivals(unsigned warp) {
  while (copies_.take_arrival(warp)) {
    if (context_.several_cores && stream_->shares(warp)) context_.take_turn();
    if (const WarpInstruction* const arrival = stream_->arrive(warp)) send_arrival(warp, *arrival);
  }
}

// Sends an arrival: an atomic on the scratchpad, behind the warp's other accesses. The arrival needs no issue slot, no
// operands and no free place in the queue, so it waits for none of these.
void IssueStage::send_arrival(unsigned warp, const WarpInstruction& shown) {
  InFlight& arrival = *context_.instructions.get();
  arrival.decoded = shown.decoded;
  arrival.active = arrival.live = shown.active;
  arrival.clusters = ActiveClusters(shown.active);
  arrival.warp = warp;
  arrival.sequence = sequence_++;
  arrival.issued = context_.now;
  arrival.operands_ready = context_.now + 2;
  arrival.penalty = 0;
  arrival.long_latency = false;
  plan(arrival, shown);
  arrival.latency = latency_of(arrival);
  load_store_.take_room(arrival);
  warps_.issued(arrival);
  if (context_.expected)
    context_.expected->issued(arrival, shown, stream_->values(warp), map_, warps_.block_of(warp), turn_);
  load_store_.accept(arrival);
}

void IssueStage::open_barriers() {
  const auto& released = warps_.take_released();
  for (const unsigned warp : released) {
    unsigned latency = design_.sm.barrier_latency;
    if (const unsigned each = design_.sm.barrier_warp_latency; each != 0) {
      const auto at_it = [this, warp](unsigned other) {
        return warps_.block_of(other) == warps_.block_of(warp) && warps_.barrier_of(other) == warps_.barrier_of(warp);
      };
      latency += each * static_cast<unsigned>(std::count_if(released.begin(), released.end(), at_it) - 1);
    }
    if (latency == 1) {
      warps_.open_barrier(warp);
      continue;
    }
    warps_.opens_later(warp);
    context_.calendar.add(context_.now + latency, Due::kBarrierOpen, warp);
  }
}

}  // namespace unibank
