// Embedding bags, as in recommender models: out[bag] is the sum of the rows of a table that the bag's indices name. A
// warp sums a bag; each lane has four neighbouring columns, so that a row of 128 floats is one load of the warp. The
// next index is read before the row of this one is added.
#include "../device.cuh"

constexpr int kWarps = 8, kColumns = 128;

extern "C" __global__ void __launch_bounds__(kWarps * 32)
embedding(const float* table, const int* indices, const int* offsets, float* out, int bags, int columns) {
  const int bag = blockIdx.x * kWarps + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (bag >= bags) return;
  const int first = offsets[bag], end = offsets[bag + 1];
  for (int column = lane * 4; column < columns; column += kColumns) {
    float4 sum = make_float4(0, 0, 0, 0);
    int next = first < end ? indices[first] : 0;
#pragma unroll 4
    for (int i = first; i < end; ++i) {
      const float4 row = *reinterpret_cast<const float4*>(table + static_cast<long>(next) * columns + column);
      if (i + 1 < end) next = indices[i + 1];
      sum.x += row.x;
      sum.y += row.y;
      sum.z += row.z;
      sum.w += row.w;
    }
    *reinterpret_cast<float4*>(out + static_cast<long>(bag) * columns + column) = sum;
  }
}
