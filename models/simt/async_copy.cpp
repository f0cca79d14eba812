// cp.async: from memory to the block's scratchpad. Values are copied at once: a program that reads them before it has
// waited for them is wrong, but this is not detected.
#include "simt/access.h"
#include "simt/executor.h"

namespace unibank::simt {

// Bytes that are not read are written as zeros.
std::uint32_t Executor::bytes_read(const Step& step, const Warp& state, unsigned lane) const {
  if ((state.next.zero_filled >> lane & 1) != 0) return 0;
  if (step.decoded.sources == 0) return step.bytes;
  const Ref& asked = step.decoded.source[0];
  if (step.ignores_source) return (predicate(state.frame, asked) >> lane & 1) != 0 ? 0 : step.bytes;
  return row<std::uint32_t>(state.frame, asked)[lane];
}

void Executor::show_copy(const Step& step, Warp& state) {
  WarpInstruction& next = state.next;
  lane_addresses(state.frame, step, next.address);
  lane_addresses(state.frame, *step.destination, state.copied_to);
  next.copied_to = &state.copied_to;
  for (LaneMask left = next.active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    if (bytes_read(step, state, lane) == 0) next.zero_filled |= LaneMask{1} << lane;
  }
  if (shape_.warn_out_of_bounds) set_copies_outside_apart(step, state);
}

// A lane that reads less than it writes may be at the end of an allocation.
void Executor::check_copied(const Step& step, Warp& state) {
  WarpInstruction& next = state.next;
  LaneMask less = 0, outside = 0;
  for (LaneMask left = next.accessing(); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const LaneMask bit = left & (~left + 1);
    const std::uint32_t bytes = bytes_read(step, state, lane);
    if (bytes > step.bytes) {
      fail(step, state, bit, "found a copy that reads " + std::to_string(bytes) + " of " + std::to_string(step.bytes) +
                                 " bytes; expected no more than it writes");
    }
    if (bytes == step.bytes) continue;
    less |= bit;
    const DeviceMemory::Range range = memory_.range_of(next.address[lane]);
    if (next.address[lane] % step.bytes != 0 || range.end - next.address[lane] < bytes) outside |= bit;
  }
  if (outside != 0) fail_access(step, state, outside);
  const LaneMask zero_filled = next.zero_filled;
  next.zero_filled |= less;
  if (next.accessing() != 0) check_global(step, state);
  next.zero_filled = zero_filled;
}

void Executor::copy(const Step& step, Warp& state) {
  if (state.outside != 0) note_copies_outside(step, state);
  if (state.next.active == 0) return;
  Block& block = blocks_[state.block_slot];
  const WarpInstruction& next = state.next;
  // Error messages name the space in Warp::space: first memory, then the scratchpad.
  state.space = ptx::StateSpace::kGlobal;
  check_copied(step, state);
  state.space = ptx::StateSpace::kShared;
  DeviceMemory::Range all;
  all.end = scratchpad_bytes_;
  const LaneMask faulty = faulty_lanes(state.copied_to, next.active, step.bytes, all);
  if (faulty != 0) {
    state.next.address = state.copied_to;
    fail_access(step, state, faulty);
  }
  if (!block.written.complete()) block.written.write(state.copied_to, next.active, step.bytes);
  WarpValues* const values = values_.empty() ? nullptr : &values_of(state);
  const std::uint8_t* const memory = memory_.arena();
  for (LaneMask left = next.active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const std::uint32_t bytes = bytes_read(step, state, lane);
    std::uint8_t* const to = block.scratchpad.data() + state.copied_to[lane];
    if (bytes != 0) std::memcpy(to, memory + next.address[lane], bytes);
    std::memset(to + bytes, 0, step.bytes - bytes);
    if (!values) continue;
    if (bytes != 0) std::memcpy(values->read[lane].data(), memory + next.address[lane], step.bytes);
    std::memcpy(values->written[lane].data(), to, step.bytes);
  }
  if (program_.polls) ++changes_;
}

}  // namespace unibank::simt
