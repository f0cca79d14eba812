// Speckle-reducing anisotropic diffusion with the image as one line of pixels, column by column, and blocks of 512
// threads, one pixel per thread. An array for each direction gives the row or column of a neighbour; a pixel on the
// image's border stands in for its missing neighbour. The image's statistics are sums over all pixels, computed on the
// device.
constexpr int kThreads = 512;

// From 0 .. 255 to e^0 .. e^1, the range in which the diffusion works, and back.
extern "C" __global__ void __launch_bounds__(kThreads)
srad_v1_extract(float* __restrict__ image, int pixels) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= pixels) return;
  image[i] = __nvvm_ex2_approx_f(image[i] * (1.44269504f / 255.0f));
}

extern "C" __global__ void __launch_bounds__(kThreads)
srad_v1_compress(float* __restrict__ image, int pixels) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= pixels) return;
  image[i] = __nvvm_lg2_approx_f(image[i]) * (0.69314718f * 255.0f);
}

extern "C" __global__ void __launch_bounds__(kThreads)
srad_v1_prepare(const float* __restrict__ image, float* __restrict__ sums, float* __restrict__ squares, int pixels) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= pixels) return;
  const float value = image[i];
  sums[i] = value;
  squares[i] = value * value;
}

// Adds up a block's values, of `count` values that are `stride` apart, and stores the sum in place of the block's first
// value. 2 arrays: 8 bytes per thread.
extern "C" __global__ void __launch_bounds__(kThreads)
srad_v1_reduce(float* __restrict__ sums, float* __restrict__ squares, int count, int stride) {
  __shared__ float sum[kThreads];
  __shared__ float square[kThreads];
  const int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  sum[t] = i < count ? sums[i * stride] : 0.0f;
  square[t] = i < count ? squares[i * stride] : 0.0f;
  __syncthreads();
#pragma unroll 1
  for (int apart = 1; apart < kThreads; apart *= 2) {
    if ((t & (2 * apart - 1)) == 0) {
      sum[t] += sum[t + apart];
      square[t] += square[t + apart];
    }
    __syncthreads();
  }
  if (t != 0) return;
  sums[i * stride] = sum[0];
  squares[i * stride] = square[0];
}

// The diffusion coefficient of each pixel, and its differences to the four neighbours.
extern "C" __global__ void __launch_bounds__(kThreads)
srad_v1_coefficient(const float* __restrict__ image, float* __restrict__ coefficient, float* __restrict__ to_north,
                    float* __restrict__ to_south, float* __restrict__ to_west, float* __restrict__ to_east,
                    const int* __restrict__ north_of, const int* __restrict__ south_of, const int* __restrict__ west_of,
                    const int* __restrict__ east_of, int rows, int pixels, float q0_squared) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= pixels) return;
  const int column = i / rows, row = i - column * rows;
  const float value = image[i];
  const float n = image[north_of[row] + rows * column] - value;
  const float s = image[south_of[row] + rows * column] - value;
  const float w = image[row + rows * west_of[column]] - value;
  const float e = image[row + rows * east_of[column]] - value;
  const float gradient = (n * n + s * s + w * w + e * e) / (value * value);
  const float laplacian = (n + s + w + e) / value;
  const float scale = 1.0f + 0.25f * laplacian;
  const float q_squared = (0.5f * gradient - 0.0625f * (laplacian * laplacian)) / (scale * scale);
  const float excess = (q_squared - q0_squared) / (q0_squared * (1.0f + q0_squared));
  coefficient[i] = fminf(fmaxf(1.0f / (1.0f + excess), 0.0f), 1.0f);
  to_north[i] = n;
  to_south[i] = s;
  to_west[i] = w;
  to_east[i] = e;
}

// Adds the divergence, weighted by the coefficients of the pixel and of its southern and eastern neighbours.
extern "C" __global__ void __launch_bounds__(kThreads)
srad_v1_update(float* __restrict__ image, const float* __restrict__ coefficient, const float* __restrict__ to_north,
               const float* __restrict__ to_south, const float* __restrict__ to_west,
               const float* __restrict__ to_east, const int* __restrict__ south_of, const int* __restrict__ east_of,
               int rows, int pixels, float lambda) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= pixels) return;
  const int column = i / rows, row = i - column * rows;
  const float own = coefficient[i];
  const float s = coefficient[south_of[row] + rows * column], e = coefficient[row + rows * east_of[column]];
  const float divergence = own * to_north[i] + s * to_south[i] + own * to_west[i] + e * to_east[i];
  image[i] += 0.25f * lambda * divergence;
}
