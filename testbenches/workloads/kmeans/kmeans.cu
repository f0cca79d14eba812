// k-means: finds the closest centre of each point. The features are stored point by point and are transposed first, so
// that neighbouring threads read neighbouring words. Then each thread has a point and reads its features once for each
// centre, through a texture. The centres are in constant memory, as all lanes read the same one.

constexpr int kMostCentres = 1088;  // floats, 32 centres of 34 features

__constant__ float centres[kMostCentres];  // [centre][feature]

extern "C" __global__ void __launch_bounds__(256)
kmeans_turn(const float* __restrict__ by_point, float* __restrict__ by_feature, int points, int features) {
  const int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= points) return;
#pragma unroll 1
  for (int i = 0; i < features; ++i) by_feature[i * points + point] = by_point[point * features + i];
}

static __device__ __forceinline__ float texel(cudaTextureObject_t features, int at) {
  float value, none0, none1, none2;  // the texture has one channel, so only the first is used
  asm("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
      : "=f"(value), "=f"(none0), "=f"(none1), "=f"(none2)
      : "l"(features), "r"(at));
  return value;
}

// Adds the squared difference in feature `at` to `sum`.
static __device__ __forceinline__ float with_square(float sum, cudaTextureObject_t by_feature, int at, int point,
                                                    int points, const float* centre) {
  const float difference = texel(by_feature, at * points + point) - centre[at];
  return fmaf(difference, difference, sum);
}

// Of equally close centres it takes the first. The loop over features is unrolled by hand, four a step, because the
// compiler does not unroll a loop with inline assembly.
extern "C" __global__ void __launch_bounds__(256)
kmeans_nearest(cudaTextureObject_t by_feature, int* __restrict__ nearest, int points, int features, int clusters) {
  const int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= points) return;
  int closest = -1;
  float least = 3.40282347e38f;
#pragma unroll 1
  for (int centre = 0; centre < clusters; ++centre) {
    const float* const own = centres + centre * features;
    float sum = 0.0f;
    int i = 0;
#pragma unroll 1
    for (; i + 3 < features; i += 4) {
#pragma unroll
      for (int more = 0; more < 4; ++more) sum = with_square(sum, by_feature, i + more, point, points, own);
    }
#pragma unroll 1
    for (; i < features; ++i) sum = with_square(sum, by_feature, i, point, points, own);
    if (sum < least) {
      least = sum;
      closest = centre;
    }
  }
  nearest[point] = closest;
}
