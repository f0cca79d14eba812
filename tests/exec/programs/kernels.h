// Kernels for the programs: PTX as nvcc would write it, shortened by hand.
#pragma once

#include <string>

inline const std::string kHead = ".version 7.0\n.target sm_75\n.address_size 64\n";

// void add(const float* a, const float* b, float* c, int n)
inline const std::string kAdd = R"(.visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)
{
  .reg .pred %p<2>; .reg .b32 %r<6>; .reg .f32 %f<4>; .reg .b64 %l<12>;
  ld.param.u64 %l1, [a]; ld.param.u64 %l2, [b]; ld.param.u64 %l3, [c]; ld.param.u32 %r5, [n];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.s32 %p1, %r4, %r5;
  @%p1 bra END;
  cvta.to.global.u64 %l4, %l1; cvta.to.global.u64 %l5, %l2; cvta.to.global.u64 %l6, %l3;
  mul.wide.s32 %l7, %r4, 4;
  add.s64 %l8, %l4, %l7; add.s64 %l9, %l5, %l7; add.s64 %l10, %l6, %l7;
  ld.global.f32 %f1, [%l8]; ld.global.f32 %f2, [%l9];
  add.f32 %f3, %f1, %f2;
  st.global.f32 [%l10], %f3;
END:
  ret;
}
)";

// void scale(int* values, int by, int n); __constant__ int offset: values[i] = values[i] * by + offset
inline const std::string kScale = R"(.visible .const .align 4 .b8 offset[4];
.visible .entry scale(.param .u64 values, .param .u32 by, .param .u32 n)
{
  .reg .pred %p<2>; .reg .b32 %r<10>; .reg .b64 %l<6>;
  ld.param.u64 %l1, [values]; ld.param.u32 %r5, [by]; ld.param.u32 %r6, [n];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.s32 %p1, %r4, %r6;
  @%p1 bra END;
  cvta.to.global.u64 %l2, %l1;
  mul.wide.s32 %l3, %r4, 4; add.s64 %l4, %l2, %l3;
  ld.global.u32 %r7, [%l4]; ld.const.u32 %r8, [offset];
  mad.lo.s32 %r9, %r7, %r5, %r8;
  st.global.u32 [%l4], %r9;
END:
  ret;
}
)";

// void hello(): each thread prints its block and thread number.
inline const std::string kHello = R"(.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.global .align 1 .b8 line[23] = {98, 108, 111, 99, 107, 32, 37, 100, 44, 32, 116, 104,
  114, 101, 97, 100, 32, 37, 100, 10};
.visible .entry hello()
{
  .reg .b32 %r<4>; .reg .b64 %l<5>;
  .local .align 8 .b8 own[8];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x;
  st.local.v2.u32 [own], {%r1, %r2};
  mov.u64 %l1, line; cvta.global.u64 %l2, %l1;
  mov.u64 %l3, own; cvta.local.u64 %l4, %l3;
  { .param .b64 p0; .param .b64 p1; .param .b32 r;
    st.param.b64 [p0], %l2; st.param.b64 [p1], %l4;
    call.uni (r), vprintf, (p0, p1); }
  ret;
}
)";
