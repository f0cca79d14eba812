#include "simt/simt_stream.h"

#include <algorithm>
#include <sstream>

#include "base/input_error.h"
#include "ptx/instruction_table.h"
#include "simt/access.h"
#include "simt/lane_fault.h"
#include "simt/program.h"
#include "simt/special_registers.h"
#include "simt/texture_access.h"
#include "simt/warp_state.h"

namespace unibank {

using namespace simt;
using ptx::StateSpace;

struct SimtStream::Impl {
  Impl(const ptx::Kernel& kernel, const LaunchShape& shape, DeviceMemory& memory, unsigned max_warps);
  ~Impl();

  void start_warp(unsigned warp, unsigned index, unsigned block_slot);
  void show(unsigned warp, Warp& state);
  void show_access(unsigned warp, const Step& step, Warp& state);
  void pick_space(const Step& step, Warp& state);
  void access(Step& step, Warp& state);
  void check(Step& step, Warp& state);
  void check_global(Step& step, const Warp& state);
  void texture(const Step& step, Warp& state);
  void run(const Step& step, const Warp& state);
  void execute(Step& step, Warp& state, Cycle cycle);
  [[noreturn]] void fail(const Step& step, const Warp& state, LaneMask lanes, const std::string& what) const;
  [[noreturn]] void fail_access(const Step& step, const Warp& state, LaneMask lanes) const;

  std::uint64_t local_base(unsigned warp) const { return local_ + std::uint64_t{warp} * kWarpSize * frame_bytes_; }

  const ptx::Kernel& kernel_;
  LaunchShape shape_;
  DeviceMemory& memory_;
  Program program_;
  unsigned threads_, warps_per_block_;
  std::uint64_t scratchpad_bytes_;
  std::uint64_t frame_bytes_;           // local memory of a thread, whole words
  std::uint64_t local_ = 0;             // local memory of all warps; 0 when the kernel has none
  std::uint32_t registers_stride_;      // bytes between the registers of two warps
  std::vector<std::uint64_t> registers_;
  std::vector<Warp> warps_;
  std::vector<Block> blocks_;
};

SimtStream::Impl::Impl(const ptx::Kernel& kernel, const LaunchShape& shape, DeviceMemory& memory, unsigned max_warps)
    : kernel_(kernel),
      shape_(shape),
      memory_(memory),
      program_(decode(kernel)),
      threads_(static_cast<unsigned>(shape.block.count())),
      warps_per_block_((threads_ + kWarpSize - 1) / kWarpSize),
      scratchpad_bytes_(simt::scratchpad_bytes(kernel, shape.dynamic_scratchpad_bytes)),
      frame_bytes_((kernel.local_bytes + 3) / 4 * 4),
      registers_stride_((program_.register_bytes + 63) / 64 * 64),
      registers_(std::size_t{registers_stride_} / 8 * max_warps),
      warps_(max_warps) {
  if (frame_bytes_ != 0) {
    local_ = memory_.allocate(frame_bytes_ * kWarpSize * max_warps, "local memory of " + kernel.name);
  }
}

SimtStream::Impl::~Impl() {
  if (local_ != 0) memory_.release(local_);
}

void SimtStream::Impl::start_warp(unsigned warp, unsigned index, unsigned block_slot) {
  Warp& state = warps_.at(warp);
  if (state.resident) throw RunError("warp slot " + std::to_string(warp) + " of the SM is taken");
  const unsigned threads = std::min(kWarpSize, threads_ - index * kWarpSize);
  state = Warp{};
  state.resident = true;
  state.block_slot = block_slot;
  state.index = index;
  state.paths.start(kAllLanes >> (kWarpSize - threads), static_cast<std::uint32_t>(program_.steps.size()));
  auto* rows = reinterpret_cast<std::uint8_t*>(registers_.data()) + std::size_t{registers_stride_} * warp;
  std::memset(rows, 0, registers_stride_);
  state.frame.base[kRegisters] = rows;
  state.frame.base[kConstants] = reinterpret_cast<std::uint8_t*>(program_.constants.data());
  state.frame.carry = reinterpret_cast<LaneMask*>(rows + program_.carry_offset);
  state.frame.address = state.next.address.data();
  fill_special_registers(program_, shape_, blocks_[block_slot].number, index, state.frame);
}

void SimtStream::Impl::show(unsigned warp, Warp& state) {
  state.known = true;
  WarpInstruction& next = state.next;
  next.live = state.paths.live();
  if (state.paths.ended()) {
    next.what = nullptr;
    next.active = 0;
    return;
  }
  const Path& path = state.paths.top();
  const Step& step = program_.steps[path.pc];
  next.what = step.what;
  next.active = path.mask;
  // A branch is executed by all lanes of the path: the predicate is what it decides on.
  if (step.guarded && step.kind != StepKind::kBranch) next.active &= predicate(state.frame, step.guard);
  if (step.kind == StepKind::kMemory && next.active != 0) show_access(warp, step, state);
}

void SimtStream::Impl::show_access(unsigned warp, const Step& step, Warp& state) {
  WarpInstruction& next = state.next;
  lane_addresses(state.frame, step, next.address);
  state.space = step.space;
  if (step.space == StateSpace::kGeneric) pick_space(step, state);
  if (state.space == StateSpace::kLocal) {
    state.offset = next.address;
    local_addresses(state.offset, local_base(warp), next.address);
  }
}

// The lanes of a generic access may point to different windows. It issues once for each of them.
void SimtStream::Impl::pick_space(const Step& step, Warp& state) {
  WarpInstruction& next = state.next;
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
  if (state.space == StateSpace::kShared) next.what = step.what_shared;
  if (state.space == StateSpace::kLocal) next.what = step.what_local;
}

void SimtStream::Impl::check_global(Step& step, const Warp& state) {
  const Addresses& address = state.next.address;
  LaneMask faulty = faulty_lanes(address, state.next.active, step.bytes, step.hint);
  if (faulty == 0) return;
  step.hint = memory_.range_of(address[static_cast<unsigned>(__builtin_ctz(faulty))]);
  faulty = faulty_lanes(address, state.next.active, step.bytes, step.hint);
  for (LaneMask left = faulty; left != 0; left &= left - 1) {
    const LaneMask lane = left & (~left + 1);
    const auto range = memory_.range_of(address[static_cast<unsigned>(__builtin_ctz(left))]);
    if (faulty_lanes(address, lane, step.bytes, range) != 0) fail_access(step, state, lane);
  }
}

// Checks the addresses and tells the frame what they are relative to.
void SimtStream::Impl::check(Step& step, Warp& state) {
  Frame& frame = state.frame;
  frame.memory = memory_.arena();
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
      range.end = frame_bytes_;
      break;
    default: return check_global(step, state);
  }
  const Addresses& checked = frame.interleaved ? state.offset : state.next.address;
  const LaneMask faulty = faulty_lanes(checked, state.next.active, step.bytes, range);
  if (faulty != 0) fail_access(step, state, faulty);
}

void SimtStream::Impl::access(Step& step, Warp& state) {
  if (state.next.active != 0) {
    check(step, state);
    step.decoded.run(state.frame, step.decoded);
  }
  if (state.waiting != 0) {
    state.done |= state.next.active;
    state.waiting = 0;
    return;
  }
  state.done = 0;
  state.paths.advance();
}

void SimtStream::Impl::texture(const Step& step, Warp& state) {
  state.frame.device = &memory_;
  state.frame.parameters = shape_.arguments.data();
  state.frame.memory = memory_.arena();
  run(step, state);
}

void SimtStream::Impl::run(const Step& step, const Warp& state) {
  try {
    step.decoded.run(state.frame, step.decoded);
  } catch (const LaneFault& fault) {
    fail(step, state, fault.lane, fault.what);
  }
}

void SimtStream::Impl::execute(Step& step, Warp& state, Cycle cycle) {
  state.frame.mask = state.next.active;
  state.frame.live = state.next.live;
  state.frame.whole = state.next.active == state.next.live;
  switch (step.kind) {
    case StepKind::kLanes:
      if (step.reads_clock) fill_clocks(program_, cycle, state.frame);
      if (state.next.active != 0) run(step, state);
      return state.paths.advance();
    case StepKind::kMemory: return access(step, state);
    case StepKind::kTexture:
      if (state.next.active != 0) texture(step, state);
      return state.paths.advance();
    case StepKind::kBranch: {
      const LaneMask taken = step.guarded ? state.next.active & predicate(state.frame, step.guard) : state.next.active;
      return state.paths.branch(taken, step.target, step.reconverge);
    }
    case StepKind::kExit: return state.paths.exit(state.next.active);
    case StepKind::kTrap:
      if (state.next.active != 0) fail(step, state, state.next.active, "trap");
      return state.paths.advance();
    case StepKind::kNothing: return state.paths.advance();
  }
}

namespace {

std::string triple(const Dim3& shape, std::uint64_t index) {
  std::ostringstream text;
  text << "(" << index % shape.x << ", " << index / shape.x % shape.y << ", " << index / shape.x / shape.y << ")";
  return text.str();
}

const char* action(const ptx::Instruction& instruction) {
  if (ptx::is_load(instruction)) return "load";
  return ptx::is_store(instruction) ? "store" : "atomic operation";
}

}  // namespace

void SimtStream::Impl::fail(const Step& step, const Warp& state, LaneMask lanes, const std::string& what) const {
  const std::uint64_t thread = state.index * kWarpSize + static_cast<unsigned>(__builtin_ctz(lanes));
  throw RunError(kernel_.file + ":" + std::to_string(step.decoded.instruction->location.line) + ": kernel '" +
                 kernel_.name + "', block " + triple(shape_.grid, blocks_[state.block_slot].number) + ", thread " +
                 triple(shape_.block, thread) + ": " + what);
}

void SimtStream::Impl::fail_access(const Step& step, const Warp& state, LaneMask lanes) const {
  const bool local = state.space == StateSpace::kLocal;
  const Addresses& addresses = local ? state.offset : state.next.address;
  const std::uint64_t address = addresses[static_cast<unsigned>(__builtin_ctz(lanes))];
  std::ostringstream what;
  what << action(*step.decoded.instruction) << " of " << step.bytes << " bytes at 0x" << std::hex << address
       << std::dec;
  if (address % step.bytes != 0) what << " is not aligned to its size";
  else if (local) what << " lies outside of the thread's " << frame_bytes_ << " bytes of local memory";
  else if (state.space == StateSpace::kShared)
    what << " lies outside of the block's " << scratchpad_bytes_ << " bytes of scratchpad";
  else if (state.space == StateSpace::kParam)
    what << " lies outside of the " << shape_.arguments.size() << " bytes of parameters";
  else what << " is out of bounds: " << memory_.describe(address);
  fail(step, state, lanes, what.str());
}

SimtStream::SimtStream(const ptx::Kernel& kernel, const LaunchShape& shape, DeviceMemory& memory, unsigned max_warps)
    : impl_(std::make_unique<Impl>(kernel, shape, memory, max_warps)) {}
SimtStream::~SimtStream() = default;

void SimtStream::start_block(std::uint64_t block, unsigned block_slot, unsigned first_warp) {
  if (impl_->blocks_.size() <= block_slot) impl_->blocks_.resize(block_slot + 1);
  Block& state = impl_->blocks_[block_slot];
  if (state.resident) throw RunError("block slot " + std::to_string(block_slot) + " of the SM is taken");
  state.resident = true;
  state.number = block;
  state.first_warp = first_warp;
  state.scratchpad.assign(impl_->scratchpad_bytes_, 0);
  for (unsigned w = 0; w < impl_->warps_per_block_; ++w) impl_->start_warp(first_warp + w, w, block_slot);
}

const WarpInstruction& SimtStream::peek(unsigned warp) {
  Warp& state = impl_->warps_[warp];
  if (!state.known) impl_->show(warp, state);
  return state.next;
}

void SimtStream::commit(unsigned warp, Cycle cycle) {
  Warp& state = impl_->warps_[warp];
  if (!state.known) impl_->show(warp, state);
  if (state.paths.ended()) throw RunError("warp " + std::to_string(warp) + " has ended and cannot execute");
  impl_->execute(impl_->program_.steps[state.paths.top().pc], state, cycle);
  state.known = false;
}

void SimtStream::finish_block(unsigned block_slot) {
  Block& block = impl_->blocks_.at(block_slot);
  block.resident = false;
  for (unsigned w = 0; w < impl_->warps_per_block_; ++w) impl_->warps_[block.first_warp + w].resident = false;
}

unsigned SimtStream::warps_per_block() const { return impl_->warps_per_block_; }

unsigned SimtStream::source_line(unsigned warp) const {
  const PathStack& paths = impl_->warps_[warp].paths;
  return paths.ended() ? 0 : impl_->kernel_.instructions[paths.top().pc].location.line;
}

}  // namespace unibank
