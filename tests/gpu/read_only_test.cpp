// Constants and parameters through the constant cache of a machine; the bytes that hardware would move are compared.
#include <catch2/catch.hpp>

#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Thread t: result[t] = table[t] + table[0].
constexpr const char* kTable = R"(
.const .align 4 .b32 table[32] = {100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116,
                                  117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131};
.visible .entry k(.param .u64 result)
{
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [result];
  cvta.to.global.u64 %rd1, %rd1;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  mov.u64 %rd3, table;
  add.s64 %rd4, %rd3, %rd2;
  ld.const.u32 %r2, [%rd4];
  ld.const.u32 %r3, [table];
  add.s32 %r4, %r2, %r3;
  add.s64 %rd1, %rd1, %rd2;
  st.global.u32 [%rd1], %r4;
  ret;
})";

}  // namespace

TEST_CASE("constants and parameters are compared with the bytes that the constant cache reads from memory") {
  Design design;
  design.run.check_data = true;
  design.constant_cache.bytes = 8192;
  KernelMachine machine(design, kTable);
  const std::uint64_t result = machine.device.allocate(32 * 4, "result");
  machine.device.launch("k", {1, 1, 1}, {32, 1, 1}, Arguments(result));
  const std::vector<std::uint32_t> found = machine.device.download<std::uint32_t>(result, 32);
  for (unsigned i = 0; i < 32; ++i) CHECK(found[i] == 100 + i + 100);
  RunResult run;
  machine.backend.gpu.collect(run);
  // A parameter of 8 bytes, then 32 words in two lines. The second load finds its line already on the way.
  CHECK(run.counters["constant_cache.misses"] == 1 + 32 + 1);
  CHECK(run.counters["constant_cache.merges"] == 30 + 1);
  CHECK(run.counters["read_only.reads"] == 3);
  // Each line's bytes are compared once, when the line arrives: 8 bytes, 2 x 64 bytes, and 4 bytes of the last load.
  CHECK(run.counters["values.memory"] == 8 + 128 + 4);
}
