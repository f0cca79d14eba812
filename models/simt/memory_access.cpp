// Loads, stores, atomics and textures of a warp: their space, their checks, their effects.
#include "ptx/instruction_table.h"
#include "simt/access.h"
#include "simt/executor.h"
#include "simt/lane_fault.h"

namespace unibank::simt {

using ptx::StateSpace;

void Executor::show_access(const Step& step, Warp& state) {
  WarpInstruction& next = state.next;
  lane_addresses(state.frame, step, next.address);
  state.space = step.space;
  if (step.space == StateSpace::kGeneric) pick_space(step, state);
  if (state.space == StateSpace::kLocal) {
    state.offset = next.address;
    local_addresses(state.offset, local_base(state), next.address);
  }
  if (shape_.warn_out_of_bounds && !step.whole_warp && step.kind == StepKind::kMemory) set_outside_apart(step, state);
}

// The lanes of a generic access may point to different windows. The instruction issues once for each window.
void Executor::pick_space(const Step& step, Warp& state) {
  WarpInstruction& next = state.next;
  if (step.in_scratchpad) {  // an address elsewhere stays wrong
    state.space = StateSpace::kShared;
    for (std::uint64_t& address : next.address) address -= kSharedWindow;
    return;
  }
  next.active &= ~state.done;
  state.waiting = 0;
  state.space = window_of(next.address[static_cast<unsigned>(__builtin_ctz(next.active))]);
  for (LaneMask left = next.active; left != 0; left &= left - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    if (window_of(next.address[lane]) != state.space) state.waiting |= LaneMask{1} << lane;
  }
  next.active &= ~state.waiting;
  const std::uint64_t window = state.space == StateSpace::kShared  ? kSharedWindow
                               : state.space == StateSpace::kLocal ? kLocalWindow
                                                                   : 0;
  for (std::uint64_t& address : next.address) address -= window;
  if (state.space == StateSpace::kShared) next.decoded = step.shown_shared;
  if (state.space == StateSpace::kLocal) next.decoded = step.shown_local;
}

void Executor::check_global(const Step& step, const Warp& state) {
  const Addresses& address = state.next.address;
  if (hints_age_ != memory_.heap_releases()) forget_hints();
  DeviceMemory::Range& hint = hints_[static_cast<std::size_t>(&step - program_.steps.data())];
  LaneMask faulty = faulty_lanes(address, state.next.accessing(), step.bytes, hint);
  if (faulty == 0) return;
  hint = memory_.range_of(address[static_cast<unsigned>(__builtin_ctz(faulty))]);
  faulty = faulty_lanes(address, state.next.accessing(), step.bytes, hint);
  for (LaneMask left = faulty; left != 0; left &= left - 1) {
    const LaneMask lane = left & (~left + 1);
    const auto range = memory_.range_of(address[static_cast<unsigned>(__builtin_ctz(left))]);
    if (faulty_lanes(address, lane, step.bytes, range) != 0) fail_access(step, state, lane);
  }
}

// Checks the addresses and sets their base in the frame.
void Executor::check(const Step& step, Warp& state) {
  Frame& frame = state.frame;
  frame.memory = memory_.arena();
  frame.in_scratchpad = state.space == StateSpace::kShared;
  frame.interleaved = state.space == StateSpace::kLocal;
  DeviceMemory::Range range;
  switch (state.space) {
    case StateSpace::kShared:
      frame.memory = blocks_[state.block_slot].scratchpad.data();
      range.end = scratchpad_bytes_;
      break;
    case StateSpace::kParam:
      frame.memory = shape_.arguments.data();
      range.end = shape_.arguments.size();
      break;
    case StateSpace::kLocal:
      if (step.reads && step.writes) fail_local_atomic(step, state);
      range.end = frame_bytes_;
      break;
    default: return check_global(step, state);
  }
  const Addresses& checked = frame.interleaved ? state.offset : state.next.address;
  const LaneMask faulty = faulty_lanes(checked, state.next.accessing(), step.bytes, range);
  if (faulty != 0) fail_access(step, state, faulty);
}

// Counts reads with bytes that no thread of the block has written, and describes the first one of the launch.
void Executor::note_scratchpad(const Step& step, Warp& state) {
  WrittenWords& written = blocks_[state.block_slot].written;
  const LaneMask active = state.next.accessing();
  if (step.reads) {
    LaneMask lanes = written.unwritten(state.next.address, active, step.bytes);
    for (LaneMask left = program_.reserved_end == 0 ? 0 : lanes; left != 0; left &= left - 1) {
      const std::uint64_t address = state.next.address[static_cast<unsigned>(__builtin_ctz(left))];
      const bool reserved = address >= program_.reserved_begin && address < program_.reserved_end;
      if (reserved) lanes &= ~(left & (~left + 1));
    }
    if (lanes != 0 && uninitialised_reads_.count == 0) {
      const LaneMask first = lanes & (~lanes + 1);
      uninitialised_reads_.first = place_of(step, state, first) + std::to_string(step.bytes) + " bytes at " +
                                   describe_address(state, first);
    }
    uninitialised_reads_.count += static_cast<unsigned>(__builtin_popcount(lanes));
  }
  if (step.writes) written.write(state.next.address, active, step.bytes);
}

void Executor::access(const Step& step, Warp& state) {
  const LaneMask turn = state.next.active | state.outside;
  if (state.outside != 0) answer_outside(step, state);
  if (state.next.active != 0) {
    check(step, state);
    const bool noted = state.space == StateSpace::kShared && !blocks_[state.block_slot].written.complete();
    if (noted) note_scratchpad(step, state);
    if (step.polls) {
      poll(step, state);
    } else {
      if (program_.polls) changes_ += step.writes;
      run_access(step, state);
    }
  }
  if (state.waiting != 0) {
    state.done |= turn;
    state.waiting = 0;
    return;
  }
  state.done = 0;
  state.paths.advance();
  if (step.polls && ptx::is_mbarrier(*step.decoded.instruction)) let_others_run(step, state);
}

void Executor::texture(const Step& step, Warp& state) {
  OutsideLanes outside;
  state.frame.device = &memory_;
  state.frame.parameters = shape_.arguments.data();
  state.frame.memory = memory_.arena();
  state.frame.outside = shape_.warn_out_of_bounds ? &outside : nullptr;
  state.frame.texels = texels_.empty() ? nullptr : &texels_[static_cast<std::size_t>(&state - warps_.data())];
  if (state.frame.texels) state.frame.texels->clear();
  if (program_.polls) changes_ += step.writes;
  if (step.writes) memory_.note_surface_store();
  run(step, state);
  state.frame.outside = nullptr;
  if (outside.lanes == 0) return;
  if (out_of_bounds_.count() == 0) out_of_bounds_.first = place_of(step, state, outside.lanes) + outside.first;
  count_outside(step, outside.lanes);
}

}  // namespace unibank::simt
