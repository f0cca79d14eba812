// Bit operations on words: logic, shifts, fields, counts and permutations.
extern "C" __global__ void bits_32(const unsigned* a, const unsigned* b, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned x = a[i], y = b[i];
  out[i] = x & y;
  out[n + i] = x | y;
  out[2 * n + i] = x ^ y;
  out[3 * n + i] = ~x;
  out[4 * n + i] = x << (y & 31);
  out[5 * n + i] = x >> (y & 31);
  out[6 * n + i] = static_cast<unsigned>(static_cast<int>(x) >> (y & 31));
  out[7 * n + i] = __brev(x);
  out[8 * n + i] = __clz(x >> (y & 31));
  out[9 * n + i] = __popc(x);
  out[10 * n + i] = __ffs(x);
  out[11 * n + i] = __byte_perm(x, y, x >> 16);
  out[12 * n + i] = __funnelshift_l(x, y, x);
  out[13 * n + i] = __funnelshift_r(x, y, x);
  out[14 * n + i] = __funnelshift_lc(x, y, x & 63);
  out[15 * n + i] = __funnelshift_rc(x, y, x & 63);
}

extern "C" __global__ void bits_64(const unsigned long long* a, unsigned long long* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned long long x = a[i], y = a[n - 1 - i];
  out[i] = x & ~y;
  out[n + i] = x | y;
  out[2 * n + i] = x ^ y;
  out[3 * n + i] = x << (y & 63);
  out[4 * n + i] = x >> (y & 63);
  out[5 * n + i] = static_cast<unsigned long long>(static_cast<long long>(x) >> (y & 63));
  out[6 * n + i] = __brevll(x);
  out[7 * n + i] = __clzll(x >> (y & 63));
  out[8 * n + i] = __popcll(x);
  out[9 * n + i] = __ffsll(x);
}

// Fields, first set bits, permutation modes and shifts beyond the width have no C++ expression.
extern "C" __global__ void bits_fields(const unsigned* a, const unsigned* b, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned x = a[i], y = b[i], from = y & 63, length = y >> 8 & 63;
  unsigned r;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(from), "r"(length));
  out[i] = r;
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(from), "r"(length));
  out[n + i] = r;
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(x), "r"(y), "r"(from), "r"(length));
  out[2 * n + i] = r;
  asm("bfind.u32 %0, %1;" : "=r"(r) : "r"(x >> (y & 31)));
  out[3 * n + i] = r;
  asm("bfind.shiftamt.s32 %0, %1;" : "=r"(r) : "r"(x));
  out[4 * n + i] = r;
  asm("shl.b32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(from));
  out[5 * n + i] = r;
  asm("shr.u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(from));
  out[6 * n + i] = r;
  asm("shr.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(from));
  out[7 * n + i] = r;
  asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(from & 3));
  out[8 * n + i] = r;
  asm("prmt.b32.rc16 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(from & 3));
  out[9 * n + i] = r;
  asm("prmt.b32.ecl %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(from & 3));
  out[10 * n + i] = r;
  unsigned long long wide = static_cast<unsigned long long>(x) << 32 | y, w;
  asm("bfe.s64 %0, %1, %2, %3;" : "=l"(w) : "l"(wide), "r"(from), "r"(length));
  out[11 * n + i] = static_cast<unsigned>(w ^ w >> 32);
  asm("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(w) : "l"(wide), "l"(~wide), "r"(from), "r"(length));
  out[12 * n + i] = static_cast<unsigned>(w ^ w >> 32);
  asm("bfind.u64 %0, %1;" : "=r"(r) : "l"(wide >> from));
  out[13 * n + i] = r;
  asm("cnot.b32 %0, %1;" : "=r"(r) : "r"(x & 1));
  out[14 * n + i] = r;
}
