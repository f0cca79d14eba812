// Atomics on global memory in every operation, of 32 and 64 bits, and sums of floats and doubles. Each thread reads
// back values of its own cell; the final values of shared cells do not depend on the order of the threads.
extern "C" __global__ void atomics_own(int* s, unsigned* u, unsigned long long* w, float* f, double* d, int* old_s,
                                       unsigned* old_u, unsigned long long* old_w, float* old_f, double* old_d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  old_s[i] = atomicAdd(s + i, i);
  old_s[n + i] = atomicSub(s + i, 5);
  old_s[2 * n + i] = atomicMin(s + i, 40);
  old_s[3 * n + i] = atomicMax(s + i, -20);
  old_s[4 * n + i] = atomicExch(s + i, i * 3);
  old_s[5 * n + i] = atomicCAS(s + i, i * 3, -i);
  old_u[i] = atomicAnd(u + i, 0xff0fu);
  old_u[n + i] = atomicOr(u + i, 0x10u);
  old_u[2 * n + i] = atomicXor(u + i, 0xffffu);
  old_u[3 * n + i] = atomicInc(u + i, 60000u);
  old_u[4 * n + i] = atomicDec(u + i, 70000u);
  old_u[5 * n + i] = atomicMin(u + i, 50000u);
  old_u[6 * n + i] = atomicMax(u + i, 3000u);
  old_w[i] = atomicAdd(w + i, 1ull << 40);
  old_w[n + i] = atomicExch(w + i, 77ull);
  old_w[2 * n + i] = atomicCAS(w + i, 77ull, ~0ull);
  old_w[3 * n + i] = atomicMin(w + i, 1ull << 50);
  old_w[4 * n + i] = atomicMax(w + i, 1ull << 51);
  old_w[5 * n + i] = atomicAnd(w + i, 0xffffffff0ull + i);
  old_w[6 * n + i] = atomicOr(w + i, 3ull);
  old_w[7 * n + i] = atomicXor(w + i, ~0ull);
  old_f[i] = atomicAdd(f + i, 0.1f);
  old_f[n + i] = atomicExch(f + i, 2.0f);
  old_d[i] = atomicAdd(d + i, 0.1);
}

extern "C" __global__ void atomics_together(const unsigned* in, unsigned* u, int* s, unsigned long long* w, float* f) {
  const unsigned x = in[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(u, x);
  atomicMax(u + 1, x);
  atomicMin(u + 2, x);
  atomicOr(u + 3, x);
  atomicAnd(u + 4, x | 0xffff0000u);
  atomicXor(u + 5, x);
  atomicInc(u + 6, 99u);
  atomicDec(u + 7, 99u);
  atomicMin(s, -static_cast<int>(x & 0xffff));
  atomicMax(s + 1, static_cast<int>(x & 0xffff));
  atomicAdd(w, static_cast<unsigned long long>(x) << 20);
  atomicAdd(f, static_cast<float>(x & 15u));
  // Compare-and-swap in a loop until it succeeds: a product of odd numbers modulo 2^32.
  unsigned seen = u[8], expected;
  do {
    expected = seen;
    seen = atomicCAS(u + 8, expected, expected * (x | 1u));
  } while (seen != expected);
}

// Atomics of the language's scopes and orders, and reductions that return nothing.
extern "C" __global__ void atomics_orders(const unsigned* in, unsigned* u, double* d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned x = in[i];
  unsigned r;
  asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], %2;" : "=r"(r) : "l"(u + 16 + i), "r"(x) : "memory");
  u[16 + n + i] = r;
  asm volatile("atom.acq_rel.sys.global.exch.b32 %0, [%1], %2;" : "=r"(r) : "l"(u + 16 + i), "r"(x + 1) : "memory");
  u[16 + 2 * n + i] = r;
  asm volatile("atom.acquire.cta.cas.b32 %0, [%1], %2, %3;"
               : "=r"(r) : "l"(u + 16 + i), "r"(x + 1), "r"(x + 2) : "memory");
  u[16 + 3 * n + i] = r;
  asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" : : "l"(u), "r"(x) : "memory");
  asm volatile("red.release.sys.global.max.u32 [%0], %1;" : : "l"(u + 1), "r"(x) : "memory");
  asm volatile("red.global.min.s32 [%0], %1;" : : "l"(u + 2), "r"(x) : "memory");
  asm volatile("red.or.b32 [%0+12], %1;" : : "l"(u), "r"(x) : "memory");
  asm volatile("red.global.and.b32 [%0+16], %1;" : : "l"(u), "r"(x | 0xf0f0) : "memory");
  asm volatile("red.global.xor.b32 [%0+20], %1;" : : "l"(u), "r"(x) : "memory");
  asm volatile("red.global.inc.u32 [%0+24], %1;" : : "l"(u), "r"(1000) : "memory");
  asm volatile("red.global.dec.u32 [%0+28], %1;" : : "l"(u), "r"(1000) : "memory");
  asm volatile("red.global.add.u64 [%0+32], %1;" : : "l"(u), "l"(static_cast<unsigned long long>(x) << 16) : "memory");
  asm volatile("red.global.add.f32 [%0+40], %1;" : : "l"(u), "f"(static_cast<float>(x & 7)) : "memory");
  asm volatile("red.global.add.f64 [%0], %1;" : : "l"(d), "d"(static_cast<double>(x)) : "memory");
}
