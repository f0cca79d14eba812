#include "simt/simt_stream.h"

#include "simt/executor.h"

namespace unibank {

SimtStream::SimtStream(const ptx::Kernel& kernel, const LaunchShape& shape, DeviceMemory& memory, unsigned max_warps)
    : executor_(std::make_unique<simt::Executor>(std::make_shared<simt::SharedLaunch>(kernel, shape, memory), shape.sm,
                                                 max_warps)) {}
SimtStream::SimtStream(const SimtStream& first, unsigned sm)
    : executor_(std::make_unique<simt::Executor>(first.executor_->shared(), sm, first.executor_->max_warps())) {}
SimtStream::~SimtStream() = default;

void SimtStream::start_block(std::uint64_t block, unsigned block_slot, unsigned first_warp) {
  executor_->start_block(block, block_slot, first_warp);
}
const WarpInstruction& SimtStream::peek(unsigned warp) { return executor_->peek(warp); }
bool SimtStream::shares(unsigned warp) const { return executor_->shares(warp); }
void SimtStream::commit(unsigned warp, Cycle cycle) { executor_->commit(warp, cycle); }
void SimtStream::finish_block(unsigned block_slot) { executor_->finish_block(block_slot); }
void SimtStream::follow_values() { executor_->follow_values(); }
void SimtStream::defer_arrivals() { executor_->defer_arrivals(); }
const WarpInstruction* SimtStream::arrive(unsigned warp) { return executor_->arrive(warp); }
void SimtStream::follow_texels() { executor_->follow_texels(); }
const std::vector<std::uint64_t>* SimtStream::texels(unsigned warp) const { return executor_->texels(warp); }
const WarpValues* SimtStream::values(unsigned warp) const { return executor_->values(warp); }

unsigned SimtStream::warps_per_block() const { return executor_->warps_per_block(); }
bool SimtStream::waits(unsigned warp) const { return executor_->waits(warp); }
unsigned SimtStream::source_line(unsigned warp) const { return executor_->source_line(warp); }
const UndefinedReads& SimtStream::uninitialised_reads() const { return executor_->uninitialised_reads(); }
const UndefinedReads& SimtStream::inactive_shuffle_reads() const { return executor_->inactive_shuffle_reads(); }

const OutOfBoundsAccesses& SimtStream::out_of_bounds() const { return executor_->out_of_bounds(); }

ExecutedLaunch SimtStream::description() const { return executor_->description(); }

}  // namespace unibank
