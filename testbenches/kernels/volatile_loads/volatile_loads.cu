// Loads with cache operators, volatile accesses that a warp makes in step, and prefetches.
extern "C" __global__ void volatile_loads(const float* __restrict__ in, const int4* __restrict__ wide, float* out,
                                          int* sums, int n) {
  __shared__ volatile int tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  if (i >= n) return;
  asm volatile("prefetch.global.L2 [%0];" : : "l"(in + i));
  float a, b, c;
  asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(a) : "l"(in + i));
  asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(b) : "l"(in + n - 1 - i));
  asm volatile("ld.volatile.global.f32 %0, [%1];" : "=f"(c) : "l"(in + (i ^ 1)));
  asm volatile("st.global.wt.f32 [%0], %1;" : : "l"(out + i), "f"(fmaf(a, b, c)) : "memory");
  const int4 v = __ldg(wide + i);
  int* mine = const_cast<int*>(&tile[0]) + threadIdx.x;
  volatile int* cell = mine;
  *cell = v.x + v.y;
  __syncwarp();
  int sum = *cell;
  if (lane < 31) sum += tile[threadIdx.x + 1];
  __syncwarp();
  sums[i] = sum - v.z * v.w;
  asm volatile("st.global.cs.f32 [%0], %1;" : : "l"(out + n + i), "f"(__ldg(in + i)) : "memory");
}
