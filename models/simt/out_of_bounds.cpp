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
  note_outside(step, state, outside);
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

// cp.async: a lane whose place in the scratchpad is outside copies nothing; one that would read outside writes zeros.
void Executor::set_copies_outside_apart(const Step& step, Warp& state) {
  WarpInstruction& next = state.next;
  LaneMask places = 0, sources = 0;
  for (LaneMask left = next.active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const LaneMask bit = left & (~left + 1);
    const std::uint64_t to = state.copied_to[lane], from = next.address[lane];
    const std::uint32_t bytes = bytes_read(step, state, lane);
    if (to % step.bytes == 0 && !DeviceMemory::Range{0, scratchpad_bytes_}.holds(to, step.bytes))
      places |= bit;
    else if (bytes != 0 && bytes <= step.bytes && from % step.bytes == 0 &&
             !memory_.allocation_of(from).holds(from, bytes))
      sources |= bit;
  }
  state.outside = places | sources;
  next.active &= ~places;
  next.zero_filled |= sources;
}

void Executor::note_copies_outside(const Step& step, Warp& state) {
  const LaneMask outside = std::exchange(state.outside, 0), sources = outside & state.next.active;
  state.space = StateSpace::kGlobal;
  if (sources != 0) note_outside(step, state, sources);
  out_of_bounds_.reads += static_cast<unsigned>(__builtin_popcount(sources));
  if (outside == sources) return;
  state.space = StateSpace::kShared;
  std::swap(state.next.address, state.copied_to);  // messages name Warp::next's addresses
  note_outside(step, state, outside & ~sources);
  std::swap(state.next.address, state.copied_to);
  out_of_bounds_.writes += static_cast<unsigned>(__builtin_popcount(outside & ~sources));
}

// Describes the first access outside of the launch, before it is counted.
void Executor::note_outside(const Step& step, const Warp& state, LaneMask lanes) {
  if (out_of_bounds_.count() == 0)
    out_of_bounds_.first = place_of(step, state, lanes) + access_fault(step, state, lanes);
}

void Executor::count_outside(const Step& step, LaneMask lanes) {
  (step.writes ? out_of_bounds_.writes : out_of_bounds_.reads) += static_cast<unsigned>(__builtin_popcount(lanes));
}

}  // namespace unibank::simt
