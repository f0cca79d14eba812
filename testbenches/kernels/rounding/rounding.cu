// Arithmetic in four rounding modes, in f32 and f64.
#define ROUNDED(suffix)                                                                                     \
  extern "C" __global__ void rounding_f32_##suffix(const float* a, const float* b, float* out, int n) {     \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                                                    \
    if (i >= n) return;                                                                                     \
    const float x = a[i], y = b[i];                                                                         \
    out[i] = __fadd_##suffix(x, y);                                                                         \
    out[n + i] = __fsub_##suffix(x, y);                                                                     \
    out[2 * n + i] = __fmul_##suffix(x, y);                                                                 \
    out[3 * n + i] = __fmaf_##suffix(x, y, x);                                                              \
    out[4 * n + i] = __fdiv_##suffix(x, y);                                                                 \
    out[5 * n + i] = __fsqrt_##suffix(fabsf(x));                                                            \
    out[6 * n + i] = __frcp_##suffix(y);                                                                    \
    out[7 * n + i] = __int2float_##suffix(static_cast<int>(x * 100000.0f) * 1001);                          \
  }                                                                                                         \
  extern "C" __global__ void rounding_f64_##suffix(const double* a, const double* b, double* out, int n) {  \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                                                    \
    if (i >= n) return;                                                                                     \
    const double x = a[i], y = b[i];                                                                        \
    out[i] = __dadd_##suffix(x, y);                                                                         \
    out[n + i] = __dadd_##suffix(x, -y);                                                                    \
    out[2 * n + i] = __dmul_##suffix(x, y);                                                                 \
    out[3 * n + i] = __fma_##suffix(x, y, x);                                                               \
    out[4 * n + i] = __ddiv_##suffix(x, y);                                                                 \
    out[5 * n + i] = __dsqrt_##suffix(fabs(x));                                                             \
    out[6 * n + i] = __drcp_##suffix(y);                                                                    \
  }
ROUNDED(rn)
ROUNDED(rz)
ROUNDED(rd)
ROUNDED(ru)
