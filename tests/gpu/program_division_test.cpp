// One division for a program (partition.scope = program): lines stay from kernel to kernel.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Both kernels load the same 8 lines in each of the 3 warps of a block. `wide` has all values at once.
const char* const kTwoKernels = R"(.visible .entry wide(.param .u64 in) {
  .reg .b32 %r<12>; .reg .b64 %d<3>;
  ld.param.u64 %d1, [in];
  mov.u32 %r1, %tid.x;
  mad.wide.u32 %d2, %r1, 4, %d1;
  ld.global.u32 %r2, [%d2];      ld.global.u32 %r3, [%d2+384];  ld.global.u32 %r4, [%d2+768];
  ld.global.u32 %r5, [%d2+1152]; ld.global.u32 %r6, [%d2+1536]; ld.global.u32 %r7, [%d2+1920];
  ld.global.u32 %r8, [%d2+2304]; ld.global.u32 %r9, [%d2+2688];
  xor.b32 %r2, %r2, %r3; xor.b32 %r4, %r4, %r5; xor.b32 %r6, %r6, %r7; xor.b32 %r8, %r8, %r9;
  xor.b32 %r2, %r2, %r4; xor.b32 %r6, %r6, %r8; xor.b32 %r2, %r2, %r6;
  st.global.u32 [%d2+3072], %r2;
  ret;
}
.visible .entry narrow(.param .u64 in) {
  .reg .b32 %r<4>; .reg .b64 %d<3>; .reg .pred %p;
  ld.param.u64 %d1, [in];
  mov.u32 %r1, %tid.x;
  mad.wide.u32 %d2, %r1, 4, %d1;
  mov.u32 %r2, 0;
L:
  ld.global.u32 %r1, [%d2];
  add.u64 %d2, %d2, 384;
  add.u32 %r2, %r2, 1;
  setp.lt.u32 %p, %r2, 8;
  @%p bra L;
  st.global.u32 [%d2], %r1;
  ret;
})";

// Lines read by the third and fourth launch: wide, narrow, wide, narrow. After the second one the program is known.
std::uint64_t read_again(const std::string& design_name, const std::vector<std::string>& set) {
  const Design design = load_design(design_name, {}, set).design;
  KernelMachine machine(design, kTwoKernels);
  const auto registers = [&](const char* kernel) { return machine.device.kernel(kernel).registers_per_thread; };
  // 30 warps with this many registers in 4 banks take one row more than their bytes do.
  CHECK(registers("wide") % 4 == 2);
  CHECK(registers("narrow") < registers("wide"));
  const std::uint64_t in = machine.device.upload(std::vector<std::uint32_t>(96 * 9, 0));
  const auto read = [&] {
    for (const char* kernel : {"wide", "narrow"}) machine.device.launch(kernel, {1, 1, 1}, {96, 1, 1}, Arguments(in));
    RunResult result;
    machine.backend.gpu.collect(result);
    return static_cast<std::uint64_t>(result.counters["mshr.reads"]);
  };
  const std::uint64_t first = read();
  CHECK(first >= 3 * 8);
  return read() - first;
}

}  // namespace

TEST_CASE("unified lines stay for the program's other kernels, which need other registers") {
  CHECK(read_again("gebhart2012/unified-384k", {}) == 0);
}

TEST_CASE("separate lines stay for the program's other kernels") {
  CHECK(read_again("gebhart2012/partitioned", {}) == 0);
}

TEST_CASE("lines of a pool stay for the program's other kernels") {
  CHECK(read_again("gebhart2012/fermi-like-32-96", {}) == 0);
}
