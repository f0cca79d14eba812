// SMs simulated on several cores: every byte of the result is the same for any number of cores.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;

namespace {

std::string on_cores(unsigned cores, const std::string& workload, const Design& design) {
  return run_text(workload, design, BlockFactories(), {}, BuildOrder::kFirstToLast, cores);
}

void same_on_cores(const std::string& workload, const Design& design) {
  const std::string one = on_cores(1, workload, design);
  CHECK(one.substr(0, 2) == "1 ");  // verified
  for (const unsigned cores : {2, 3, 4}) {
    INFO(workload << " on " << cores << " cores");
    CHECK(on_cores(cores, workload, design) == one);
  }
}

// Launches a test's kernel on 256 words of 0; returns their values afterwards and the cycles, or the error message.
std::string words_and_cycles(unsigned cores, const Design& design, const char* body, unsigned blocks) {
  return forked([&] {
    KernelMachine machine(design, body);
    machine.backend.gpu.use_cores(cores, 0);
    const std::uint64_t at = machine.device.upload(std::vector<std::uint32_t>(256), "words");
    machine.device.launch("k", {blocks, 1, 1}, {32, 1, 1}, Arguments(at));
    std::string text;
    for (const std::uint32_t word : machine.device.download<std::uint32_t>(at, 256)) text += std::to_string(word) + " ";
    RunResult result;
    machine.backend.gpu.collect(result);
    return text + "in " + std::to_string(result.cycles) + " cycles";
  });
}

// Returns the result on one core after checking that two, three and four cores give the same.
std::string same_words(const Design& design, const char* body, unsigned blocks) {
  const std::string one = words_and_cycles(1, design, body, blocks);
  for (const unsigned cores : {2, 3, 4}) {
    INFO(cores << " cores");
    CHECK(words_and_cycles(cores, design, body, blocks) == one);
  }
  return one;
}

}  // namespace

TEST_CASE("vectoradd on several cores changes no byte", "[threads]") { same_on_cores("vectoradd", with_sms(5)); }
TEST_CASE("matrixmul on several cores changes no byte", "[threads]") {
  same_on_cores("matrixmul", with_sms(4, unified_design()));
}
TEST_CASE("needle on several cores changes no byte") { same_on_cores("needle", with_sms(4)); }
TEST_CASE("programs whose SMs run in parallel only at times change no byte") {
  for (const std::string workload : {"needle", "bfs", "srad"}) {
    const std::string one = on_cores(1, workload, with_sms(7));
    for (const unsigned least_gain : {CoreGain::kCyclesAlike / 8, CoreGain::kCyclesAlike / 2, CoreGain::kLeastGain}) {
      INFO(workload << " with at least " << least_gain);
      CHECK(run_text(workload, with_sms(7), BlockFactories(), {}, BuildOrder::kFirstToLast, 2, least_gain) == one);
    }
  }
}
TEST_CASE("sixteen SMs give the same bytes on 8 and 16 cores") {
  for (const std::string workload : {"vectoradd", "matrixmul"}) {
    const std::string one = on_cores(1, workload, with_sms(16));
    for (const unsigned cores : {8, 16}) {
      INFO(workload << " on " << cores << " cores");
      CHECK(on_cores(cores, workload, with_sms(16)) == one);
    }
  }
}
TEST_CASE("bfs on several cores changes no byte") { same_on_cores("bfs", with_sms(7)); }
TEST_CASE("histogram256 on several cores changes no byte", "[threads]") { same_on_cores("histogram256", with_sms(6)); }
TEST_CASE("bicubic with its textures on several cores changes no byte", "[threads]") {
  same_on_cores("bicubic", with_sms(3));
}
TEST_CASE("srad with dirty lines on several cores changes no byte", "[threads]") {
  Design design = with_sms(4);
  design.cache.global_stores = design.cache.local_stores = StorePolicy::kWriteBack;
  same_on_cores("srad", design);
}
TEST_CASE("SMs that share a port of the interconnect may run on several cores") {
  Design design = with_sms(4);
  design.interconnect.sms_per_port = 2;
  design.interconnect.bytes_per_cycle = 4;
  same_on_cores("vectoradd", design);
}

// Each lane draws 20 tickets from one counter and stores a digest of them, so any change of order within a cycle is
// seen.
TEST_CASE("SMs draw tickets in the same order on any number of cores", "[threads]") {
  const char* const body = R"(
.visible .entry k(.param .u64 words) {
  .reg .u64 %rd<4>;
  .reg .u32 %r<8>;
  .reg .pred %p<2>;
  ld.param.u64 %rd1, [words];
  mov.u32 %r1, 0;
  mov.u32 %r2, 0;
AGAIN:
  atom.global.add.u32 %r3, [%rd1], 1;
  mad.lo.u32 %r2, %r2, 31, %r3;
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, 20;
  @%p1 bra AGAIN;
  mov.u32 %r4, %ctaid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.u32 %r6, %r4, 32, %r5;
  and.b32 %r6, %r6, 127;
  mul.wide.u32 %rd2, %r6, 4;
  add.u64 %rd3, %rd1, %rd2;
  atom.global.add.u32 %r7, [%rd3+512], %r2;
  ret;
})";
  const std::string words = same_words(with_sms(8), body, 24);
  CHECK_THAT(words, Catch::StartsWith(std::to_string(24 * 32 * 20) + " "));
}

TEST_CASE("SMs that compete for a lock get it in the same order on any number of cores", "[threads]") {
  // The block that holds the lock appends its number to those of earlier blocks; words[1] counts them.
  const char* const body = R"(
.visible .entry k(.param .u64 words) {
  .reg .u64 %rd<4>;
  .reg .u32 %r<6>;
  .reg .pred %p<3>;
  ld.param.u64 %rd1, [words];
  mov.u32 %r1, %tid.x;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra DONE;
WAIT:
  atom.global.cas.b32 %r2, [%rd1], 0, 1;
  setp.ne.u32 %p2, %r2, 0;
  @%p2 bra WAIT;
  ld.volatile.global.u32 %r3, [%rd1+4];
  add.u32 %r4, %r3, 1;
  st.volatile.global.u32 [%rd1+4], %r4;
  mul.wide.u32 %rd2, %r3, 4;
  add.u64 %rd3, %rd1, %rd2;
  mov.u32 %r5, %ctaid.x;
  st.volatile.global.u32 [%rd3+8], %r5;
  st.volatile.global.u32 [%rd1], 0;
DONE:
  ret;
})";
  CHECK_THAT(same_words(with_sms(4), body, 30), Catch::StartsWith("0 30 "));
}

TEST_CASE("of several SMs that fail in one cycle the one with the lowest number is named on any number of cores",
          "[threads]") {
  const char* const body = R"(
.visible .entry k(.param .u64 words) {
  .reg .u32 %r<2>;
  .reg .pred %p<2>;
  mov.u32 %r1, %ctaid.x;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra DONE;
  trap;
DONE:
  ret;
})";
  CHECK_THAT(same_words(with_sms(4), body, 4), Contains("error: SM 1: "));
}

TEST_CASE("the instruction limit ends a launch with the same words on any number of cores") {
  const char* const body = R"(
.visible .entry k(.param .u64 words) {
AGAIN:
  bra AGAIN;
})";
  Design design = with_sms(6);
  design.run.instruction_limit = 10'000;
  CHECK_THAT(same_words(design, body, 40), Contains("the launch has executed 10000 warp instructions"));
}

TEST_CASE("more cores than SMs change no byte") {
  const Design design = with_sms(2);
  CHECK(on_cores(64, "vectoradd", design) == on_cores(1, "vectoradd", design));
  Design alone = partitioned_design();
  CHECK(on_cores(2, "vectoradd", alone) == on_cores(1, "vectoradd", alone));
}
