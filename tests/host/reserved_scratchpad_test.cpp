// The scratchpad reserved for cooperative groups' tiles of several warps, at %reserved_smem_offset_1.
#include <catch2/catch.hpp>

#include "host/functional_backend.h"
#include "simt/run_kernel.h"

using namespace unibank;

namespace {

constexpr const char* kReserved = R"(.version 8.0
.target sm_90
.address_size 64
.func add_in(.param .b32 value)
{
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  ld.param.u32 %r1, [value];
  mov.u32 %r2, %reserved_smem_offset_1;
  cvt.u64.u32 %rd1, %r2;
  cvta.shared.u64 %rd2, %rd1;
  red.add.release.cta.u32 [%rd2], %r1;
  ret;
}
.visible .entry total(.param .u64 out)
{
  .reg .b32 %r<8>; .reg .b64 %rd<4>; .reg .pred %p<2>;
  .shared .align 4 .b8 own[12];
  mov.u32 %r1, %tid.x;
  st.shared.u32 [own], %r1;
  mov.u32 %r6, %reserved_smem_offset_1;
  st.shared.u32 [%r6+284], %r1;
  { .param .b32 value; st.param.b32 [value], %r1; call.uni add_in, (value); }
  bar.sync 0;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra END;
  mov.u32 %r2, %reserved_smem_offset_1;
  ld.shared.u32 %r3, [%r2];
  mov.u32 %r5, own;
  ld.param.u64 %rd1, [out];
  st.global.v4.u32 [%rd1], {%r3, %r2, %r5, %r6};
END:
  ret;
}
)";

}  // namespace

TEST_CASE("the reserved scratchpad is one for the kernel and its functions and is zero when a block begins") {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory);
  device.load(kReserved, "tiles.ptx");
  const std::uint64_t out = device.allocate(16, "out");
  device.launch("total", {3, 1, 1}, {96, 1, 1}, Arguments(out));
  // After the kernel's own 12 bytes, aligned to 16.
  CHECK(device.download<std::uint32_t>(out, 4) == std::vector<std::uint32_t>{95 * 96 / 2, 16, 0, 16});
  CHECK(device.kernel("total").scratchpad_bytes == 16 + 288);  // the partition counts it
  CHECK(backend.counts().uninitialised_scratchpad_reads.count == 0);
}

TEST_CASE("a kernel that does not mention the reserved scratchpad has none") {
  KernelRun kernel(module_of(".shared .align 4 .b8 own[12];\nst.shared.u32 [own], %r0;"));
  CHECK(kernel.kernel().scratchpad_bytes == 12);
}
