// LU factors of many small matrices with partial pivoting, one matrix per warp, one row per lane; the kSize elements of
// the row are in registers. Rows do not move: a lane remembers at which step its row was the pivot, and stores the row
// at that place.
#include "../device.cuh"

constexpr int kWarps = 4;

template <int kSize>
static __device__ __forceinline__ void factorise(const float* in, float* out, int* order, int matrices) {
  const int matrix = blockIdx.x * kWarps + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (matrix >= matrices) return;
  float row[kSize];
  const float4* const from = reinterpret_cast<const float4*>(in + (static_cast<long>(matrix) * kSize + lane) * kSize);
#pragma unroll
  for (int i = 0; i < kSize / 4; ++i) {
    const float4 four = lane < kSize ? from[i] : make_float4(0, 0, 0, 0);
    row[4 * i] = four.x;
    row[4 * i + 1] = four.y;
    row[4 * i + 2] = four.z;
    row[4 * i + 3] = four.w;
  }
  int place = lane < kSize ? kSize : 0;  // kSize: not a pivot yet
#pragma unroll
  for (int k = 0; k < kSize; ++k) {
    float largest = place == kSize ? fabsf(row[k]) : -1;
    int pivot = lane;
#pragma unroll
    for (int apart = 16; apart > 0; apart /= 2) {
      const float other = __shfl_xor_sync(kWholeWarp, largest, apart);
      const int its = __shfl_xor_sync(kWholeWarp, pivot, apart);
      if (other > largest || (other == largest && its < pivot)) {
        largest = other;
        pivot = its;
      }
    }
    if (lane == pivot) place = k;
    const float head = __shfl_sync(kWholeWarp, row[k], pivot), factor = row[k] / head;
    const bool below = place == kSize;
    if (below) row[k] = factor;
#pragma unroll
    for (int j = k + 1; j < kSize; ++j) {
      const float of_pivot = __shfl_sync(kWholeWarp, row[j], pivot);
      if (below) row[j] = fmaf(-factor, of_pivot, row[j]);
    }
  }
  if (lane >= kSize) return;
  order[matrix * kSize + place] = lane;
  float4* const to = reinterpret_cast<float4*>(out + (static_cast<long>(matrix) * kSize + place) * kSize);
#pragma unroll
  for (int i = 0; i < kSize / 4; ++i) to[i] = make_float4(row[4 * i], row[4 * i + 1], row[4 * i + 2], row[4 * i + 3]);
}

#define UNIBANK_LU(size)                                                           \
  extern "C" __global__ void __launch_bounds__(kWarps * 32)                        \
  lu_batched_##size(const float* in, float* out, int* order, int matrices) {       \
    factorise<size>(in, out, order, matrices);                                     \
  }
UNIBANK_LU(8)
UNIBANK_LU(16)
UNIBANK_LU(32)
