// Sum, minimum and maximum of an array: by shuffles in a warp, scratchpad in a block, atomics between blocks.
extern "C" __global__ void reduction(const int* in, int* sum, int* smallest, unsigned* largest, int n) {
  __shared__ int partial[8];
  int total = 0, least = 0x7fffffff;
  unsigned most = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    total += in[i];
    least = min(least, in[i]);
    most = max(most, static_cast<unsigned>(in[i]));
  }
  for (int step = 16; step > 0; step /= 2) {
    total += __shfl_down_sync(0xffffffffu, total, step);
    least = min(least, __shfl_xor_sync(0xffffffffu, least, step));
    most = max(most, static_cast<unsigned>(__shfl_xor_sync(0xffffffffu, static_cast<int>(most), step)));
  }
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    partial[warp] = total;
    atomicMin(smallest, least);
    atomicMax(largest, most);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    total = 0;
    for (unsigned k = 0; k < blockDim.x / 32; ++k) total += partial[k];
    atomicAdd(sum, total);
  }
}
