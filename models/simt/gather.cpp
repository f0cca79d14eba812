// Lanes that wait for each other: at barriers all lanes of the warp, at .sync those of the member mask, at an mbarrier
// any lanes.
#include "simt/executor.h"

namespace unibank::simt {

// The lanes, out of `lanes` which are all before the instruction at `pc`, that need not wait there: the instruction
// gathers no lanes, or all lanes that it needs are in `lanes`.
LaneMask Executor::ready(std::uint32_t pc, LaneMask lanes, const Warp& state) const {
  if (pc >= program_.steps.size()) return lanes;
  const Step& step = program_.steps[pc];
  const LaneMask live = state.paths.live();
  if (step.gathers == Gathers::kNone || lanes == live) return lanes;
  if (step.gathers == Gathers::kWarp) return 0;
  const std::uint32_t* members = row<std::uint32_t>(state.frame, step.members);
  LaneMask waiting = 0;
  for (LaneMask left = step.guarded ? lanes & predicate(state.frame, step.guard) : lanes; left != 0; left &= left - 1) {
    const LaneMask lane = left & (~left + 1);
    if ((members[__builtin_ctz(lane)] & live & ~lanes) != 0) waiting |= lane;
  }
  return lanes & ~waiting;
}

// The lanes that those of the running path wait for.
LaneMask Executor::missing(const Warp& state) const {
  const Path& path = state.paths.top();
  const Step& step = program_.steps[path.pc];
  const LaneMask others = state.paths.live() & ~path.mask;
  if (step.gathers == Gathers::kWarp) return others;
  const std::uint32_t* members = row<std::uint32_t>(state.frame, step.members);
  LaneMask named = 0;
  for (LaneMask left = step.guarded ? path.mask & predicate(state.frame, step.guard) : path.mask; left != 0;
       left &= left - 1) {
    named |= members[__builtin_ctz(left)];
  }
  return named & others;
}

// Lanes that wait for a phase of an mbarrier may wait for others of their warp.
void Executor::let_others_run(const Step& step, Warp& state) const {
  if (state.paths.ended() || state.paths.top().mask == state.paths.live()) return;
  const LaneMask complete = predicate(state.frame, step.decoded.result) & state.frame.mask;
  if (complete != 0) return;
  state.paths.let_others_run([&](std::uint32_t pc, LaneMask lanes) { return ready(pc, lanes, state); });
}

// Lanes that others wait for at an instruction run first, up to that instruction.
void Executor::gather(Warp& state) const {
  const auto ready_at = [&](std::uint32_t pc, LaneMask lanes) { return ready(pc, lanes, state); };
  const auto complete = [&] {
    const Path& path = state.paths.top();
    return ready_at(path.pc, path.mask) == path.mask;
  };
  while (!complete() && state.paths.wait_for_others(missing(state), ready_at)) {
  }
}

}  // namespace unibank::simt
