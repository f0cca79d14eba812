// Launches that cannot end are stopped, with one message that says where they stand and names the waiting blocks.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "design/load.h"
#include "gpu/workload_run.h"
#include "support/ptx_head.h"
#include "support/shut_gate.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// A lock that is never released: every warp spins on it.
constexpr const char* kSpin = R"(
.visible .entry spin(.param .u64 lock) {
  .reg .u64 %rd<2>;
  .reg .u32 %r<2>;
  .reg .pred %p<2>;
  ld.param.u64 %rd1, [lock];
wait:
  atom.global.cas.b32 %r1, [%rd1], 0, 1;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra wait;
  bra wait;
})";

constexpr const char* kOutside = R"(
.visible .entry outside(.param .u64 at) {
  .reg .u64 %rd<2>;
  .reg .u32 %r<2>;
  ld.param.u64 %rd1, [at];
  st.global.u32 [%rd1+4096], %r1;
  ret;
})";

std::string launch_one(const std::string& kernel, const char* body, Design design) {
  return forked([&] {
    DeviceMemory memory;
    GpuBackend backend(design, memory, BlockFactories());
    Device device(backend, memory);
    device.load(test::kPtxHead + body, kernel + ".ptx");
    const std::uint64_t word = device.upload(std::vector<std::uint32_t>(1), "word");
    device.launch(kernel, {4, 1, 1}, {64, 1, 1}, Arguments(word));
    return std::string("ended");
  });
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a kernel that spins on a lock ends at the instruction limit and names its warps") {
  Design design;
  design.run.instruction_limit = 20000;
  const std::string text = launch_one("spin", kSpin, design);
  INFO(text);
  CHECK(has(text, "20000 warp instructions"));
  CHECK(has(text, "run.instruction_limit"));
  CHECK(has(text, "warp 0"));
  CHECK(has(text, "waits for memory"));
  CHECK(text.find('\n') == std::string::npos);
}

TEST_CASE("a launch that starves because its gate never opens says which warps are refused") {
  Design design = load_design("gebhart2012/partitioned").design;
  design.scratchpad_gate.name = "test-shut";
  const std::string text = run_text("needle", design);
  INFO(text);
  CHECK(has(text, "no event left"));
  CHECK(has(text, "warp 0 (block slot 0) is ready but may not issue before"));
  CHECK(text.find('\n') == std::string::npos);
}

TEST_CASE("a launch without progress ends after run.no_progress_cycles") {
  Design design = load_design("gebhart2012/partitioned", {}, {"run.no_progress_cycles=5000"}).design;
  design.scratchpad_gate.name = "test-polled";
  const std::string text = run_text("needle", design);
  INFO(text);
  CHECK(has(text, "no instruction has issued and no response has come for 5001 cycles"));
  CHECK(has(text, "warp 0"));
}

TEST_CASE("a slow start, fetch, branch or change of blocks is not taken for a launch without progress") {
  for (const char* slow : {"gpu.launch_latency=6000", "dram.latency=6000", "interconnect.latency=60000",
                           "l2.latency=60000", "sm.branch_latency=60000", "gpu.block_interval=60000",
                           "gpu.block_latency=60000"}) {
    Design design = load_design("jing2016/separate-16k", {}, {"run.no_progress_cycles=5000", slow}).design;
    const std::string text = run_text("vectoradd", design);
    INFO(slow << ": " << text);
    CHECK_FALSE(has(text, "no instruction has issued"));
    CHECK(has(text, "issue order "));
  }
}

TEST_CASE("a long refresh of DRAM is not taken for a launch without progress") {
  const Design design = load_design("jatala/shared-owf", {},
                                    {"run.no_progress_cycles=1000", "dram_refresh.policy=all-bank",
                                     "dram.clock_ratio=0.1", "dram.t_rfc=1050", "dram.t_refi=2100"}).design;
  const std::string text = run_text("needle", design);
  INFO(text);
  CHECK_FALSE(has(text, "no instruction has issued"));
  CHECK(has(text, "issue order "));
}

// The SM runs at the end of each window, while its first requests are on their way.
TEST_CASE("a slow network is not taken for a launch without progress where the partition changes at run time") {
  const Design design = load_design("today/run-time-carve-out", {},
                                    {"interconnect.latency=60000", "dram.latency=1376",
                                     "storage.unified_bytes=32768"}).design;
  const std::string text = run_text("vectoradd", design);
  INFO(text);
  CHECK_FALSE(has(text, "no instruction has issued"));
  CHECK(has(text, "issue order "));
}

TEST_CASE("a store outside of every buffer ends the run with the file and the nearest buffer") {
  const std::string text = launch_one("outside", kOutside, Design());
  INFO(text);
  CHECK(has(text, "outside.ptx"));
  CHECK(has(text, "word"));
}

TEST_CASE("an error in a block's own method ends the run like one in the SM's") {
  BlockFactories factories;
  factories.set<DramKind>([](const char* name, const DramParameters& parameters) {
    auto dram = std::make_unique<DramChannel>(name, parameters);
    dram->watch([](Cycle, unsigned) { throw RunError("the channel has broken"); });
    return dram;
  });
  const std::string text = forked([&] {
    DeviceMemory memory;
    GpuBackend backend(Design(), memory, factories);
    Device device(backend, memory);
    device.load(test::kPtxHead + kSpin, "spin.ptx");
    const std::uint64_t word = device.upload(std::vector<std::uint32_t>(1), "word");
    try {
      device.launch("spin", {1, 1, 1}, {32, 1, 1}, Arguments(word));
    } catch (const RunError& error) {
      return std::string("run error: ") + error.what();
    }
    return std::string("ended");
  });
  CHECK(text == "run error: the channel has broken");
}

TEST_CASE("a launch that fails gives the same message every time") {
  Design design;
  design.run.instruction_limit = 1000;
  CHECK(launch_one("spin", kSpin, design) == launch_one("spin", kSpin, design));
}

namespace {

class Polled : public ShutGate {
 public:
  GateAnswer ask(const ScratchpadAccess& access) override { return {false, access.cycle + 1}; }
};

const ScratchpadGateRegistry::Registration kShut(
    {"test-shut", "", {}, [](const PolicyValues&) { return std::make_unique<ShutGate>(); }});
const ScratchpadGateRegistry::Registration kPolled(
    {"test-polled", "", {}, [](const PolicyValues&) { return std::make_unique<Polled>(); }});

}  // namespace
