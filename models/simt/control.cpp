// Branches with many targets, calls, and barriers.
#include <algorithm>

#include "base/hexadecimal.h"
#include "ptx/instruction_table.h"
#include "simt/executor.h"

namespace unibank::simt {
namespace {

// More activations than any stack in local memory can hold.
constexpr std::size_t kMostActivations = std::size_t{1} << 16;

unsigned first_lane(LaneMask lanes) { return static_cast<unsigned>(__builtin_ctz(lanes)); }

// The lanes whose cell in the row equals that of the first one.
template <typename C>
LaneMask lanes_like_first(const C* row, LaneMask lanes) {
  LaneMask same = 0;
  const C value = row[first_lane(lanes)];
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    if (row[first_lane(left)] == value) same |= left & (~left + 1);
  }
  return same;
}

void add_side(Side* sides, unsigned& count, Side added) {
  for (unsigned i = 0; i < count; ++i) {
    if (sides[i].target != added.target) continue;
    sides[i].lanes |= added.lanes;
    return;
  }
  sides[count++] = added;
}

bool is_reduction(std::uint8_t kind) {
  const auto barrier = static_cast<ptx::Barrier>(kind);
  return barrier == ptx::Barrier::kRedPopc || barrier == ptx::Barrier::kRedAnd || barrier == ptx::Barrier::kRedOr;
}

}  // namespace

void Executor::indexed_branch(const Step& step, Warp& state) {
  Side sides[kWarpSize + 1];
  unsigned count = 0;
  const std::uint32_t* index = row<std::uint32_t>(state.frame, step.decoded.source[0]);
  for (LaneMask left = state.next.active; left != 0;) {
    const LaneMask lanes = lanes_like_first(index, left);
    const std::uint32_t wanted = index[first_lane(lanes)];
    if (wanted >= step.targets.size()) {
      fail(step, state, lanes, "found the index " + std::to_string(wanted) + "; expected one of " +
                                   std::to_string(step.targets.size()) + " targets");
    }
    add_side(sides, count, {step.targets[wanted], lanes});
    left &= ~lanes;
  }
  const Path& path = state.paths.top();
  const LaneMask off = path.mask & ~state.next.active;
  if (off != 0) add_side(sides, count, {path.pc + 1, off});
  state.paths.fork(sides, count, step.reconverge);
}

void Executor::call(const Step& step, Warp& state) {
  const LaneMask active = state.next.active;
  if (active == 0) return state.paths.advance();
  if (state.paths.activations() == kMostActivations) {
    fail(step, state, active, std::to_string(kMostActivations) + " calls are active; expected fewer");
  }
  if (!step.has_address_register) return state.paths.call(active, 0, step.target);
  const bool wide = step.address_register.wide;
  const auto* narrow = row<std::uint32_t>(state.frame, step.address_register);
  const auto* addresses = row<std::uint64_t>(state.frame, step.address_register);
  const LaneMask lanes = wide ? lanes_like_first(addresses, active) : lanes_like_first(narrow, active);
  const std::uint64_t address = wide ? addresses[first_lane(lanes)] : narrow[first_lane(lanes)];
  const auto& functions = kernel_.functions;
  const auto called = std::find_if(functions.begin(), functions.end(),
                                   [address](const ptx::Function& function) { return function.address == address; });
  if (called == functions.end()) {
    fail(step, state, lanes, "call of " + hexadecimal(address) + ", which is not the address of a function");
  }
  state.paths.call(lanes, active & ~lanes, called->first);
}

BarrierTurn Executor::barrier_turn(const Step& step, const Warp& state) const {
  const unsigned lane = first_lane(state.next.active);
  BarrierTurn turn;
  turn.id = static_cast<std::uint8_t>(row<std::uint32_t>(state.frame, step.decoded.source[0])[lane] % kBarriers);
  turn.waits = static_cast<ptx::Barrier>(step.barrier) != ptx::Barrier::kArrive;
  if (step.has_threads) turn.threads = row<std::uint32_t>(state.frame, step.decoded.source[1])[lane];
  return turn;
}

// A cycle is a nanosecond, as for %globaltimer. PTX allows any time up to twice the operand; lanes sleep together, as
// long as the longest of them.
std::uint32_t Executor::sleep_of(const Step& step, const Warp& state) const {
  constexpr std::uint32_t kMost = 1'000'000;
  const std::uint32_t* const times = row<std::uint32_t>(state.frame, step.decoded.source[0]);
  std::uint32_t longest = 0;
  for (LaneMask left = state.next.active; left != 0; left &= left - 1)
    longest = std::max(longest, times[static_cast<unsigned>(__builtin_ctz(left))]);
  return std::min(longest, kMost);
}

// Errors: barriers that PTX leaves undefined, or that no GPU has.
void Executor::check_barrier(const Step& step, const Warp& state) const {
  const LaneMask active = state.next.active;
  const std::uint32_t* ids = row<std::uint32_t>(state.frame, step.decoded.source[0]);
  const std::uint32_t* threads = row<std::uint32_t>(state.frame, step.decoded.source[1]);
  const std::uint32_t id = ids[first_lane(active)], wanted = step.has_threads ? threads[first_lane(active)] : kWarpSize;
  if (id >= kBarriers) fail(step, state, active, "found barrier " + std::to_string(id) + "; expected 0 to 15");
  if (wanted == 0 || wanted % kWarpSize != 0) {
    fail(step, state, active, "found a barrier of " + std::to_string(wanted) +
                                  " threads; expected a multiple of 32, at least 32");
  }
  LaneMask others = active & ~lanes_like_first(ids, active);
  if (step.has_threads) others |= active & ~lanes_like_first(threads, active);
  if (others != 0) fail(step, state, others, "the lanes of the warp use different barriers; expected the same for all");
  const Block& block = blocks_[state.block_slot];
  if (block.barriers.arrivals(id) == 0) return;
  const std::uint32_t expected = block.barriers.threads(id);
  if (expected != state.next.barrier.threads) {
    const auto text = [](std::uint32_t count) { return count == 0 ? "all" : std::to_string(count); };
    fail(step, state, active, "found barrier " + std::to_string(id) + " for " + text(state.next.barrier.threads) +
                                  " threads; expected " + text(expected) + " as for the warps that have arrived at it");
  }
  if (is_reduction(step.barrier) || is_reduction(block.reductions[id].kind)) {
    if (step.barrier != block.reductions[id].kind) {
      fail(step, state, active, "found barrier " + std::to_string(id) +
                                    " in a bar.red of one kind and in another bar; expected the same for all warps");
    }
  }
}

void Executor::reduce(const Step& step, const Warp& state, unsigned id) {
  Block& block = blocks_[state.block_slot];
  Reduction& reduction = block.reductions[id];
  if (block.barriers.arrivals(id) == 0) reduction = Reduction{step.barrier};
  if (!is_reduction(step.barrier)) return;
  const LaneMask yes = predicate(state.frame, step.decoded.source[2]) & state.next.active;
  reduction.count += static_cast<unsigned>(__builtin_popcount(yes));
  reduction.all &= yes == state.next.active;
}

void Executor::barrier(const Step& step, Warp& state) {
  if (state.next.active == 0) return state.paths.advance();
  if (state.next.active != state.next.live) fail_divided_barrier(step, state);
  check_barrier(step, state);
  Block& block = blocks_[state.block_slot];
  const BarrierTurn turn = state.next.barrier;
  reduce(step, state, turn.id);
  state.paths.advance();
  if (turn.waits) {
    state.barrier = &step;
    state.barrier_id = turn.id;
  }
  release(block, block.barriers.arrive(state.index, turn));
  if (!state.paths.ended() && block.barriers.stuck()) fail_stuck(block);
}

// Opens the barrier for the warps that waited there.
void Executor::release(Block& block, BlockBarriers::Warps warps) {
  if (warps == 0) return;
  block.written.look_if_complete();
  for (; warps != 0; warps &= warps - 1) {
    Warp& state = warps_[block.first_warp + static_cast<unsigned>(__builtin_ctzll(warps))];
    if (is_reduction(state.barrier->barrier)) finish_reduction(block, state);
    state.barrier = nullptr;
  }
}

// The SM may already have peeked at the instruction after the barrier; it must not see the old registers.
void Executor::finish_reduction(const Block& block, Warp& state) {
  const Step& step = *state.barrier;
  const Reduction& reduction = block.reductions[state.barrier_id];
  Frame frame = state.frame;
  frame.mask = state.paths.live();
  switch (static_cast<ptx::Barrier>(step.barrier)) {
    case ptx::Barrier::kRedPopc: {
      std::uint32_t* result = row<std::uint32_t>(frame, step.decoded.result);
      for (LaneMask left = frame.mask; left != 0; left &= left - 1) result[first_lane(left)] = reduction.count;
      break;
    }
    case ptx::Barrier::kRedAnd: set_predicate(frame, step.decoded.result, reduction.all ? kAllLanes : 0); break;
    default: set_predicate(frame, step.decoded.result, reduction.count != 0 ? kAllLanes : 0);
  }
  if (!values_.empty()) note_results(step, state);
  show(state);
}

}  // namespace unibank::simt
