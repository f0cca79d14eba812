// Launches on several SMs that cannot end: the message names the SMs, and limits hold for the whole launch, not for
// each SM.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "gpu/kernel_machine.h"
#include "support/shut_gate.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;

namespace {

// Each block runs %ctaid.x x `factor` rounds.
constexpr const char* kCountedRounds = R"(
.visible .entry k(.param .u32 factor) {
  .reg .u32 %r<3>;
  .reg .pred %p<2>;
  ld.param.u32 %r1, [factor];
  mov.u32 %r2, %ctaid.x;
  mul.lo.u32 %r1, %r1, %r2;
AGAIN:
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra DONE;
  sub.u32 %r1, %r1, 1;
  bra AGAIN;
DONE:
  ret;
})";

// "ended after N instructions", or the error message.
std::string ending_of(const Design& design, const char* body, unsigned factor, unsigned blocks) {
  return forked([&] {
    KernelMachine machine(design, body);
    machine.device.launch("k", {blocks, 1, 1}, {32, 1, 1}, Arguments(factor));
    RunResult result;
    machine.backend.gpu.collect(result);
    return "ended after " + std::to_string(result.counters["warp_instructions"]) + " instructions";
  });
}

const ScratchpadGateRegistry::Registration kShutEverywhere(
    {"test-shut-everywhere", "", {}, [](const PolicyValues&) { return std::make_unique<ShutGate>(); }});

}  // namespace

TEST_CASE("the instruction limit counts the instructions of all SMs") {
  Design design = with_sms(4);
  const std::string ended = ending_of(design, kCountedRounds, 5000, 4);
  REQUIRE_THAT(ended, Contains("ended after "));
  const std::uint64_t all = std::stoull(ended.substr(12));
  design.run.instruction_limit = all;
  CHECK(ending_of(design, kCountedRounds, 5000, 4) == ended);
  design.run.instruction_limit = all - 1;
  const std::string text = ending_of(design, kCountedRounds, 5000, 4);
  CHECK_THAT(text, Contains("the launch has executed " + std::to_string(all - 1) + " warp instructions"));
  // The last block runs the most rounds.
  CHECK_THAT(text, Contains("error: SM 3: "));
}

TEST_CASE("an SM that waits with a dirty line for other SMs is not taken for one without progress") {
  // Each block leaves a dirty line; the second block then loops for a long time.
  const char* const body = R"(
.visible .entry k(.param .u64 data) {
  .reg .u32 %r<3>;
  .reg .u64 %rd<4>;
  .reg .pred %p<2>;
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, %ctaid.x;
  mul.wide.u32 %rd2, %r1, 128;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u32 %r2, [%rd3];
  st.global.u32 [%rd3], %r2;
  mul.lo.u32 %r1, %r1, 2000;
AGAIN:
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra DONE;
  sub.u32 %r1, %r1, 1;
  bra AGAIN;
DONE:
  ret;
})";
  const std::string text = forked([&] {
    Design design = with_sms(2);
    design.cache.global_stores = StorePolicy::kWriteBack;
    design.run.no_progress_cycles = 2000;
    KernelMachine machine(design, body);
    const std::uint64_t data = machine.memory.allocate(256, "data");
    machine.memory.write(data, std::vector<char>(256).data(), 256);
    machine.device.launch("k", {2, 1, 1}, {32, 1, 1}, Arguments(data));
    RunResult result;
    machine.backend.gpu.collect(result);
    return "ended, lines flushed: " + std::to_string(result.counters["cache.flushed"]) +
           (result.cycles > 2 * design.run.no_progress_cycles ? ", long after the first block" : "");
  });
  CHECK(text == "ended, lines flushed: 2, long after the first block");
}

TEST_CASE("a launch that starves names four SMs that wait and counts the others") {
  const char* const body = R"(
.visible .entry k(.param .u32 x) {
  .shared .align 4 .b8 pad[128];
  st.shared.u32 [pad], 1;
  ret;
})";
  Design design = with_sms(6);
  design.scratchpad_gate.name = "test-shut-everywhere";
  const std::string text = ending_of(design, body, 0, 6);
  CHECK_THAT(text, Contains("with 0 of 6 blocks retired and no event left: SM 0: warp 0") &&
                       Contains("; SM 3: warp 0") && Contains("; and 2 more SMs"));
  CHECK_THAT(text, !Contains("SM 4: "));
}

TEST_CASE("after a failure in one SM no other goes on") {
  // Block 1 stores outside of every allocation; the others would run for a long time.
  const char* const body = R"(
.visible .entry k(.param .u32 factor) {
  .reg .u32 %r<3>;
  .reg .u64 %rd<2>;
  .reg .pred %p<3>;
  ld.param.u32 %r1, [factor];
  mov.u32 %r2, %ctaid.x;
  setp.eq.u32 %p2, %r2, 1;
  mov.u64 %rd1, 0;
  @%p2 st.global.u32 [%rd1], %r1;
AGAIN:
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra DONE;
  sub.u32 %r1, %r1, 1;
  bra AGAIN;
DONE:
  ret;
})";
  const std::string text = forked([&] {
    KernelMachine machine(with_sms(3), body);
    try {
      machine.device.launch("k", {3, 1, 1}, {32, 1, 1}, Arguments(1000000u));
    } catch (const RunError& error) {
      return error.what() + std::string(machine.backend.gpu.progress().warp_instructions < 100 ? " at once" : " late");
    }
    return std::string("ended");
  });
  CHECK_THAT(text, Catch::StartsWith("SM 1: k.ptx:") && Contains("block (1, 0, 0)") && Catch::EndsWith(" at once"));
}
