// Half precision: conversions in both directions, arithmetic on one value and on two values in a register.
extern "C" __global__ void half_convert(const float* from, unsigned short* out, float* back, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned short h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(from[i]));
  out[i] = h;
  asm("cvt.rz.f16.f32 %0, %1;" : "=h"(h) : "f"(from[i]));
  out[n + i] = h;
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(static_cast<unsigned short>(out[i] ^ i << 3)));
  back[i] = f;
}

extern "C" __global__ void half_arithmetic(const unsigned short* a, const unsigned short* b, unsigned short* out,
                                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned short x = a[i], y = b[i];
  unsigned short h;
  asm("add.f16 %0, %1, %2;" : "=h"(h) : "h"(x), "h"(y));
  out[i] = h;
  asm("sub.rn.f16 %0, %1, %2;" : "=h"(h) : "h"(x), "h"(y));
  out[n + i] = h;
  asm("mul.f16 %0, %1, %2;" : "=h"(h) : "h"(x), "h"(y));
  out[2 * n + i] = h;
  asm("fma.rn.f16 %0, %1, %2, %1;" : "=h"(h) : "h"(x), "h"(y));
  out[3 * n + i] = h;
  asm("neg.f16 %0, %1;" : "=h"(h) : "h"(x));
  out[4 * n + i] = h;
  asm("{\n\t.reg .pred p;\n\tsetp.lt.f16 p, %1, %2;\n\tselp.b16 %0, %1, %2, p;\n\t}" : "=h"(h) : "h"(x), "h"(y));
  out[5 * n + i] = h;
}

extern "C" __global__ void half_pairs(const unsigned* a, const unsigned* b, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned x = a[i], y = b[i];
  unsigned r;
  asm("add.f16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
  out[i] = r;
  asm("mul.f16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
  out[n + i] = r;
  asm("fma.rn.f16x2 %0, %1, %2, %2;" : "=r"(r) : "r"(x), "r"(y));
  out[2 * n + i] = r;
}
