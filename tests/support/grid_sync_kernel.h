// A kernel whose blocks wait for each other, as compiled from this_grid().sync() of CUDA's cooperative groups.
#pragma once

#include <cstdint>
#include <vector>

namespace unibank::test {

// In each round every value becomes the sum of itself and its neighbour in a ring around the grid. `sums` has the same
// size as `values`.
constexpr const char* kGridSync = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry rounds(.param .u64 values, .param .u64 sums, .param .u32 rounds)
{
  .reg .pred %p<6>; .reg .b32 %r<24>; .reg .b64 %rd<16>;
  ld.param.u64 %rd1, [values];
  ld.param.u64 %rd2, [sums];
  ld.param.u32 %r1, [rounds];
  mov.u32 %r2, %envreg1;
  mov.u32 %r3, %envreg2;
  cvt.u64.u32 %rd3, %r2;
  cvt.u64.u32 %rd4, %r3;
  bfi.b64 %rd5, %rd3, %rd4, 32, 32;
  setp.ne.s64 %p1, %rd5, 0;
  @%p1 bra BEGIN;
  trap;
BEGIN:
  add.s64 %rd6, %rd5, 4;
  mov.u32 %r4, %ctaid.x;
  mov.u32 %r5, %ntid.x;
  mov.u32 %r6, %tid.x;
  mov.u32 %r7, %nctaid.x;
  mad.lo.u32 %r8, %r4, %r5, %r6;
  mul.lo.u32 %r9, %r5, %r7;
  add.u32 %r10, %r8, 1;
  rem.u32 %r10, %r10, %r9;
  mul.wide.u32 %rd7, %r8, 4;
  mul.wide.u32 %rd8, %r10, 4;
  add.s64 %rd9, %rd1, %rd7;
  add.s64 %rd10, %rd1, %rd8;
  add.s64 %rd11, %rd2, %rd7;
  setp.ne.u32 %p2, %r6, 0;
  setp.eq.u32 %p3, %r4, 0;
  mov.u32 %r11, 0x80000001;
  sub.u32 %r11, %r11, %r7;
  selp.b32 %r11, %r11, 1, %p3;
  shl.b32 %r12, %r1, 1;
AGAIN:
  setp.eq.u32 %p4, %r12, 0;
  @%p4 bra DONE;
  and.b32 %r13, %r12, 1;
  setp.eq.u32 %p5, %r13, 1;
  @%p5 bra BACK;
  ld.global.u32 %r14, [%rd9];
  ld.global.u32 %r15, [%rd10];
  add.u32 %r14, %r14, %r15;
  st.global.u32 [%rd11], %r14;
  bra SYNC;
BACK:
  ld.global.u32 %r14, [%rd11];
  st.global.u32 [%rd9], %r14;
SYNC:
  barrier.sync 0;
  @%p2 bra MET;
  atom.add.release.gpu.u32 %r16, [%rd6], %r11;
POLL:
  ld.acquire.gpu.u32 %r17, [%rd6];
  xor.b32 %r17, %r17, %r16;
  setp.gt.s32 %p5, %r17, -1;
  @%p5 bra POLL;
MET:
  barrier.sync 0;
  sub.u32 %r12, %r12, 1;
  bra AGAIN;
DONE:
  ret;
}
)";

inline std::vector<std::uint32_t> after_rounds(std::vector<std::uint32_t> values, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) {
    const std::vector<std::uint32_t> before = values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = before[i] + before[(i + 1) % values.size()];
  }
  return values;
}

inline std::vector<std::uint32_t> first_values(unsigned count) {
  std::vector<std::uint32_t> values(count);
  for (unsigned i = 0; i < count; ++i) values[i] = 3 * i * i + 1;
  return values;
}

}  // namespace unibank::test
