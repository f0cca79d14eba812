// The part of CUDA that the workloads use, for a clang without a CUDA installation: make_ptx includes it before each
// source. Device code only; __syncthreads is a builtin of clang and is not declared here.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

#define UNIBANK_SPECIAL_REGISTER(object, sreg)                                        \
  struct object##_registers {                                                         \
    __declspec(property(get = read_x)) unsigned x;                                    \
    __declspec(property(get = read_y)) unsigned y;                                    \
    __declspec(property(get = read_z)) unsigned z;                                    \
    __device__ unsigned read_x() const { return __nvvm_read_ptx_sreg_##sreg##_x(); }  \
    __device__ unsigned read_y() const { return __nvvm_read_ptx_sreg_##sreg##_y(); }  \
    __device__ unsigned read_z() const { return __nvvm_read_ptx_sreg_##sreg##_z(); }  \
  };                                                                                  \
  extern const __device__ __attribute__((weak)) object##_registers object;

UNIBANK_SPECIAL_REGISTER(threadIdx, tid)
UNIBANK_SPECIAL_REGISTER(blockIdx, ctaid)
UNIBANK_SPECIAL_REGISTER(blockDim, ntid)
UNIBANK_SPECIAL_REGISTER(gridDim, nctaid)
#undef UNIBANK_SPECIAL_REGISTER

// CUDA's alignments, so that whole vectors are loaded and stored.
struct __attribute__((aligned(8))) int2 { int x, y; };
struct __attribute__((aligned(8))) float2 { float x, y; };
struct float3 { float x, y, z; };
struct __attribute__((aligned(16))) int4 { int x, y, z, w; };
struct __attribute__((aligned(16))) float4 { float x, y, z, w; };

typedef unsigned long long cudaTextureObject_t;

static __device__ __forceinline__ int min(int a, int b) { return a < b ? a : b; }
static __device__ __forceinline__ int max(int a, int b) { return a > b ? a : b; }
static __device__ __forceinline__ float fminf(float a, float b) { return __builtin_fminf(a, b); }
static __device__ __forceinline__ float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
static __device__ __forceinline__ float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
static __device__ __forceinline__ float rintf(float x) { return __builtin_rintf(x); }
// CUDA's __fmul_rn under another name, because cuda_intrinsics.h defines __fmul_rn. clang's back end fuses every other
// product with a following sum, whatever the pragmas say.
static __device__ __forceinline__ float rounded_product(float a, float b) {
  float product;
  asm("mul.rn.f32 %0, %1, %2;" : "=f"(product) : "f"(a), "f"(b));
  return product;
}
static __device__ __forceinline__ float floorf(float x) { return __builtin_floorf(x); }
static __device__ __forceinline__ float sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
static __device__ __forceinline__ float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
static __device__ __forceinline__ double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }

// As nvcc compiles it: bfind returns -1 for 0, which has no highest bit.
static __device__ __forceinline__ int __ffs(int x) {
  int bit;
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(bit) : "r"(__builtin_bitreverse32(x)));
  return bit + 1;
}

// Barriers 1 to 15, for a part of the block; `threads`, a multiple of 32, counts the threads that wait and those that
// only arrive.
static __device__ __forceinline__ void wait_at(int barrier, int threads) {
  asm volatile("bar.sync %0, %1;" : : "r"(barrier), "r"(threads) : "memory");
}
static __device__ __forceinline__ void arrive_at(int barrier, int threads) {
  asm volatile("bar.arrive %0, %1;" : : "r"(barrier), "r"(threads) : "memory");
}

static __device__ __forceinline__ int atomicAdd(int* address, int value) {
  return __nvvm_atom_add_gen_i(address, value);
}
static __device__ __forceinline__ int atomicMin(int* address, int value) {
  return __nvvm_atom_min_gen_i(address, value);
}
static __device__ __forceinline__ int atomicMax(int* address, int value) {
  return __nvvm_atom_max_gen_i(address, value);
}
static __device__ __forceinline__ int atomicExch(int* address, int value) {
  return __nvvm_atom_xchg_gen_i(address, value);
}
static __device__ __forceinline__ int atomicCAS(int* address, int compare, int value) {
  return __nvvm_atom_cas_gen_i(address, compare, value);
}
