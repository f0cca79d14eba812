// Accesses outside of every allocation that are no error (LaunchShape::warn_out_of_bounds): loads and atomics return 0,
// nothing is written.
#include <array>
#include <utility>

#include "simt/access.h"
#include "simt/executor.h"

namespace unibank::simt {

using ptx::StateSpace;

// The range in which an access of this address must lie. Only the bounds of the heap are constant while a launch runs:
// an access outside of its blocks is an error when it executes.
DeviceMemory::Range Executor::range_for(const Warp& state, std::uint64_t address) const {
  switch (state.space) {
    case StateSpace::kShared: return {0, scratchpad_bytes_};
    case StateSpace::kParam: return {0, shape_.arguments.size()};
    case StateSpace::kLocal: return {0, frame_bytes_};
    default: return memory_.allocation_of(address);
  }
}

// Removes the lanes of such accesses from the instruction before it is shown, as if a predicate had disabled them: they
// access no memory. Lanes with a misaligned address stay, and fault.
void Executor::set_outside_apart(const Step& step, Warp& state) {
  WarpInstruction& next = state.next;
  const bool local = state.space == StateSpace::kLocal;
  if (local && step.reads && step.writes) return;  // there is no such access
  const bool on_device = state.space == StateSpace::kGlobal || state.space == StateSpace::kConst;
  const Addresses& address = local ? state.offset : next.address;
  const DeviceMemory::Range likely =
      on_device ? hints_[static_cast<std::size_t>(&step - program_.steps.data())] : range_for(state, 0);
  LaneMask outside = 0;
  for (LaneMask left = faulty_lanes(address, next.active, step.bytes, likely); left != 0; left &= left - 1) {
    const std::uint64_t at = address[static_cast<unsigned>(__builtin_ctz(left))];
    const bool wrong = at % step.bytes == 0 && !range_for(state, at).holds(at, step.bytes);
    if (wrong) outside |= left & (~left + 1);
  }
  state.outside = outside;
  next.active &= ~outside;
  if (step.reads) next.zeroed = outside;
}

void Executor::answer_outside(const Step& step, Warp& state) {
  const LaneMask outside = std::exchange(state.outside, 0);
  if (out_of_bounds_.count() == 0)
    out_of_bounds_.first = place_of(step, state, outside) + access_fault(step, state, outside);
  count_outside(step, outside);
  if (!step.reads) return;
  // Each lane has its own zeros, because an atomic changes them.
  std::array<std::uint8_t, 32> zeros;
  const Addresses none{};
  Frame frame = state.frame;
  frame.memory = zeros.data();
  frame.address = none.data();
  frame.interleaved = frame.whole = false;
  for (LaneMask left = outside; left != 0; left &= left - 1) {
    zeros.fill(0);
    frame.mask = left & (~left + 1);
    step.decoded.run(frame, step.decoded);
  }
}

void Executor::count_outside(const Step& step, LaneMask lanes) {
  (step.writes ? out_of_bounds_.writes : out_of_bounds_.reads) += static_cast<unsigned>(__builtin_popcount(lanes));
}

}  // namespace unibank::simt
