#include "simt/executor.h"

#include <algorithm>

#include "base/input_error.h"
#include "simt/lane_fault.h"
#include "simt/special_registers.h"

namespace unibank::simt {

Executor::Executor(std::shared_ptr<SharedLaunch> shared, unsigned sm, unsigned max_warps)
    : shared_(std::move(shared)),
      kernel_(shared_->kernel),
      memory_(shared_->memory),
      program_(shared_->program),
      changes_(shared_->changes),
      shape_(shared_->shape),
      threads_(static_cast<unsigned>(shape_.block.count())),
      warps_per_block_((threads_ + kWarpSize - 1) / kWarpSize),
      scratchpad_bytes_(simt::scratchpad_bytes(kernel_, shape_.dynamic_scratchpad_bytes)),
      frame_bytes_((kernel_.local_bytes + 3) / 4 * 4),
      registers_stride_((program_.register_bytes + 63) / 64 * 64),
      registers_(new std::uint64_t[std::size_t{registers_stride_} / 8 * max_warps]),
      warps_(max_warps),
      hints_(program_.steps.size()) {
  shape_.sm = sm;
  if (frame_bytes_ != 0) {
    local_ = memory_.allocate(frame_bytes_ * kWarpSize * max_warps, "local memory of " + kernel_.name);
  }
  shared_->place_parameters();
  shared_->executors.push_back(this);
}

Executor::~Executor() {
  auto& all = shared_->executors;
  all.erase(std::find(all.begin(), all.end(), this));
  if (local_ != 0) memory_.release(local_);
}

void Executor::start_block(std::uint64_t number, unsigned block_slot, unsigned first_warp) {
  if (blocks_.size() <= block_slot) blocks_.resize(block_slot + 1);
  Block& block = blocks_[block_slot];
  if (block.resident) throw RunError("block slot " + std::to_string(block_slot) + " of the SM is taken");
  block.resident = true;
  block.number = number;
  block.first_warp = first_warp;
  block.scratchpad.assign(scratchpad_bytes_, 0);
  block.written.reset(scratchpad_bytes_);
  block.barriers = BlockBarriers(warps_per_block_);
  for (unsigned w = 0; w < warps_per_block_; ++w) start_warp(first_warp + w, w, block_slot);
}

void Executor::finish_block(unsigned block_slot) {
  Block& block = blocks_.at(block_slot);
  block.resident = false;
  for (unsigned w = 0; w < warps_per_block_; ++w) warps_[block.first_warp + w].resident = false;
}

void Executor::start_warp(unsigned warp, unsigned index, unsigned block_slot) {
  Warp& state = warps_.at(warp);
  if (state.resident) throw RunError("warp slot " + std::to_string(warp) + " of the SM is taken");
  const unsigned threads = std::min(kWarpSize, threads_ - index * kWarpSize);
  state = Warp{};
  state.resident = true;
  state.block_slot = block_slot;
  state.index = index;
  state.paths.start(kAllLanes >> (kWarpSize - threads), static_cast<std::uint32_t>(program_.steps.size()));
  auto* rows = reinterpret_cast<std::uint8_t*>(registers_.get()) + std::size_t{registers_stride_} * warp;
  std::memset(rows, 0, registers_stride_);
  state.frame.base[kRegisters] = rows;
  state.frame.base[kConstants] = reinterpret_cast<std::uint8_t*>(program_.constants.data());
  state.frame.carry = reinterpret_cast<LaneMask*>(rows + program_.carry_offset);
  state.frame.address = state.next.address.data();
  state.frame.no_source = &state.no_source;
  fill_special_registers(program_, shape_, blocks_[block_slot].number, index, state.frame);
}

void Executor::show(Warp& state) {
  state.known = true;
  WarpInstruction& next = state.next;
  next.live = state.paths.live();
  next.zeroed = 0;
  next.zero_filled = 0;
  if (state.paths.ended()) {
    next.decoded = nullptr;
    next.active = 0;
    return;
  }
  if (program_.steps[state.paths.top().pc].gathers != Gathers::kNone) gather(state);
  const Path& path = state.paths.top();
  const Step& step = program_.steps[path.pc];
  next.decoded = step.shown;
  next.active = path.mask;
  // A branch is executed by all lanes of the path: the predicate is its condition.
  if (step.guarded && step.kind != StepKind::kBranch) next.active &= predicate(state.frame, step.guard);
  if (next.active == 0) return;
  if (step.kind == StepKind::kMemory || step.kind == StepKind::kArrival) show_access(step, state);
  if (step.kind == StepKind::kCopy) show_copy(step, state);
  if (step.kind == StepKind::kBarrier) next.barrier = barrier_turn(step, state);
  if (step.kind == StepKind::kSleep) next.sleep = sleep_of(step, state);
}

// With a polled lock every instruction counts, because a watch reads the state of all warps of all SMs
// (spin_watch.cpp).
bool Executor::shares(unsigned warp) const {
  if (program_.polls) return true;
  const Warp& state = warps_[warp];
  if (state.paths.ended()) return false;
  switch (program_.steps[state.paths.top().pc].kind) {
    case StepKind::kTexture:
    case StepKind::kRuntime:
    case StepKind::kTrap:
    case StepKind::kCopy: return true;
    case StepKind::kMemory: return state.space == ptx::StateSpace::kGlobal;
    default: return false;
  }
}

void Executor::commit(unsigned warp, Cycle cycle) {
  Warp& state = warps_[warp];
  if (!state.known) show(state);
  if (state.paths.ended()) throw RunError("warp " + std::to_string(warp) + " has ended and cannot execute");
  if (state.barrier != nullptr) throw RunError("warp " + std::to_string(warp) + " waits at a barrier");
  const Step& step = program_.steps[state.paths.top().pc];
  try {
    if (!values_.empty()) note_sources(step, state);
    execute(step, state, cycle);
    if (!values_.empty()) note_results(step, state);
  } catch (const LaneFault& fault) {
    fail(step, state, fault.lane, fault.what);
  }
  state.known = false;
  if (state.paths.ended()) ended(state);
}

void Executor::execute(const Step& step, Warp& state, Cycle cycle) {
  state.frame.mask = state.next.active;
  state.frame.live = state.next.live;
  state.frame.whole = state.next.active == state.next.live;
  if (step.whole_warp && state.next.active != 0 && state.next.active != kAllLanes)
    fail(step, state, state.next.active, "found only a part of its warp; expected all 32 lanes, or none");
  switch (step.kind) {
    case StepKind::kLanes:
      if (step.reads_clock) fill_clocks(program_, cycle, state.frame);
      if (state.next.active != 0) run(step, state);
      if (state.no_source != 0) note_shuffle(step, state);
      return state.paths.advance();
    case StepKind::kMemory: return access(step, state);
    case StepKind::kCopy:
      if ((state.next.active | state.outside) != 0) copy(step, state);
      return state.paths.advance();
    case StepKind::kArrival:
      if (state.next.active != 0) arrival(step, state);
      return state.paths.advance();
    case StepKind::kTexture:
      if (state.next.active != 0) texture(step, state);
      return state.paths.advance();
    case StepKind::kBranch: {
      const LaneMask taken = step.guarded ? state.next.active & predicate(state.frame, step.guard) : state.next.active;
      return state.paths.branch(taken, step.target, step.reconverge);
    }
    case StepKind::kIndexedBranch: return indexed_branch(step, state);
    case StepKind::kCall: return call(step, state);
    case StepKind::kReturn: return state.paths.ret(state.next.active);
    case StepKind::kExit: return state.paths.exit(state.next.active);
    case StepKind::kBarrier: return barrier(step, state);
    case StepKind::kTrap:
      if (state.next.active != 0) fail_trap(step, state);
      return state.paths.advance();
    case StepKind::kRuntime:
      if (state.next.active != 0) runtime(step, state);
      return state.paths.advance();
    case StepKind::kSleep:
    case StepKind::kNothing: return state.paths.advance();
  }
}

void Executor::note_shuffle(const Step& step, Warp& state) {
  if (inactive_shuffle_reads_.count == 0) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(state.no_source));
    inactive_shuffle_reads_.first = place(line_of(step), blocks_[state.block_slot]) + ", thread " +
                                    thread(state, lane) + ": '" + step.decoded.instruction->text + "'";
  }
  inactive_shuffle_reads_.count += static_cast<unsigned>(__builtin_popcount(state.no_source));
  state.no_source = 0;
}

void Executor::run(const Step& step, const Warp& state) {
  step.decoded.run(state.frame, step.decoded);
}

// The other warps of the block may have waited only for this one.
void Executor::ended(Warp& state) {
  Block& block = blocks_[state.block_slot];
  state.barrier = nullptr;
  release(block, block.barriers.end(state.index));
  if (block.barriers.stuck()) fail_stuck(block);
}

bool Executor::waits(unsigned warp) const { return warps_[warp].barrier != nullptr; }

unsigned Executor::source_line(unsigned warp) const {
  const Warp& state = warps_[warp];
  if (state.barrier != nullptr) return line_of(*state.barrier);
  return state.paths.ended() ? 0 : line_of(program_.steps[state.paths.top().pc]);
}

ExecutedLaunch Executor::description() const {
  ExecutedLaunch launch;
  launch.kernel = kernel_.name;
  launch.grid = shape_.grid;
  launch.block = shape_.block;
  launch.registers_per_thread = kernel_.registers_per_thread;
  launch.base_registers = kernel_.base_registers;
  launch.scratchpad_bytes = kernel_.scratchpad_bytes + shape_.dynamic_scratchpad_bytes;
  launch.local_bytes = frame_bytes_;
  launch.local_base = local_;
  for (const StaticInstruction& what : program_.instructions) launch.instructions.push_back(&what);
  for (const StaticInstruction& what : program_.generic_instructions) launch.instructions.push_back(&what);
  return launch;
}

}  // namespace unibank::simt
