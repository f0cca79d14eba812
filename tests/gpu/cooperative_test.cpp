// Cooperative launches on a timed machine: blocks wait for the whole grid, on one SM and on several.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "gpu/kernel_machine.h"
#include "support/grid_sync_kernel.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;

namespace {

constexpr unsigned kGridThreads = 128, kGridRounds = 3;

// "right in N cycles", or the message.
std::string cooperative_run(const Design& design, unsigned blocks, unsigned cores = 1) {
  return forked([&] {
    DeviceMemory memory;
    GpuBackend backend(design, memory, BlockFactories());
    backend.gpu.use_cores(cores, 0);
    Device device(backend, memory);
    device.load(kGridSync, "grid.ptx");
    const unsigned count = blocks * kGridThreads;
    const std::uint64_t values = device.upload(first_values(count), "values");
    const std::uint64_t sums = device.allocate(count * 4, "sums");
    device.launch_cooperative("rounds", {blocks, 1, 1}, {kGridThreads, 1, 1}, Arguments(values, sums, kGridRounds));
    const bool right = device.download<std::uint32_t>(values, count) == after_rounds(first_values(count), kGridRounds);
    RunResult result;
    backend.gpu.collect(result);
    for (const std::string& broken : result.broken_invariants) return "broken: " + broken;
    return (right ? "right in " : "wrong in ") + std::to_string(result.cycles) + " cycles";
  });
}

}  // namespace

TEST_CASE("blocks wait for the whole grid on one SM and on several") {
  for (const auto& [sms, blocks] : {std::pair{1u, 1u}, {1u, 8u}, {2u, 16u}, {3u, 7u}, {4u, 32u}}) {
    INFO(blocks << " blocks on " << sms << " SMs");
    CHECK_THAT(cooperative_run(with_sms(sms), blocks), Catch::StartsWith("right in "));
    CHECK_THAT(cooperative_run(with_sms(sms, unified_design()), blocks), Catch::StartsWith("right in "));
  }
}

TEST_CASE("blocks wait for the whole grid under every order of warps") {
  for (const std::string order : {"lrr", "gto", "owf", "two-level"}) {
    INFO(order);
    Design design = with_sms(2);
    design.warp_order.name = order;
    design.warp_order.values = {};
    CHECK_THAT(cooperative_run(design, 16), Catch::StartsWith("right in "));
  }
}

TEST_CASE("grid-wide waits take the same cycles on any number of cores") {
  const std::string one = cooperative_run(with_sms(4), 24);
  CHECK_THAT(one, Catch::StartsWith("right in "));
  for (const unsigned cores : {2u, 3u}) CHECK(cooperative_run(with_sms(4), 24, cores) == one);
}

TEST_CASE("a cooperative launch of more blocks than are resident at once is refused with both numbers") {
  // 1024 threads on an SM are 8 blocks.
  CHECK_THAT(cooperative_run(with_sms(1), 9),
             Contains("error: kernel 'rounds': a cooperative launch of 9 blocks; expected at most 8, which are "
                      "resident at once: 8 on the SM (thread limit)"));
  CHECK_THAT(cooperative_run(with_sms(4), 33),
             Contains("a cooperative launch of 33 blocks; expected at most 32, which are resident at once: 8 on "
                      "each of 4 SMs (thread limit)"));
}

TEST_CASE("a refused launch leaves a machine that runs the next one") {
  const std::string text = forked([] {
    DeviceMemory memory;
    GpuBackend backend(with_sms(2), memory, BlockFactories());
    Device device(backend, memory);
    device.load(kGridSync, "grid.ptx");
    const std::uint64_t values = device.upload(first_values(17 * kGridThreads), "values");
    const std::uint64_t sums = device.allocate(17 * kGridThreads * 4, "sums");
    const auto launch = [&](unsigned blocks) {
      device.launch_cooperative("rounds", {blocks, 1, 1}, {kGridThreads, 1, 1}, Arguments(values, sums, 1u));
    };
    try {
      launch(17);
    } catch (const InputError&) {
      launch(16);
      return std::string("the next one ended");
    }
    return std::string("not refused");
  });
  CHECK(text == "the next one ended");
}

TEST_CASE("blocks added by sharing scratchpad do not count for a cooperative launch") {
  // 10 KB of scratchpad a block, a tenth of it private: 6 blocks fit, and some more that share. The added blocks would
  // wait for others to end.
  Design design = with_sms(1);
  design.storage.scratchpad_bytes = 64 * 1024;
  design.scratchpad_gate.name = "sharing";
  design.scratchpad_gate.values = {};
  const auto launched_with = [&](unsigned blocks) {
    return forked([&] {
      KernelMachine machine(design, R"(
.visible .entry k(.param .u64 out) {
  .shared .align 4 .b8 tile[10240];
  .reg .u32 %r<2>;
  mov.u32 %r1, %tid.x;
  st.shared.u32 [tile], %r1;
  ret;
})");
      machine.device.launch_cooperative("k", {blocks, 1, 1}, {32, 1, 1}, Arguments(std::uint64_t{0}));
      RunResult result;
      machine.backend.gpu.collect(result);
      return "ended, added " + std::to_string(result.sharing_pairs);
    });
  };
  const std::string ended = launched_with(6);
  CHECK_THAT(ended, Catch::StartsWith("ended, added ") && !Catch::EndsWith(" 0"));
  CHECK_THAT(launched_with(7), Contains("a cooperative launch of 7 blocks; expected at most 6"));
}
