// Which blocks of a launch are dispatched (gpu/block_dispatcher.h); the others run elsewhere.
#pragma once

#include <cstdint>
#include <memory>

#include "base/types.h"
#include "warp/warp_stream.h"

namespace unibank {

class BlockChooser {
 public:
  virtual ~BlockChooser() = default;
  // The launch is about to start, and the machine holds `resident` of its blocks at once. `others`: for a launch of a
  // trace, the stream with the blocks that are not dispatched; null for a kernel that is executed.
  virtual void begins(std::uint64_t resident, std::unique_ptr<WarpStream> others) = 0;
  // Block `next` is about to be dispatched to SM `sm`, at the beginning of cycle `now`, before any SM runs. Returns
  // this block, or a later one to be dispatched in its place; the blocks between them are not dispatched. An exception
  // ends the launch.
  virtual std::uint64_t next(std::uint64_t next, unsigned sm, Cycle now) = 0;
  // The launch has ended without a failure; what was allocated for it is released.
  virtual void ends() = 0;
};

}  // namespace unibank
