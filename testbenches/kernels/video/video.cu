// Operations on four bytes at a time, 24-bit products, sums of absolute differences: used by video codecs and old
// kernels.
extern "C" __global__ void video(const unsigned* a, const unsigned* b, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned x = a[i], y = b[i];
  unsigned r;
  out[i] = __vabsdiffu4(x, y);
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(1000));
  out[n + i] = r;
  asm("vabsdiff4.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(0));
  out[2 * n + i] = r;
  asm("mul24.lo.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
  out[3 * n + i] = r;
  asm("mul24.hi.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
  out[4 * n + i] = r;
  asm("mul24.lo.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
  out[5 * n + i] = r;
  asm("mul24.hi.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
  out[6 * n + i] = r;
  asm("mad24.lo.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(x));
  out[7 * n + i] = r;
  asm("sad.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(x));
  out[8 * n + i] = r;
  asm("sad.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(y));
  out[9 * n + i] = r;
}
