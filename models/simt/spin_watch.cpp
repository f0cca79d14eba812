// Detects lanes that poll memory for a lock that another lane of their warp holds and can never release, because it
// waits for them at their reconvergence point, and lanes that wait for a phase of an mbarrier that nothing completes.
// The error is certain: the warp has been at the same instruction a thousand times with the same registers and paths
// while memory has not changed, and every other resident warp, of any SM, has ended, waits at a barrier, or is in such
// a loop itself.
#include <algorithm>

#include "ptx/instruction_table.h"
#include "simt/executor.h"
#include "simt/mbarrier.h"

namespace unibank::simt {
namespace {

constexpr std::uint32_t kPollsBeforeWatch = 256, kPollsElsewhere = 64, kTurnsOfProof = 1000;

unsigned first_lane(LaneMask lanes) { return static_cast<unsigned>(__builtin_ctz(lanes)); }

}  // namespace

// Called instead of the handler for atom.cas, atom.exch, loads of the latest value and tests of an mbarrier.
void Executor::poll(const Step& step, Warp& state) {
  if (!state.watch.on && ++state.watch.polls % kPollsBeforeWatch != 0) {
    changes_ += step.writes;
    run_access(step, state);
    return;
  }
  look(step, state);
  run_watched(step, state);
}

void Executor::look(const Step& step, Warp& state) {
  Watch& watch = state.watch;
  if (!watch.on) return begin_watch(watch, state);
  if (state.paths.top().pc != watch.pc) {
    watch.on = ++watch.since < kPollsElsewhere;
    return;
  }
  watch.since = 0;
  if (watch.changes != changes_) {
    watch.changes = changes_;
    watch.turns = 0;
    return;
  }
  if (!unchanged(watch, state)) return begin_watch(watch, state);
  if (++watch.turns % kTurnsOfProof != 0 || !no_warp_can_help()) return;
  if (ptx::is_mbarrier(*step.decoded.instruction)) fail_phase(step, state);
  const WarpInstruction& next = state.next;
  LaneMask holders = 0;
  for (LaneMask left = next.live & ~state.paths.top().mask; left != 0; left &= left - 1) {
    if (next.address[first_lane(left)] == next.address[first_lane(next.active)]) holders |= left & (~left + 1);
  }
  if (holders != 0) fail_lock(step, state, holders);
}

bool Executor::unchanged(const Watch& watch, const Warp& state) const {
  return watch.paths == state.paths &&
         std::memcmp(watch.registers.data(), state.frame.base[kRegisters], program_.register_bytes) == 0;
}

// Changes since then are checked when the warp returns here.
void Executor::begin_watch(Watch& watch, const Warp& state) {
  const auto* registers = reinterpret_cast<const std::uint64_t*>(state.frame.base[kRegisters]);
  watch.on = true;
  watch.pc = state.paths.top().pc;
  watch.since = watch.turns = 0;
  watch.changes = changes_;
  watch.paths = state.paths;
  watch.registers.assign(registers, registers + registers_stride_ / 8);
}

// Runs the handler and detects whether it changed memory.
void Executor::run_watched(const Step& step, Warp& state) {
  std::uint64_t before[kWarpSize];
  const WarpInstruction& next = state.next;
  const auto at = [&](unsigned lane) { return state.frame.memory + next.address[lane]; };
  for (LaneMask left = step.writes ? next.active : 0; left != 0; left &= left - 1) {
    std::memcpy(&before[first_lane(left)], at(first_lane(left)), step.bytes);
  }
  run_access(step, state);
  bool changed = false;
  for (LaneMask left = step.writes ? next.active : 0; left != 0; left &= left - 1) {
    changed |= std::memcmp(&before[first_lane(left)], at(first_lane(left)), step.bytes) != 0;
  }
  changes_ += changed;
}

bool Executor::no_warp_can_help() const {
  const auto& all = shared_->executors;
  return std::none_of(all.begin(), all.end(), [](const Executor* executor) { return executor->anybody_moves(); });
}

bool Executor::anybody_moves() const {
  return std::any_of(warps_.begin(), warps_.end(), [this](const Warp& warp) {
    const bool circles = warp.watch.on && warp.watch.turns != 0 && warp.watch.changes == changes_;
    const bool moves = !warp.paths.ended() && warp.barrier == nullptr && !circles;
    return warp.resident && (moves || !warp.arrivals.empty());
  });
}

void Executor::fail_phase(const Step& step, const Warp& state) const {
  const LaneMask active = state.next.active, first = active & (~active + 1), others = state.next.live & ~active;
  std::uint64_t object;
  std::memcpy(&object, state.frame.memory + state.next.address[first_lane(first)], sizeof object);
  const std::string behind = others == 0 ? "" : "; " + threads(state, others) + " of the same warp wait for them";
  fail(step, state, active,
       "a phase that never ends: " + threads(state, active) + " of warp " + std::to_string(state.index) +
           " wait for the mbarrier at " + describe_address(state, first) + ", which waits for " +
           missing_in_phase(object) + behind + "; nothing has changed in " + std::to_string(kTurnsOfProof) +
           " turns, and no other warp can change it");
}

void Executor::fail_lock(const Step& step, const Warp& state, LaneMask holders) const {
  const LaneMask active = state.next.active, first = active & (~active + 1);
  fail(step, state, active,
       "a lock that is never released: " + threads(state, active) + " of warp " + std::to_string(state.index) +
           " wait for the value at " + describe_address(state, first) + ", and " + threads(state, holders) +
           " that passed it wait for them at " + at_line(state.paths.pc_of(first_lane(holders))) +
           "; nothing has changed in " + std::to_string(kTurnsOfProof) + " turns, and no other warp can change it");
}

}  // namespace unibank::simt
