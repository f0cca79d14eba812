// Cooperative launches on the functional backend: all blocks run side by side and synchronise across the grid.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "host/functional_backend.h"
#include "simt/run_kernel.h"
#include "support/grid_sync_kernel.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;

namespace {

struct GridMachine {
  explicit GridMachine(std::uint64_t limit = 10'000'000) : backend(memory, limit), device(backend, memory) {
    device.load(kGridSync, "grid.ptx");
  }
  // The values after this many rounds.
  std::vector<std::uint32_t> run(unsigned blocks, unsigned threads, unsigned rounds, bool cooperative = true) {
    const std::uint64_t values = device.upload(first_values(blocks * threads), "values");
    const std::uint64_t sums = device.allocate(blocks * threads * 4, "sums");
    const auto launch = cooperative ? &Device::launch_cooperative : &Device::launch;
    (device.*launch)("rounds", {blocks, 1, 1}, {threads, 1, 1}, Arguments(values, sums, rounds), 0);
    return device.download<std::uint32_t>(values, blocks * threads);
  }

  DeviceMemory memory;
  FunctionalBackend backend;
  Device device;
};

class Nothing : public ExecutionObserver {
  void launch_begins(const ExecutedLaunch&) override {}
  void executes(unsigned, const WarpInstruction&) override {}
  void block_ends(std::uint64_t) override {}
  void launch_ends() override {}
};

}  // namespace

TEST_CASE("blocks of a cooperative launch wait for the whole grid") {
  for (const unsigned blocks : {1u, 2u, 7u, 40u}) {
    INFO(blocks << " blocks");
    GridMachine machine;
    CHECK(machine.run(blocks, 96, 6) == after_rounds(first_values(blocks * 96), 6));
    CHECK(machine.backend.counts().blocks == blocks);
    CHECK(machine.backend.counts().launches == 1);
  }
}

TEST_CASE("a cooperative launch frees its memory and the next one finds a new barrier") {
  GridMachine machine;
  machine.run(3, 32, 1);
  const std::uint64_t taken = machine.memory.allocated_bytes();
  CHECK(machine.run(3, 32, 3) == after_rounds(first_values(96), 3));
  CHECK(machine.memory.allocated_bytes() == taken + 2 * 96 * 4);
}

TEST_CASE("a cooperative launch of more than 16384 warps is refused") {
  GridMachine machine;
  CHECK(machine.run(16, 1024, 1) == after_rounds(first_values(16 * 1024), 1));
  CHECK_THROWS_AS(machine.run(513, 1024, 1), InputError);
  CHECK_THROWS_WITH(machine.run(513, 1024, 1),
                    Contains("kernel 'rounds': a cooperative launch of 513 blocks; expected at most 512, which are "
                             "resident at once: 16384 warps without a design, 32 a block"));
}

TEST_CASE("grid-wide sync in a launch that is not cooperative is refused with the reason") {
  GridMachine machine;
  CHECK_THROWS_WITH(machine.run(2, 32, 1, false),
                    Contains("grid.ptx:17: kernel 'rounds', block (0, 0, 0), thread (0, 0, 0): trap: the kernel has "
                             "grid-wide sync, and the launch is not cooperative; expected a cooperative launch"));
  CHECK(machine.run(2, 32, 1) == after_rounds(first_values(64), 1));  // the backend goes on
}

TEST_CASE("a cooperative launch that does not end names a block that runs") {
  GridMachine machine(20'000);
  CHECK_THROWS_WITH(
      machine.run(4, 64, 1000),
      Contains("kernel 'rounds', block ") &&
          Contains("the launch has executed 20000 warp instructions (run.instruction_limit) without an end; warp "));
}

TEST_CASE("the message names the block that has left when other blocks wait for it") {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory);
  device.load(module_of("mov.u32 %r1, %ctaid.x;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 exit;\nmov.u32 %r2, %envreg1;\n"
                        "mov.u32 %r3, %envreg2;\ncvt.u64.u32 %l2, %r2;\ncvt.u64.u32 %l3, %r3;\n"
                        "bfi.b64 %l4, %l2, %l3, 32, 32;\nbarrier.sync 0;\nsetp.ne.u32 %p2, %r0, 0;\n@%p2 bra MET;\n"
                        "atom.add.release.gpu.u32 %r4, [%l4+4], 1;\nPOLL:\nld.acquire.gpu.u32 %r5, [%l4+4];\n"
                        "xor.b32 %r5, %r5, %r4;\nsetp.gt.s32 %p3, %r5, -1;\n@%p3 bra POLL;\nMET:\nbarrier.sync 0;"),
              "k.ptx");
  const std::uint64_t out = device.allocate(8, "out");
  CHECK_THROWS_WITH(device.launch_cooperative("k", {3, 1, 1}, {64, 1, 1}, Arguments(out, out)),
                    Contains("a lock that is never released: thread (0, 0, 0) of warp 0 wait") &&
                        Contains("4 bytes into 'grid workspace of k' (8 bytes"));
}

TEST_CASE("a cooperative launch cannot be recorded") {
  GridMachine machine;
  Nothing observer;
  machine.backend.observe(&observer);
  CHECK_THROWS_AS(machine.run(2, 32, 1), InputError);
  CHECK_THROWS_WITH(machine.run(2, 32, 1), Contains("kernel 'rounds': a cooperative launch cannot be recorded"));
}

TEST_CASE("each launch of a program has a grid number of its own") {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory);
  device.load(module_of("mov.u64 %l2, %gridid;\nst.global.u64 [%l0], %l2;"), "k.ptx");
  const std::uint64_t out = device.allocate(8, "out");
  for (std::uint64_t number = 0; number < 3; ++number) {
    device.launch("k", {}, {1, 1, 1}, Arguments(out, out));
    CHECK(device.download<std::uint64_t>(out, 1).front() == number);
  }
}
