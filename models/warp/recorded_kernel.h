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
  virtual unsigned base_registers() const = 0;         // registers that a thread always holds; 0: all
  virtual std::uint64_t scratchpad_bytes() const = 0;  // bytes of a block, static and dynamic
  // Returns one stream of `max_warps` warps for each SM. Each block is started once, in the order of the grid, on any
  // SM; the streams share the data that they read. The kernel outlives the streams.
  virtual std::vector<std::unique_ptr<WarpStream>> streams(unsigned sms, unsigned max_warps) const = 0;
};

struct RecordedLaunch {
  const RecordedKernel* kernel = nullptr;
  Dim3 grid, block;
  bool memory_changed = false;  // changed by the host, or by writes outside of the caches, since the previous launch
};

}  // namespace unibank
