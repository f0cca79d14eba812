// All blocks of a cooperative launch wait for each other in every round, at the barrier word of the workspace whose
// address is in %envreg1 and %envreg2: this_grid().sync() of cooperative groups, in inline assembly.
__device__ unsigned* grid_barrier() {
  unsigned high, low;
  asm("mov.u32 %0, %%envreg1;" : "=r"(high));
  asm("mov.u32 %0, %%envreg2;" : "=r"(low));
  const unsigned long long workspace = static_cast<unsigned long long>(high) << 32 | low;
  return reinterpret_cast<unsigned*>(workspace + 4);
}

// The arrivals of a round add up to 2^31, so the last arrival flips the word's highest bit.
__device__ void wait_for_grid(unsigned* barrier) {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned arrival = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1;
    unsigned before, now;
    asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(barrier), "r"(arrival) : "memory");
    do {
      asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(barrier) : "memory");
    } while (((before ^ now) & 0x80000000u) == 0);
  }
  __syncthreads();
}

// In each round every value becomes the sum of itself and its neighbour in a ring around the whole grid.
extern "C" __global__ void grid_sync(volatile unsigned* values, volatile unsigned* sums, int rounds) {
  unsigned* const barrier = grid_barrier();
  const unsigned n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned next = i + 1 == n ? 0 : i + 1;
  for (int round = 0; round < rounds; ++round) {
    sums[i] = values[i] + values[next];
    wait_for_grid(barrier);
    values[i] = sums[i];
    wait_for_grid(barrier);
  }
}
