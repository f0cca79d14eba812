// Parts of a warp that wait only for each other, while the warp's other lanes are at a barrier of the block or have
// left.
extern "C" __global__ void partial_masks(const int* in, int* out, int n) {
  __shared__ int value[64], sum[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t, lane = t & 31;
  const int x = in[i];
  value[t] = x;
  sum[t] = 0;
  if (lane < 16) {
    __syncwarp(0xffffu);
    sum[t] = value[t ^ 5] - x;
  }
  __syncthreads();
  out[i] = sum[63 - t];
  int other = 0;
  if (lane < 10) other = __shfl_xor_sync(0x3ffu, x, 1);
  else if (lane >= 20) other = __ballot_sync(0xfff00000u, x & 1);
  __syncthreads();
  out[n + i] = other;
  // Groups of lanes with the same remainder; the first lane of each group has left before they vote again.
  const unsigned group = __match_any_sync(0xffffffffu, x & 3);
  const int first = __popc((group & (0u - group)) - 1);
  out[2 * n + i] = __shfl_sync(group, x, first);
  out[3 * n + i] = -1;
  if (lane == first) return;
  out[3 * n + i] = __ballot_sync(group & (group - 1), x & 4);
}
