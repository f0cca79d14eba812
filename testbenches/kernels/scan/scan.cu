// Prefix sums of 64-bit numbers: in a warp by shuffles of both halves, in a block through the scratchpad.
static __device__ __forceinline__ long long shuffle_up(long long value, int by) {
  const int low = __shfl_up_sync(0xffffffffu, static_cast<int>(value), by);
  const int high = __shfl_up_sync(0xffffffffu, static_cast<int>(value >> 32), by);
  return static_cast<long long>(high) << 32 | static_cast<unsigned>(low);
}

extern "C" __global__ void scan(const long long* in, long long* out) {
  __shared__ long long total[4];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  long long sum = in[i];
  for (int step = 1; step < 32; step *= 2) {
    const long long left = shuffle_up(sum, step);
    if (lane >= step) sum += left;
  }
  if (lane == 31) total[warp] = sum;
  __syncthreads();
  for (int k = 0; k < warp; ++k) sum += total[k];
  out[i] = sum;
}
