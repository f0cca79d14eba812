// cp.async.mbarrier.arrive. Copies are executed at once (async_copy.cpp), so the arrival could follow at once, too. In
// a timed run the SM requests the arrival when its copies are done in simulated time.
#include "simt/executor.h"
#include "simt/lane_fault.h"

namespace unibank::simt {

void Executor::arrival(const Step& step, Warp& state) {
  check(step, state);
  if (step.decoded.run) run_access(step, state);
  if (program_.polls) ++changes_;
  if (defers_arrivals_) return state.arrivals.push_back({&step, state.next.active, state.next.address});
  step.decoded.inner(state.frame, step.decoded);
}

const WarpInstruction* Executor::arrive(unsigned warp) {
  Warp& state = warps_[warp];
  if (state.arrivals.empty()) return nullptr;
  const Arrival arrival = state.arrivals.front();
  state.arrivals.erase(state.arrivals.begin());
  arrived_.decoded = arrival.step->shown_arrival;
  arrived_.active = arrived_.live = arrival.lanes;
  arrived_.address = arrival.address;
  Frame frame = state.frame;
  frame.memory = blocks_[state.block_slot].scratchpad.data();
  frame.interleaved = false;
  frame.address = arrived_.address.data();
  frame.mask = arrival.lanes;
  try {
    if (values_.empty()) arrival.step->decoded.inner(frame, arrival.step->decoded);
    else arrive_followed(frame, arrival.step->decoded, values_of(state));
  } catch (const LaneFault& fault) {
    fail(*arrival.step, state, fault.lane, fault.what);
  }
  if (program_.polls) ++changes_;
  return &arrived_;
}

void Executor::arrive_followed(Frame frame, const Decoded& decoded, WarpValues& values) const {
  constexpr std::size_t kBytes = 8;
  values.result_lanes = frame.mask;
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const std::uint8_t* const object = frame.memory + frame.address[lane];
    frame.mask = left & (~left + 1);
    std::memcpy(values.read[lane].data(), object, kBytes);
    decoded.inner(frame, decoded);
    std::memcpy(values.written[lane].data(), object, kBytes);
  }
}

}  // namespace unibank::simt
