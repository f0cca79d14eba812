// An observer of a functional execution receives every event.
#include <catch2/catch.hpp>

#include "host/device.h"
#include "host/functional_backend.h"
#include "simt/device_memory.h"

using namespace unibank;

namespace {

// Each thread stores to its frame; half of the threads end before that. One access is generic.
const char* const kFrameModule = R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry frame(.param .u64 out)
{
  .local .align 4 .b8 frame[6];
  .shared .align 4 .b8 pad[64];
  .reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %l<4>;
  mov.u32 %r1, %tid.x;
  setp.ge.u32 %p1, %r1, 32;
  @%p1 ret;
  st.local.u32 [frame], %r1;
  ld.param.u64 %l0, [out];
  ld.u32 %r2, [%l0];
  ret;
}
)";

class Watcher : public ExecutionObserver {
 public:
  void launch_begins(const ExecutedLaunch& launch) override { launches.push_back(launch); }
  void executes(unsigned warp, const WarpInstruction& instruction) override {
    ++instructions;
    lanes += static_cast<unsigned>(__builtin_popcount(instruction.active));
    warps |= 1u << warp;
    if (instruction.decoded->space != Space::kLocal || instruction.active == 0) return;
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane)
      CHECK(instruction.address[lane] == launches.back().local_base + warp * 8 * kWarpSize + 4 * lane);
    ++local;
  }
  void block_ends(std::uint64_t block) override { blocks.push_back(block); }
  void launch_ends() override { ++ended; }

  std::vector<ExecutedLaunch> launches;
  std::vector<std::uint64_t> blocks;
  std::uint64_t instructions = 0, lanes = 0;
  unsigned warps = 0, local = 0, ended = 0;
};

}  // namespace

TEST_CASE("an observer is told of every launch and block and instruction") {
  DeviceMemory memory(std::uint64_t{16} << 20);
  FunctionalBackend backend(memory);
  Device device(backend, memory);
  Watcher watcher;
  device.load(kFrameModule, "frame.ptx");
  const std::uint64_t out = device.allocate(4, "out");
  device.launch("frame", {2, 1, 1}, {64, 1, 1}, Arguments(out));
  CHECK(watcher.instructions == 0);
  const auto before = backend.counts();
  backend.observe(&watcher);
  device.launch("frame", {3, 2, 1}, {64, 1, 1}, Arguments(out));
  const auto after = backend.counts();
  CHECK(watcher.instructions == after.warp_instructions - before.warp_instructions);
  CHECK(watcher.lanes == after.thread_instructions - before.thread_instructions);
  CHECK(watcher.blocks == std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5});
  CHECK(watcher.warps == 3);
  CHECK(watcher.local == 6);
  CHECK(watcher.ended == 1);
  REQUIRE(watcher.launches.size() == 1);
  const ExecutedLaunch& launch = watcher.launches[0];
  CHECK(launch.kernel == "frame");
  CHECK(launch.grid.count() == 6);
  CHECK(launch.block.count() == 64);
  CHECK(launch.registers_per_thread == device.kernel("frame").registers_per_thread);
  CHECK(launch.scratchpad_bytes == 64);
  CHECK(launch.local_bytes == 8);  // whole words
  // A generic load has one more instruction for each other address window.
  CHECK(launch.instructions.size() == device.kernel("frame").instructions.size() + 2);
  backend.observe(nullptr);
  device.launch("frame", {1, 1, 1}, {64, 1, 1}, Arguments(out));
  CHECK(watcher.launches.size() == 1);
}
