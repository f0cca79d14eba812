// When the blocks of a launch start on an SM.
#include <catch2/catch.hpp>

#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// A block notes the cycle of its first instruction and sleeps.
constexpr const char* kStamp =
    ".visible .entry k(.param .u64 out)\n{\n"
    ".reg .b32 %r<4>; .reg .b64 %rd<4>;\n"
    "mov.u32 %r1, %clock;\nmov.u32 %r2, %ctaid.x;\nld.param.u64 %rd1, [out];\nmul.wide.u32 %rd2, %r2, 4;\n"
    "add.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\nnanosleep.u32 600;\nret;\n}\n";

// The starts of six blocks, of which two are resident at a time, in cycles after the first start.
std::vector<std::uint32_t> starts(unsigned interval, unsigned latency, unsigned sms = 1) {
  const std::string text = forked([&] {
    Design design = partitioned_design();
    design.gpu.sms = sms;
    design.gpu.block_interval = interval;
    design.gpu.block_latency = latency;
    design.sm.max_blocks = 2;
    KernelMachine machine(design, kStamp);
    const std::uint64_t out = machine.memory.allocate(6 * 4, "out");
    machine.device.launch("k", {6, 1, 1}, {32, 1, 1}, Arguments(out));
    std::string all;
    for (const std::uint32_t cycle : machine.device.download<std::uint32_t>(out, 6)) all += std::to_string(cycle) + " ";
    return all;
  });
  std::istringstream words(text);
  std::vector<std::uint32_t> cycles;
  for (std::uint32_t cycle = 0; words >> cycle;) cycles.push_back(cycle);
  REQUIRE(cycles.size() == 6);
  const std::uint32_t first = cycles[0];
  for (std::uint32_t& cycle : cycles) cycle -= first;
  return cycles;
}

}  // namespace

TEST_CASE("two blocks start on an SM an interval after each other, and on two SMs at once") {
  const auto usual = starts(1, 1);
  for (const unsigned interval : {2u, 40u}) {
    const auto apart = starts(interval, 1);
    CHECK(apart[1] == interval + usual[1] - 1);
    CHECK(starts(interval, 1, 2)[1] == usual[0]);
    // The places of the first two become free one after the other, too.
    CHECK(apart[3] - apart[2] >= interval);
  }
}

// With a latency of 1 the SM is still busy with the end of the other block, so the new block's first instruction issues
// a cycle later, as with 2.
TEST_CASE("a block starts a block latency after the end of the one whose place it takes") {
  const auto usual = starts(1, 1), soon = starts(1, 2);
  CHECK(soon == usual);
  for (const unsigned latency : {3u, 300u}) {
    const auto later = starts(1, latency);
    CHECK(later[1] == soon[1]);  // the place was free
    CHECK(later[2] == soon[2] + latency - 2);
    CHECK(later[3] == soon[3] + latency - 2);
    CHECK(later[4] == soon[4] + 2 * (latency - 2));
  }
}

TEST_CASE("blocks that end in the same cycle leave a place each") {
  // On two SMs blocks start, and end, in the same cycles.
  const auto usual = starts(1, 1, 2), later = starts(1, 100, 2);
  CHECK(usual[1] == 0);
  for (const unsigned block : {4u, 5u}) CHECK(later[block] == usual[block] + 98);
}

// Dirty lines are written back when the last block has ended: its place is not waited for.
TEST_CASE("a launch ends with its last block and not a block latency later") {
  const auto cycles = [](unsigned latency) {
    return forked([&] {
      Design design = partitioned_design();
      design.cache.local_stores = StorePolicy::kWriteBack;
      design.gpu.block_latency = latency;
      KernelMachine machine(design, ".visible .entry k()\n{\nret;\n}\n");
      for (int i = 0; i < 2; ++i) machine.device.launch("k", {3, 1, 1}, {32, 1, 1}, {});
      RunResult result;
      machine.backend.gpu.collect(result);
      return std::to_string(result.cycles);
    });
  };
  CHECK(cycles(300) == cycles(1));
}
