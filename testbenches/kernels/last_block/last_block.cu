// Blocks store their sums to global memory and execute fences; the block that finds itself last in a counter adds the
// sums up.
__device__ unsigned finished;

extern "C" __global__ void last_block(const int* in, volatile int* partial, int* sum) {
  __shared__ int tile[64];
  __shared__ bool last;
  const int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (t < step) tile[t] += tile[t + step];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = tile[0];
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  if (t == 0) {
    int total = 0;
    for (unsigned k = 0; k < gridDim.x; ++k) total += partial[k];
    *sum = total;
    __threadfence_system();
  }
  __threadfence_block();
  asm volatile("fence.sc.gpu;" : : : "memory");
  asm volatile("fence.acq_rel.sys;" : : : "memory");
  asm volatile("membar.cta;" : : : "memory");
}
