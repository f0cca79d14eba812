// A WarpStream that executes a kernel: the blocks of one launch on one SM.
#pragma once

#include <cstdint>
#include <memory>

#include "ptx/kernel.h"
#include "simt/device_memory.h"
#include "simt/launch_shape.h"
#include "simt/out_of_bounds.h"
#include "simt/undefined_reads.h"
#include "warp/execution_observer.h"
#include "warp/warp_stream.h"

namespace unibank {

namespace simt {
class Executor;
}

class SimtStream : public WarpStream {
 public:
  // The kernel is compiled (compiler/link.h) and its variables are placed in `memory` (host/device.h does both); kernel
  // and memory must outlive the stream. Allocates device memory for the local memory of `max_warps` warps during its
  // life. InputError when the kernel has an unsupported instruction, or the memory is full.
  SimtStream(const ptx::Kernel& kernel, const LaunchShape& shape, DeviceMemory& memory, unsigned max_warps);
  // The stream of another SM for the same launch as `first`: the decoded kernel and the parameters are shared. `sm` is
  // the other SM's number; `first` is the stream of SM shape.sm.
  SimtStream(const SimtStream& first, unsigned sm);
  ~SimtStream() override;
  SimtStream(const SimtStream&) = delete;
  SimtStream& operator=(const SimtStream&) = delete;

  void start_block(std::uint64_t block, unsigned block_slot, unsigned first_warp) override;
  const WarpInstruction& peek(unsigned warp) override;
  bool shares(unsigned warp) const override;
  // RunError for errors of the kernel: accesses outside of every allocation (unless they only cause a warning) or
  // misaligned, `trap`, a barrier reached by part of a warp, a block in which all warps wait, a lock that can never be
  // released.
  void commit(unsigned warp, Cycle cycle) override;
  void finish_block(unsigned block_slot) override;
  void follow_values() override;
  void defer_arrivals() override;
  const WarpInstruction* arrive(unsigned warp) override;
  void follow_texels() override;
  const std::vector<std::uint64_t>* texels(unsigned warp) const override;
  const WarpValues* values(unsigned warp) const override;

  unsigned warps_per_block() const;
  bool waits(unsigned warp) const;             // whether the warp waits at a barrier that has not opened; it may not
                                               // commit
  unsigned source_line(unsigned warp) const;   // the line of that barrier, or of the next instruction; 0 when the warp
                                               // has ended
  // The reads, in all blocks so far, of scratchpad that no thread of the block had written, and the shfl reads of lanes
  // that did not participate.
  const UndefinedReads& uninitialised_reads() const;
  const UndefinedReads& inactive_shuffle_reads() const;
  // The accesses, in all blocks so far, outside of every allocation; none without LaunchShape::warn_out_of_bounds.
  const OutOfBoundsAccesses& out_of_bounds() const;
  // Description of the launch, for observers.
  ExecutedLaunch description() const;

 private:
  std::unique_ptr<simt::Executor> executor_;
};

}  // namespace unibank
