// Integer arithmetic of 16, 32 and 64 bits. Result k of thread i is out[k * n + i].
template <typename T>
static __device__ __forceinline__ void arithmetic(const T* a, const T* b, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const T x = a[i], y = b[i], z = y | 1;
  out[i] = x + y;
  out[n + i] = x - y;
  out[2 * n + i] = x * y;
  out[3 * n + i] = x / z;
  out[4 * n + i] = x % z;
  out[5 * n + i] = x < y ? x : y;
  out[6 * n + i] = x > y ? x : y;
  out[7 * n + i] = x > 0 ? x : -x;
  out[8 * n + i] = x * y + z;
}

#define INTEGERS(name, T) \
  extern "C" __global__ void name(const T* a, const T* b, T* out, int n) { arithmetic<T>(a, b, out, n); }
INTEGERS(integers_s16, short)
INTEGERS(integers_u16, unsigned short)
INTEGERS(integers_s32, int)
INTEGERS(integers_u32, unsigned)
INTEGERS(integers_s64, long long)
INTEGERS(integers_u64, unsigned long long)

// Products of two words, whole and by halves, and division by a constant.
extern "C" __global__ void integers_products(const int* a, const int* b, long long* whole, int* halves, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int x = a[i], y = b[i];
  const unsigned u = static_cast<unsigned>(x), v = static_cast<unsigned>(y);
  const long long product = static_cast<long long>(x) * y;
  whole[i] = product;
  whole[n + i] = static_cast<long long>(static_cast<unsigned long long>(u) * v);
  whole[2 * n + i] = product + static_cast<long long>(y) * 12345;
  whole[3 * n + i] = __mul64hi(product, 0x123456789abcdefLL);
  whole[4 * n + i] = static_cast<long long>(__umul64hi(~0ull - u, ~0ull - v));
  halves[i] = __mulhi(x, y);
  halves[n + i] = static_cast<int>(__umulhi(u, v));
  halves[2 * n + i] = x / 7 + y % 10;
  halves[3 * n + i] = static_cast<int>(u / 1000003u - v % 255u);
  halves[4 * n + i] = static_cast<int>(product / 1000);
}
