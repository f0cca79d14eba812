// Numbered barriers between parts of a block, arrivals that do not wait, and reductions at a barrier.
extern "C" __global__ void barriers_pipeline(const int* in, int* out, int rounds) {
  __shared__ int slot[2][32];
  const int t = threadIdx.x & 31;
  if (threadIdx.x < 32) {  // the first warp produces
    for (int round = 0; round < rounds; ++round) {
      if (round >= 2) asm volatile("barrier.sync %0, 64;" : : "r"(3 + (round & 1)) : "memory");
      slot[round & 1][t] = in[32 * round + t] * 3 + round;
      asm volatile("bar.arrive %0, 64;" : : "r"(1 + (round & 1)) : "memory");
    }
  } else {  // the second consumes
    for (int round = 0; round < rounds; ++round) {
      asm volatile("bar.sync %0, 64;" : : "r"(1 + (round & 1)) : "memory");
      out[32 * round + t] = slot[round & 1][31 - t];
      if (round + 2 < rounds) asm volatile("barrier.arrive %0, 64;" : : "r"(3 + (round & 1)) : "memory");
    }
  }
}

extern "C" __global__ void barriers_reduce(const int* in, int* out) {
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  const int count = __syncthreads_count(value > 0);
  const int all = __syncthreads_and(value > -90);
  const int any = __syncthreads_or(value > 95);
  out[blockIdx.x * blockDim.x + threadIdx.x] = count | (all != 0) << 16 | (any != 0) << 17;
  __syncwarp();
  asm volatile("barrier.sync 0;" : : : "memory");
  if (threadIdx.x == 0) out[blockIdx.x * blockDim.x] += out[blockIdx.x * blockDim.x + blockDim.x - 1];
}
