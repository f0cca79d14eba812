// The values that instructions read and write, kept on request (WarpStream::values).
#include "simt/executor.h"

namespace unibank::simt {
namespace {

// Offset of byte k of a lane's access from the first. In local memory a lane's words are a row apart.
std::size_t byte_offset(std::size_t k, bool interleaved) { return interleaved ? k / 4 * 4 * kWarpSize + k % 4 : k; }

void copy_bytes(const Frame& frame, unsigned lane, unsigned bytes, std::array<std::uint8_t, 16>& to) {
  const std::uint8_t* from = frame.memory + frame.address[lane];
  for (unsigned k = 0; k < bytes; ++k) to[k] = from[byte_offset(k, frame.interleaved)];
}

}  // namespace

void Executor::follow_values() {
  if (shared_->registers.empty()) shared_->registers = step_registers(kernel_, program_);
  values_.resize(warps_.size());
}

const StepRegisters& Executor::registers_of(const Step& step) const {
  return shared_->registers[static_cast<std::size_t>(&step - program_.steps.data())];
}

void Executor::note_sources(const Step& step, const Warp& state) {
  WarpValues& values = values_of(state);
  values.result_lanes = state.next.active | (step.reads ? state.outside : 0);
  copy_registers(registers_of(step).sources, state.frame, values.sources);
  values.wide_sources = registers_of(step).wide_sources;
  values.wide_results = registers_of(step).wide_results;
}

void Executor::note_results(const Step& step, const Warp& state) {
  copy_registers(registers_of(step).results, state.frame, values_of(state).results);
}

// If memory changes, the lanes are executed one by one, in their usual order.
void Executor::run_followed(const Step& step, const Warp& state) {
  WarpValues& values = values_of(state);
  Frame frame = state.frame;
  for (LaneMask left = frame.mask & step.shown->addressing; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    if (step.reads) copy_bytes(frame, lane, step.bytes, values.read[lane]);
    if (!step.writes) continue;
    frame.mask = left & (~left + 1);
    frame.whole = false;
    step.decoded.run(frame, step.decoded);
    copy_bytes(frame, lane, step.bytes, values.written[lane]);
  }
  if (!step.writes) step.decoded.run(state.frame, step.decoded);
}

}  // namespace unibank::simt
