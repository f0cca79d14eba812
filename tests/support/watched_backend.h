// Executes launches functionally, one block after the other, and shows every instruction to an observer before it
// executes.
#pragma once

#include <cstdint>

#include "base/input_error.h"
#include "host/device.h"
#include "simt/simt_stream.h"

namespace unibank {

class WatchedBackend : public Backend {
 public:
  explicit WatchedBackend(DeviceMemory& memory) : memory_(memory) {}

  void plan(const std::vector<Launch>&) override {}
  void run(const Launch& launch) override {
    LaunchShape shape;
    shape.grid = launch.grid;
    shape.block = launch.block;
    shape.dynamic_scratchpad_bytes = launch.dynamic_scratchpad_bytes;
    shape.arguments = launch.arguments;
    warps_ = static_cast<unsigned>((launch.block.count() + kWarpSize - 1) / kWarpSize);
    SimtStream stream(*launch.kernel, shape, memory_, warps_);
    for (std::uint64_t block = 0; block < launch.grid.count(); ++block) {
      stream.start_block(block, 0, 0);
      block_started(*launch.kernel, warps_);
      run_block(stream);
      stream.finish_block(0);
    }
  }

 protected:
  virtual void block_started(const ptx::Kernel& kernel, unsigned warps) = 0;
  virtual void about_to_execute(unsigned warp, const WarpInstruction& next) = 0;

 private:
  static constexpr std::uint64_t kMostInstructions = 50000000;

  void run_block(SimtStream& stream) {
    for (bool running = true; running;) {
      running = false;
      for (unsigned warp = 0; warp < warps_; ++warp) running |= stream.waits(warp) || turn(stream, warp);
    }
  }
  // A warp's turn ends at a barrier or after a number of instructions, so that waiting for locks makes progress.
  bool turn(SimtStream& stream, unsigned warp) {
    for (unsigned n = 0; n < 256 && stream.peek(warp).decoded != nullptr; ++n) {
      about_to_execute(warp, stream.peek(warp));
      if (++instructions_ > kMostInstructions) throw RunError("the test's kernel does not end");
      stream.commit(warp, instructions_);
      if (stream.waits(warp)) return true;
    }
    return stream.peek(warp).decoded != nullptr;
  }

  DeviceMemory& memory_;
  unsigned warps_ = 0;
  std::uint64_t instructions_ = 0;
};

}  // namespace unibank
