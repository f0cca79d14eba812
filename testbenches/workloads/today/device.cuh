// Functions that CUDA lacks and the programs of today need: asynchronous copies, matrix fragments, sums of a warp.
#pragma once

#include <cuda_fp16.h>

constexpr unsigned kWholeWarp = 0xffffffffu;

// A scratchpad address as PTX expects it in the space .shared.
static __device__ __forceinline__ unsigned scratchpad_address(const void* at) {
  return static_cast<unsigned>(__cvta_generic_to_shared(at));
}

// Copies 16 bytes without going through registers or the L1 (.cg). If `there` is false, it writes zeros and reads
// nothing.
static __device__ __forceinline__ void copy_async_16(unsigned to, const void* from, bool there = true) {
  const int bytes = there ? 16 : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(to), "l"(from), "r"(bytes) : "memory");
}
// Copies 4 bytes without going through registers, but through the L1 (.ca).
static __device__ __forceinline__ void copy_async_4(unsigned to, const void* from, bool there = true) {
  const int bytes = there ? 4 : 0;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(to), "l"(from), "r"(bytes) : "memory");
}
static __device__ __forceinline__ void commit_copies() { asm volatile("cp.async.commit_group;" : : : "memory"); }
// Waits until at most kGroups of this thread's groups are under way.
template <int kGroups>
static __device__ __forceinline__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" : : "n"(kGroups) : "memory");
}

// Loads four 8 x 8 matrices of halves; lanes 8 i to 8 i + 7 pass the row addresses of matrix i.
static __device__ __forceinline__ void load_matrices(unsigned (&to)[4], unsigned row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "r"(row) : "memory");
}
static __device__ __forceinline__ void load_matrices_transposed(unsigned (&to)[4], unsigned row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "r"(row) : "memory");
}
// sum += A B, where A has 16 x 16 halves and B 16 x 8; the sum is in single precision.
static __device__ __forceinline__ void multiply_add(float (&sum)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

static __device__ __forceinline__ unsigned packed_halves(float low, float high) {
  const __half2 pair = __floats2half2_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&pair);
}

// 2^x as the special function unit computes it; subnormal results are 0.
static __device__ __forceinline__ float power_of_2(float x) {
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
  return power;
}

// Gives every lane the sum of all lanes, added as a tree of lanes 16, 8, 4, 2 and 1 apart.
static __device__ __forceinline__ float warp_sum(float value) {
#pragma unroll
  for (int apart = 16; apart > 0; apart /= 2) value += __shfl_xor_sync(kWholeWarp, value, apart);
  return value;
}
static __device__ __forceinline__ float warp_largest(float value) {
#pragma unroll
  for (int apart = 16; apart > 0; apart /= 2) value = fmaxf(value, __shfl_xor_sync(kWholeWarp, value, apart));
  return value;
}
