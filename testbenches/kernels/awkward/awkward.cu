// Operations on infinities, NaN, zeros of both signs and subnormal numbers. Values are stored as bits.
__constant__ unsigned awkward[16] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001,
    0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x40490fdb, 0x34000000, 0x4f000000, 0xcf800001};

extern "C" __global__ void awkward_f32(float* out, unsigned* flags) {
  const int n = 256, i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = __uint_as_float(awkward[i & 15]), y = __uint_as_float(awkward[i >> 4]);
  out[i] = x + y;
  out[n + i] = x - y;
  out[2 * n + i] = x * y;
  out[3 * n + i] = __fdiv_rn(x, y);
  out[4 * n + i] = __fsqrt_rn(x);
  out[5 * n + i] = __fmaf_rn(x, y, x);
  out[6 * n + i] = fminf(x, y);
  out[7 * n + i] = fmaxf(x, y);
  const float number = x == x ? x : 0.0f;  // the bits of a negated NaN are unspecified
  out[8 * n + i] = copysignf(number, y);
  out[9 * n + i] = -number;
  out[10 * n + i] = fabsf(number);
  out[11 * n + i] = __saturatef(x);
  float r;
  asm("add.ftz.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
  out[12 * n + i] = r;
  asm("mul.ftz.sat.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
  out[13 * n + i] = r;
  flags[i] = (x == y) | (x != y) << 1 | (x < y) << 2 | (x <= y) << 3 | (x > y) << 4 | (x >= y) << 5 |
             !(x < y) << 6 | !(x <= y) << 7 | !(x > y) << 8 | !(x >= y) << 9;
  unsigned u;
  asm("{\n\t.reg .pred p, q;\n\tsetp.equ.f32 p|q, %1, %2;\n\tselp.u32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}"
      : "=r"(u) : "f"(x), "f"(y));
  flags[n + i] = u;
  asm("{\n\t.reg .pred p;\n\tsetp.num.f32 p, %1, %2;\n\tselp.u32 %0, 1, 0, p;\n\t"
      "setp.nan.f32 p, %1, %2;\n\t@p add.u32 %0, %0, 2;\n\t"
      "setp.ltu.f32 p, %1, %2;\n\t@p add.u32 %0, %0, 4;\n\t"
      "setp.lt.ftz.f32 p, %1, %2;\n\t@p add.u32 %0, %0, 8;\n\t}"
      : "=r"(u) : "f"(x), "f"(y));
  flags[2 * n + i] = u;
  asm("set.gt.u32.f32 %0, %1, %2;" : "=r"(u) : "f"(x), "f"(y));
  flags[3 * n + i] = u;
  asm("{\n\t.reg .pred p;\n\ttestp.subnormal.f32 p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t"
      "testp.infinite.f32 p, %1;\n\t@p add.u32 %0, %0, 2;\n\t}"
      : "=r"(u) : "f"(x));
  flags[4 * n + i] = u;
}

// In f64 the bits of a NaN depend on the machine, so only whether there is one is stored.
extern "C" __global__ void awkward_f64(double* out) {
  const int n = 256, i = blockIdx.x * blockDim.x + threadIdx.x;
  const double x = __dmul_rn(__uint_as_float(awkward[i & 15]), 1e-290);
  const double y = __dmul_rn(__uint_as_float(awkward[i >> 4]), 1e-290);
  const double results[] = {x + y, x * y, x / y, sqrt(x), fma(x, y, x), fmin(x, y), fmax(x, y), copysign(x, y)};
#pragma unroll
  for (int k = 0; k < 8; ++k) out[k * n + i] = results[k] == results[k] ? results[k] : 1234.5;
}
