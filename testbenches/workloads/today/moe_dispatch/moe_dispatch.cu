// Dispatch of a mixture of experts. Each token goes to the two experts with the largest scores, weighted by the softmax
// of the two. Places are given expert by expert, and token by token within an expert. Rows are gathered in that order,
// so that each expert's tokens are contiguous.
#include "../device.cuh"

constexpr int kThreads = 256, kWarps = kThreads / 32;

// The largest of a warp's scores and its expert; of equal scores, the expert with the lowest number.
static __device__ __forceinline__ void choose(float& score, int& expert) {
#pragma unroll
  for (int apart = 16; apart > 0; apart /= 2) {
    const float other = __shfl_xor_sync(kWholeWarp, score, apart);
    const int its = __shfl_xor_sync(kWholeWarp, expert, apart);
    if (other > score || (other == score && its < expert)) {
      score = other;
      expert = its;
    }
  }
}

extern "C" __global__ void __launch_bounds__(kThreads)
moe_route(const float* scores, int* choices, float* weights, int tokens, int experts) {
  const int token = blockIdx.x * kWarps + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (token >= tokens) return;
  float first = -INFINITY, second = -INFINITY;  // the largest of this lane's experts: lane, lane + 32, ...
  int best = experts, next = experts;
  for (int expert = lane; expert < experts; expert += 32) {
    const float score = scores[static_cast<long>(token) * experts + expert];
    if (score > first) {
      second = first;
      next = best;
      first = score;
      best = expert;
    } else if (score > second) {
      second = score;
      next = expert;
    }
  }
  float top = first;
  int chosen = best;
  choose(top, chosen);
  if (chosen == best) {  // this lane's largest is taken
    first = second;
    best = next;
  }
  float other = first;
  int beside = best;
  choose(other, beside);
  if (lane == 0) {
    const float share = 1 / (1 + power_of_2((other - top) * 1.44269504f));
    *reinterpret_cast<int2*>(choices + 2 * token) = make_int2(chosen, beside);
    *reinterpret_cast<float2*>(weights + 2 * token) = make_float2(share, 1 - share);
  }
}

// One expert per block. The block reads all choices twice: first it counts those of lower experts, then it gives each
// of its own a place.
extern "C" __global__ void __launch_bounds__(kThreads)
moe_place(const int* choices, int* places, int* starts, int count) {
  __shared__ int of_warps[kWarps];
  const int expert = blockIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int before = 0;
  for (int i = threadIdx.x; i < count; i += kThreads) before += choices[i] < expert;
  before = __reduce_add_sync(kWholeWarp, before);
  if (lane == 0) of_warps[warp] = before;
  __syncthreads();
  int place = 0;
#pragma unroll
  for (int i = 0; i < kWarps; ++i) place += of_warps[i];
  if (threadIdx.x == 0) starts[expert] = place;
  for (int first = 0; first < count; first += kThreads) {
    const int i = first + threadIdx.x;
    const bool own = i < count && choices[i] == expert;
    const unsigned alike = __ballot_sync(kWholeWarp, own);
    __syncthreads();
    if (lane == 0) of_warps[warp] = __popc(alike);
    __syncthreads();
    int here = place + __popc(alike & ((1u << lane) - 1));
#pragma unroll
    for (int j = 0; j < kWarps; ++j) {
      if (j < warp) here += of_warps[j];
      place += of_warps[j];
    }
    if (own) places[i] = here;
  }
}

// One choice per warp.
extern "C" __global__ void __launch_bounds__(kThreads)
moe_gather(const uint4* rows, const int* places, uint4* out, int count, int chunks) {
  const int choice = blockIdx.x * kWarps + threadIdx.x / 32;
  if (choice >= count) return;
  const uint4* const from = rows + static_cast<long>(choice / 2) * chunks;
  uint4* const to = out + static_cast<long>(places[choice]) * chunks;
#pragma unroll 4
  for (int i = threadIdx.x % 32; i < chunks; i += 32) to[i] = from[i];
}
