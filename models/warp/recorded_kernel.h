// A recorded kernel: the data that a launch uses in place of compiled PTX.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "warp/warp_stream.h"

namespace unibank {

class RecordedKernel {
 public:
  virtual ~RecordedKernel() = default;
  virtual const std::string& name() const = 0;
  virtual unsigned registers_per_thread() const = 0;
  virtual std::uint64_t scratchpad_bytes() const = 0;  // of a block, static and dynamic
  // One stream for each SM, of `max_warps` warps. Each block is started once, in the order of the grid, on any SM; the
  // streams share the data that they read. The kernel outlives them.
  virtual std::vector<std::unique_ptr<WarpStream>> streams(unsigned sms, unsigned max_warps) const = 0;
};

struct RecordedLaunch {
  const RecordedKernel* kernel = nullptr;
  Dim3 grid, block;
  bool memory_changed = false;  // by the host, or outside the caches, since the launch before
};

}  // namespace unibank
