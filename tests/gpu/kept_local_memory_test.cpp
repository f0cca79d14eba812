// Local memory in an L1 that keeps its lines between launches: a launch's local memory has no defined bytes until its
// threads write them.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// The first `count` threads have a local word. Its line enters by the load and is dirty after the second store.
const char* const kKernel = R"(.visible .entry k(.param .u64 out, .param .u32 count) {
  .reg .b32 %r<4>; .reg .b64 %d<3>; .reg .pred %p;
  .local .align 4 .b8 own[16];
  mov.u32 %r1, %tid.x;
  ld.param.u32 %r2, [count];
  setp.ge.u32 %p, %r1, %r2;
  @%p bra END;
  mov.u64 %d1, own;
  st.local.u32 [%d1], 7;
  ld.local.u32 %r3, [%d1];
  add.u32 %r3, %r3, %r2;
  st.local.u32 [%d1], %r3;
  ld.local.u32 %r3, [%d1];
  ld.param.u64 %d2, [out];
  mad.wide.u32 %d2, %r1, 4, %d2;
  st.global.u32 [%d2], %r3;
END:
  ret;
})";

}  // namespace

TEST_CASE("words of local memory that a launch does not write are not compared with what its L1 has from another one") {
  const Design design = load_design("gebhart2012/partitioned", {},
                                    {"cache.local_stores=write-back", "cache.keep_between_kernels=true",
                                     "run.check_data=true"}).design;
  KernelMachine machine(design, kKernel);
  const std::uint64_t out = machine.device.upload(std::vector<std::uint32_t>(32, 0));
  for (const std::uint32_t count : {32u, 5u})
    machine.device.launch("k", {1, 1, 1}, {32, 1, 1}, Arguments(out, count));
  const std::vector<std::uint32_t> found = machine.device.download<std::uint32_t>(out, 32);
  CHECK(found[4] == 12);
  CHECK(found[5] == 39);
  RunResult result;
  machine.backend.gpu.collect(result);
  CHECK(result.counters["cache.flushed"] == 2);  // a line in each launch
}
