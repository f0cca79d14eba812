// The sum of an array in two launches: the first gives one number per block, the second is one block that adds these.
// The scratchpad has one number per thread; the launch sets its size.
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
