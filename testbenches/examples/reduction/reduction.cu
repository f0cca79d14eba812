// The sum of an array in two launches: one number a block, then one block over those. The scratchpad has one number a
// thread; how much that is, the launch says.
extern __shared__ unsigned partial[];

extern "C" __global__ void sum(const unsigned* values, unsigned* sums, int count) {
  unsigned mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) mine += values[i];
  partial[threadIdx.x] = mine;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}
