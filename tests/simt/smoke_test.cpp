#include <catch2/catch.hpp>

#include "simt/run_kernel.h"

using namespace unibank;

TEST_CASE("each thread of a warp stores its own result") {
  KernelRun kernel(module_of("mul.wide.u32 %l2, %r0, 4;\nadd.s64 %l3, %l1, %l2;\nld.global.u32 %r1, [%l3];\n"
                          "mad.lo.s32 %r2, %r1, 3, %r0;\nadd.s64 %l4, %l0, %l2;\nst.global.u32 [%l4], %r2;"));
  std::vector<std::uint32_t> in(32);
  for (unsigned i = 0; i < 32; ++i) in[i] = 1000 * i + 7;
  const auto out = kernel.run<std::uint32_t>(in, 32);
  for (unsigned i = 0; i < 32; ++i) CHECK(out[i] == 3 * in[i] + i);
  CHECK(kernel.warp_instructions == 10);
  CHECK(kernel.thread_instructions == 320);
}
