// Numbers of 128 bits: add, sub and mad with carry, in 32-bit and in 64-bit limbs.
extern "C" __global__ void carry_32(const uint4* a, const uint4* b, uint4* sum, uint4* difference, uint4* product,
                                    int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uint4 x = a[i], y = b[i];
  uint4 r;
  asm("add.cc.u32 %0, %4, %8;\n\t"
      "addc.cc.u32 %1, %5, %9;\n\t"
      "addc.cc.u32 %2, %6, %10;\n\t"
      "addc.u32 %3, %7, %11;"
      : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)
      : "r"(x.x), "r"(x.y), "r"(x.z), "r"(x.w), "r"(y.x), "r"(y.y), "r"(y.z), "r"(y.w));
  sum[i] = r;
  asm("sub.cc.u32 %0, %4, %8;\n\t"
      "subc.cc.u32 %1, %5, %9;\n\t"
      "subc.cc.u32 %2, %6, %10;\n\t"
      "subc.u32 %3, %7, %11;"
      : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)
      : "r"(x.x), "r"(x.y), "r"(x.z), "r"(x.w), "r"(y.x), "r"(y.y), "r"(y.z), "r"(y.w));
  difference[i] = r;
  // The 128-bit product of the two low 64-bit halves.
  asm("{\n\t"
      "mul.lo.u32 %0, %4, %6;\n\t"
      "mul.hi.u32 %1, %4, %6;\n\t"
      "mad.lo.cc.u32 %1, %4, %7, %1;\n\t"
      "madc.hi.u32 %2, %4, %7, 0;\n\t"
      "mad.lo.cc.u32 %1, %5, %6, %1;\n\t"
      "madc.hi.cc.u32 %2, %5, %6, %2;\n\t"
      "addc.u32 %3, 0, 0;\n\t"
      "mad.lo.cc.u32 %2, %5, %7, %2;\n\t"
      "madc.hi.u32 %3, %5, %7, %3;\n\t"
      "}"
      : "=&r"(r.x), "=&r"(r.y), "=&r"(r.z), "=&r"(r.w)
      : "r"(x.x), "r"(x.y), "r"(y.x), "r"(y.y));
  product[i] = r;
}

extern "C" __global__ void carry_64(const unsigned long long* a, const unsigned long long* b, unsigned long long* out,
                                    int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long low, high;
  asm("add.cc.u64 %0, %2, %4;\n\taddc.u64 %1, %3, %5;"
      : "=l"(low), "=l"(high)
      : "l"(a[i]), "l"(a[n + i]), "l"(b[i]), "l"(b[n + i]));
  out[i] = low;
  out[n + i] = high;
  asm("sub.cc.u64 %0, %2, %4;\n\tsubc.u64 %1, %3, %5;"
      : "=l"(low), "=l"(high)
      : "l"(a[i]), "l"(a[n + i]), "l"(b[i]), "l"(b[n + i]));
  out[2 * n + i] = low;
  out[3 * n + i] = high;
  asm("mad.lo.cc.u64 %0, %2, %3, %4;\n\tmadc.hi.u64 %1, %2, %3, %5;"
      : "=&l"(low), "=&l"(high)
      : "l"(a[i]), "l"(b[i]), "l"(a[n + i]), "l"(b[n + i]));
  out[4 * n + i] = low;
  out[5 * n + i] = high;
}
