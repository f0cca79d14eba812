#include "host/functional_backend.h"

#include "base/input_error.h"
#include "ptx/kernel.h"

namespace unibank {
namespace {

// A warp's turn ends at a barrier, also if that opens, or after this many instructions, so that warps that wait for
// each other in a loop all come along.
constexpr unsigned kTurn = 1024;

LaunchShape shape_of(const Launch& launch) {
  LaunchShape shape;
  shape.grid = launch.grid;
  shape.block = launch.block;
  shape.dynamic_scratchpad_bytes = launch.dynamic_scratchpad_bytes;
  shape.arguments = launch.arguments;
  return shape;
}

std::string where(SimtStream& stream) {
  std::string text;
  for (unsigned w = 0; w < stream.warps_per_block(); ++w) {
    if (stream.peek(w).what == nullptr) continue;
    text += (text.empty() ? "warp " : ", warp ") + std::to_string(w) +
            (stream.waits(w) ? " waits at the barrier in line " : " runs at line ") +
            std::to_string(stream.source_line(w));
  }
  return text;
}

}  // namespace

FunctionalBackend::FunctionalBackend(DeviceMemory& memory, std::uint64_t instruction_limit)
    : memory_(memory), limit_(instruction_limit == 0 ? ~std::uint64_t{0} : instruction_limit) {}

void FunctionalBackend::plan(const std::vector<Launch>&) {}

void FunctionalBackend::run(const Launch& launch) {
  ++counts_.launches;
  left_ = limit_;
  const auto warps = static_cast<unsigned>((launch.block.count() + kWarpSize - 1) / kWarpSize);
  SimtStream stream(*launch.kernel, shape_of(launch), memory_, warps);
  if (observer_) observer_->launch_begins(stream.description());
  for (std::uint64_t block = 0; block < launch.grid.count(); ++block) run_block(stream, launch, block);
  if (observer_) observer_->launch_ends();
  counts_.uninitialised_scratchpad_reads.add(stream.uninitialised_reads());
}

void FunctionalBackend::count(const WarpInstruction& next) {
  ++counts_.warp_instructions;
  counts_.thread_instructions += static_cast<unsigned>(__builtin_popcount(next.active));
  if (!next.what->spill || next.active == 0) return;
  ++(next.what->memory == MemoryOp::kLoad ? counts_.spill_loads : counts_.spill_stores);
}

// Runs a warp until its turn is over; false when it has ended.
bool FunctionalBackend::turn(SimtStream& stream, unsigned warp) {
  for (unsigned n = 0; n < kTurn; ++n) {
    const WarpInstruction& next = stream.peek(warp);
    if (next.what == nullptr) return false;
    if (left_ == 0) return true;
    --left_;
    count(next);
    if (observer_) observer_->executes(warp, next);
    const bool barrier = next.what->unit == Unit::kBarrier && next.active != 0 && next.barrier.waits;
    stream.commit(warp, counts_.warp_instructions);
    if (barrier) break;
  }
  return stream.peek(warp).what != nullptr;
}

void FunctionalBackend::run_block(SimtStream& stream, const Launch& launch, std::uint64_t block) {
  stream.start_block(block, 0, 0);
  for (bool running = true; running;) {
    running = false;
    for (unsigned warp = 0; warp < stream.warps_per_block(); ++warp) {
      if (stream.waits(warp)) running = true;
      else running |= turn(stream, warp);
    }
    if (left_ == 0 && running) {
      throw RunError("kernel '" + launch.kernel->name + "', block " + std::to_string(block) + ": not ended after " +
                     std::to_string(limit_) + " warp instructions: " + where(stream));
    }
  }
  ++counts_.blocks;
  if (observer_) observer_->block_ends(block);
  stream.finish_block(0);
}

}  // namespace unibank
