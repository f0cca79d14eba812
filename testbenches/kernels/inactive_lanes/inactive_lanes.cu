// Shuffles from lanes that do not take part: PTX leaves their values undefined, but a GPU returns some value. Runs once
// with whole warps and once with warps of 16 threads.
extern "C" __global__ void inactive_lanes(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const int x = in[i];
  const unsigned there = blockDim.x < 32 ? 0xffffu : 0xffffffffu;
  out[i] = __shfl_down_sync(there, x, 16);  // from threads that do not exist, where a warp has 16
  out[n + i] = __shfl_xor_sync(lane < 8 ? 0xffu : there & ~0xffu, x, 8);  // from lanes with another mask
  int elsewhere = -1;
  if (lane < 8) elsewhere = __shfl_sync(0xffu, x, 8 + lane);  // from lanes that do not execute this
  out[2 * n + i] = elsewhere;
  out[3 * n + i] = out[4 * n + i] = -1;
  if (lane >= 8) return;
  out[3 * n + i] = __shfl_down_sync(0xffu, x, 4);  // from lanes that have ended
  // A sum over 8 lanes with the code for 32.
  int sum = x;
  for (int by = 16; by > 0; by /= 2) sum += __shfl_down_sync(0xffu, sum, by);
  out[4 * n + i] = sum;
}
