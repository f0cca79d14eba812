// An image blurred by Deriche's recursive filter of second order, the kernel d_recursiveGaussian_rgba of the CUDA
// samples' recursiveGaussian (recursivegaussian is the first order, d_simpleRecursive_rgba): filtered along the
// columns, transposed, filtered along the columns again, and transposed back. Pixels have 8 bits for each of red,
// green, blue and alpha. A product that goes into a sum is fused by fmaf or rounded by rounded_product, as on the CPU.

constexpr int kTile = 16;

// The filter. Its result is a0 x + a1 x' - b1 y' - b2 y'' down the rows, plus a2 x' + a3 x'' - b1 y' - b2 y'' up the
// rows; x is a pixel and y a result, ' is one row before and '' two rows before. `first_down` and `first_up` times the
// border's pixel are the results that an infinitely extended border would have.
struct Coefficients { float a0, a1, a2, a3, b1, b2, first_down, first_up; };

static __device__ __forceinline__ float4 unpacked(unsigned pixel) {
  const float unit = 1.0f / 255.0f;
  return {rounded_product(static_cast<float>(pixel & 0xff), unit),
          rounded_product(static_cast<float>(pixel >> 8 & 0xff), unit),
          rounded_product(static_cast<float>(pixel >> 16 & 0xff), unit),
          rounded_product(static_cast<float>(pixel >> 24), unit)};
}

static __device__ __forceinline__ unsigned channel(float value) {
  return static_cast<unsigned>(fmaf(fminf(fmaxf(value, 0.0f), 1.0f), 255.0f, 0.5f));
}

static __device__ __forceinline__ unsigned packed(float4 c) {
  return channel(c.x) | channel(c.y) << 8 | channel(c.z) << 16 | channel(c.w) << 24;
}

static __device__ __forceinline__ float4 times(float factor, float4 c) {
  return {rounded_product(factor, c.x), rounded_product(factor, c.y), rounded_product(factor, c.z),
          rounded_product(factor, c.w)};
}

// factor x c + sum.
static __device__ __forceinline__ float4 added(float factor, float4 c, float4 sum) {
  return {fmaf(factor, c.x, sum.x), fmaf(factor, c.y, sum.y), fmaf(factor, c.z, sum.z), fmaf(factor, c.w, sum.w)};
}

// One column per thread, blocks of 64 as in the samples, or larger blocks. Neighbouring threads read neighbouring
// pixels.
extern "C" __global__ void __launch_bounds__(1024)
recursivegaussian_deriche_filter(const unsigned* __restrict__ from, unsigned* __restrict__ to, int width, int height,
                                 Coefficients k) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  from += x;
  to += x;
  float4 before = unpacked(*from), result_before = times(k.first_down, before), result_two_before = result_before;
  for (int y = 0; y < height; ++y) {
    const float4 pixel = unpacked(*from);
    const float4 result =
        added(-k.b2, result_two_before, added(-k.b1, result_before, added(k.a1, before, times(k.a0, pixel))));
    *to = packed(result);
    before = pixel;
    result_two_before = result_before;
    result_before = result;
    from += width;
    to += width;
  }
  from -= width;
  to -= width;
  float4 two_before = before = unpacked(*from);
  result_before = result_two_before = times(k.first_up, before);
  for (int y = height - 1; y >= 0; --y) {
    const float4 pixel = unpacked(*from);
    const float4 result =
        added(-k.b2, result_two_before, added(-k.b1, result_before, added(k.a3, two_before, times(k.a2, before))));
    *to = packed(added(1.0f, unpacked(*to), result));
    two_before = before;
    before = pixel;
    result_two_before = result_before;
    result_before = result;
    from -= width;
    to -= width;
  }
}

// Transposes tiles of 16 x 16 through the scratchpad, whose rows of 17 words keep columns free of bank conflicts.
extern "C" __global__ void __launch_bounds__(kTile * kTile)
recursivegaussian_deriche_transpose(const unsigned* __restrict__ from, unsigned* __restrict__ to, int width,
                                    int height) {
  __shared__ unsigned tile[kTile][kTile + 1];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  const int column = left + threadIdx.x, row = top + threadIdx.y;
  if (column < width && row < height) tile[threadIdx.y][threadIdx.x] = from[row * width + column];
  __syncthreads();
  const int new_column = top + threadIdx.x, new_row = left + threadIdx.y;
  if (new_column < height && new_row < width) to[new_row * height + new_column] = tile[threadIdx.x][threadIdx.y];
}
