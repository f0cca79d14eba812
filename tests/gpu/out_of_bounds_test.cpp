// Accesses outside of every allocation on a timed machine: an error, or a count, answered without memory.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "gpu/kernel_machine.h"
#include "report/invariants.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;

namespace {

// Every thread loads the word before its own, a word beyond the scratchpad and one beyond local memory; it adds to a
// word beyond the buffer of 64 bytes, stores outside of the buffer and of the scratchpad, and stores the sum of what it
// loaded.
constexpr const char* kOutOfBounds = R"(
.visible .entry k(.param .u64 in, .param .u64 out) {
  .reg .u32 %r<12>;
  .reg .u64 %rd<8>;
  .shared .align 4 .b8 tile[64];
  .local .align 4 .b8 own[16];
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %rd3, %r4, 4;
  add.u64 %rd4, %rd1, %rd3;
  add.u64 %rd5, %rd2, %rd3;
  ld.global.u32 %r5, [%rd4+-4];
  mov.u32 %r7, tile;
  ld.shared.u32 %r8, [%r7+4096];
  st.shared.u32 [%r7+1048576], %r3;
  mov.u32 %r7, own;
  ld.local.u32 %r9, [%r7+64];
  atom.global.add.u32 %r10, [%rd1+64], 1;
  st.global.u32 [%rd1+-1024], %r10;
  add.u32 %r5, %r5, %r8;
  add.u32 %r5, %r5, %r9;
  add.u32 %r5, %r5, %r10;
  st.global.u32 [%rd5], %r5;
  ret;
})";

std::string out_of_bounds_run(Design design, OutOfBounds setting, unsigned cores = 1) {
  design.run.out_of_bounds = setting;
  return forked([&] {
    KernelMachine machine(design, kOutOfBounds);
    machine.backend.gpu.use_cores(cores, 0);
    const std::uint64_t in = machine.device.upload(std::vector<std::uint32_t>(16, 7), "in");
    const std::uint64_t out = machine.device.allocate(64 * 4, "out");
    machine.device.launch("k", {4, 1, 1}, {16, 1, 1}, Arguments(in, out));
    RunResult result;
    machine.backend.gpu.collect(result);
    std::string text;
    for (const std::string& broken : broken_invariants(result)) text += "broken: " + broken + "\n";
    for (const std::string& broken : result.broken_invariants) text += "broken: " + broken + "\n";
    unsigned sevens = 0, zeros = 0;
    for (const std::uint32_t word : machine.device.download<std::uint32_t>(out, 64)) {
      sevens += word == 7;
      zeros += word == 0;
    }
    text += std::to_string(sevens) + " times 7 and " + std::to_string(zeros) + " times 0, " +
            std::to_string(result.counters["memory.out_of_bounds_reads"]) + " reads, " +
            std::to_string(result.counters["memory.out_of_bounds_writes"]) + " writes";
    for (const std::string& warning : result.warnings) text += "\n" + warning;
    return text;
  });
}

}  // namespace

TEST_CASE("accesses outside of every allocation are an error by default") {
  CHECK_THAT(out_of_bounds_run(partitioned_design(), OutOfBounds::kError),
             Contains("error: k.ptx:19: kernel 'k', block (0, 0, 0), thread (0, 0, 0): load of 4 bytes at 0x") &&
                 Contains("is out of bounds: 4 bytes before 'in' (64 bytes at 0x"));
}

TEST_CASE("accesses outside of every allocation are counted equally on one SM and three, one core and three") {
  // Of the 64 threads, 16 (threads 1 to 16 of the grid) load a word of the buffer and 48 load outside of it. All 64
  // load outside of the scratchpad and of local memory, store outside of the scratchpad, and add and store outside of
  // the buffer.
  const std::string expected =
      "16 times 7 and 48 times 0, " + std::to_string(48 + 2 * 64) + " reads, " + std::to_string(3 * 64) +
      " writes\n368 accesses out of bounds (176 reads returned 0, 192 writes dropped), the first: k.ptx:19: "
      "kernel 'k', block (0, 0, 0), thread (0, 0, 0): load of 4 bytes at 0x";
  Design lines = unified_design();
  lines.run.check_data = true;
  for (const Design& design : {partitioned_design(), unified_design(), lines}) {
    for (const unsigned sms : {1u, 3u}) {
      INFO(sms << " SMs");
      CHECK_THAT(out_of_bounds_run(with_sms(sms, design), OutOfBounds::kWarn), Catch::StartsWith(expected));
    }
  }
  const std::string one = out_of_bounds_run(with_sms(3, partitioned_design()), OutOfBounds::kWarn);
  CHECK(out_of_bounds_run(with_sms(3, partitioned_design()), OutOfBounds::kWarn, 3) == one);
}
