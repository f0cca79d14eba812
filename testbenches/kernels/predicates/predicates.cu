// Predicated instructions of every kind, comparisons combined with other predicates, selections, predicate logic.
extern "C" __global__ void predicates(const int* a, const int* b, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int x = a[i], y = b[i];
  int r;
  asm("{\n\t.reg .pred p, q, s;\n\t"
      "setp.lt.s32 p, %1, %2;\n\t"
      "setp.gt.and.s32 q|s, %1, 0, p;\n\t"
      "mov.u32 %0, 0;\n\t"
      "@p add.s32 %0, %0, 1;\n\t"
      "@!p sub.s32 %0, %0, 1;\n\t"
      "@q mad.lo.s32 %0, %1, 3, %0;\n\t"
      "@s xor.b32 %0, %0, %2;\n\t}"
      : "=&r"(r) : "r"(x), "r"(y));
  out[i] = r;
  asm("{\n\t.reg .pred p, q, s, t;\n\t"
      "setp.ne.s32 p, %1, 0;\n\t"
      "setp.le.or.s32 q, %1, %2, !p;\n\t"
      "setp.hi.xor.u32 s, %1, %2, q;\n\t"
      "and.pred t, p, q;\n\t"
      "or.pred t, t, s;\n\t"
      "xor.pred t, t, q;\n\t"
      "not.pred p, t;\n\t"
      "mov.pred q, p;\n\t"
      "selp.s32 %0, %1, %2, q;\n\t}"
      : "=r"(r) : "r"(x), "r"(y));
  out[n + i] = r;
  asm("slct.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(x + y));
  out[2 * n + i] = r;
  asm("set.le.u32.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
  out[3 * n + i] = r;
  // A guarded load and store of one thread in three.
  asm volatile("{\n\t.reg .pred p;\n\t.reg .u32 t;\n\t"
               "rem.s32 t, %2, 3;\n\t"
               "setp.eq.u32 p, t, 0;\n\t"
               "mov.u32 t, 99;\n\t"
               "@p ld.global.u32 t, [%1];\n\t"
               "@!p st.global.u32 [%0], t;\n\t"
               "@p st.global.u32 [%0], 55;\n\t}"
               : : "l"(out + 4 * n + i), "l"(a + i), "r"(i) : "memory");
}
