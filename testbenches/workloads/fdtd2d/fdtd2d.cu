// A step of a two-dimensional electromagnetic field in three launches, one point per thread. All arrays are row-major
// in global memory: `hz` has height x width points, `ex` one column more and `ey` one row more. Blocks of 32 x 8
// threads.
constexpr int kWidth = 32, kHeight = 8;

// Row 0 of ey is the source of the field: element `step` of `source`.
extern "C" __global__ void __launch_bounds__(kWidth * kHeight)
fdtd2d_ey(const float* source, float* ey, const float* hz, int height, int width, int step) {
  const int x = blockIdx.x * kWidth + threadIdx.x;
  const int y = blockIdx.y * kHeight + threadIdx.y;
  if (y >= height || x >= width) return;
  const int here = y * width + x;
  if (y == 0) {
    ey[here] = source[step];
  } else {
    ey[here] = ey[here] - 0.5f * (hz[here] - hz[here - width]);
  }
}

extern "C" __global__ void __launch_bounds__(kWidth * kHeight)
fdtd2d_ex(float* ex, const float* hz, int height, int width) {
  const int x = blockIdx.x * kWidth + threadIdx.x;
  const int y = blockIdx.y * kHeight + threadIdx.y;
  if (y >= height || x >= width || x == 0) return;
  const int here = y * (width + 1) + x;
  ex[here] = ex[here] - 0.5f * (hz[y * width + x] - hz[y * width + x - 1]);
}

extern "C" __global__ void __launch_bounds__(kWidth * kHeight)
fdtd2d_hz(const float* ex, const float* ey, float* hz, int height, int width) {
  const int x = blockIdx.x * kWidth + threadIdx.x;
  const int y = blockIdx.y * kHeight + threadIdx.y;
  if (y >= height || x >= width) return;
  const int here = y * width + x;
  const int left = y * (width + 1) + x;
  hz[here] = hz[here] - 0.7f * (ex[left + 1] - ex[left] + ey[here + width] - ey[here]);
}
