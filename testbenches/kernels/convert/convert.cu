// Conversions: every width, rounding to integers four ways, saturation, subnormals.
template <typename T>
static __device__ __forceinline__ void to_float(const T* from, float* f, double* d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  f[i] = static_cast<float>(from[i]);
  d[i] = static_cast<double>(from[i]);
}
#define FROM_INTEGER(name, T) \
  extern "C" __global__ void name(const T* from, float* f, double* d, int n) { to_float<T>(from, f, d, n); }
FROM_INTEGER(convert_s8, signed char)
FROM_INTEGER(convert_u8, unsigned char)
FROM_INTEGER(convert_s16, short)
FROM_INTEGER(convert_u16, unsigned short)
FROM_INTEGER(convert_s32, int)
FROM_INTEGER(convert_u32, unsigned)
FROM_INTEGER(convert_s64, long long)
FROM_INTEGER(convert_u64, unsigned long long)

// Conversion to integers of floats with and without a fraction, far out of range, infinite and NaN. Out-of-range values
// saturate, NaN becomes 0 (32 bits).
extern "C" __global__ void convert_to_integers(const float* from, int* out, long long* wide, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = from[i];
  const double y = 1e9 * x;
  out[i] = __float2int_rn(x);
  out[n + i] = __float2int_rz(x);
  out[2 * n + i] = __float2int_rd(x);
  out[3 * n + i] = __float2int_ru(x);
  out[4 * n + i] = static_cast<int>(__float2uint_rn(x));
  out[5 * n + i] = static_cast<int>(__float2uint_rz(x * 1e8f));
  out[6 * n + i] = __float2int_rz(x * 1e8f);
  out[7 * n + i] = __double2int_rz(y);
  wide[i] = __float2ll_rz(x * 1e16f);
  wide[n + i] = __double2ll_rn(y);
  wide[2 * n + i] = __double2ll_rd(x / 3.0);
  wide[3 * n + i] = static_cast<long long>(__double2ull_rz(fabs(y)));
}

// Between floats, to integral floats, and into narrow integers.
extern "C" __global__ void convert_floats(const float* from, float* out, double* wide, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = from[i];
  const float number = x == x ? x : 0.0f;  // the bits of a NaN depend on the machine
  const double third = number / 3.0;
  out[i] = floorf(number);
  out[n + i] = ceilf(number);
  out[2 * n + i] = truncf(number);
  out[3 * n + i] = rintf(number);
  out[4 * n + i] = __double2float_rn(third);
  out[5 * n + i] = __double2float_rz(third);
  out[6 * n + i] = __double2float_rd(third);
  out[7 * n + i] = __double2float_ru(third);
  out[8 * n + i] = __saturatef(x);
  wide[i] = floor(third);
  wide[n + i] = ceil(third);
  wide[2 * n + i] = trunc(third);
  wide[3 * n + i] = rint(third);
  wide[4 * n + i] = number;
}

extern "C" __global__ void convert_narrow(const int* from, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int x = from[i];
  int r;
  out[i] = static_cast<signed char>(x);
  out[n + i] = static_cast<unsigned char>(x);
  out[2 * n + i] = static_cast<short>(x);
  out[3 * n + i] = static_cast<unsigned short>(x);
  asm("{\n\t.reg .s8 t;\n\tcvt.sat.s8.s32 t, %1;\n\tcvt.s32.s8 %0, t;\n\t}" : "=r"(r) : "r"(x));
  out[4 * n + i] = r;
  asm("{\n\t.reg .u8 t;\n\tcvt.sat.u8.s32 t, %1;\n\tcvt.u32.u8 %0, t;\n\t}" : "=r"(r) : "r"(x));
  out[5 * n + i] = r;
  asm("{\n\t.reg .s16 t;\n\tcvt.sat.s16.s32 t, %1;\n\tcvt.s32.s16 %0, t;\n\t}" : "=r"(r) : "r"(x));
  out[6 * n + i] = r;
  asm("cvt.sat.u32.s32 %0, %1;" : "=r"(r) : "r"(x));
  out[7 * n + i] = r;
}
