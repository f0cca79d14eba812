// An image blurred by a recursive filter: filtered along the columns, transposed, filtered along the columns again, and
// transposed back. Pixels have 8 bits for each of red, green, blue and alpha. A product that goes into a sum is fused
// by fmaf or rounded by rounded_product, as on the CPU.

constexpr int kTile = 16;

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

static __device__ __forceinline__ float4 mix(float4 a, float4 b, float part) {
  return {fmaf(part, b.x - a.x, a.x), fmaf(part, b.y - a.y, a.y), fmaf(part, b.z - a.z, a.z),
          fmaf(part, b.w - a.w, a.w)};
}

// One column per thread, blocks of 64. A thread goes down the rows and mixes each pixel with the previous result, goes
// up the rows in the same way, and takes the mean of both. Neighbouring threads read neighbouring pixels.
extern "C" __global__ void __launch_bounds__(64)
recursivegaussian_filter(const unsigned* __restrict__ from, unsigned* __restrict__ to, int width, int height,
                         float memory) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  from += x;
  to += x;
  float4 result = unpacked(*from);
  for (int y = 0; y < height; ++y) {
    result = mix(unpacked(*from), result, memory);
    *to = packed(result);
    from += width;
    to += width;
  }
  from -= width;
  to -= width;
  result = unpacked(*from);
  for (int y = height - 1; y >= 0; --y) {
    result = mix(unpacked(*from), result, memory);
    *to = packed(mix(unpacked(*to), result, 0.5f));
    from -= width;
    to -= width;
  }
}

// Transposes tiles of 16 x 16 through the scratchpad, whose rows of 17 words keep columns free of bank conflicts.
extern "C" __global__ void __launch_bounds__(kTile * kTile)
recursivegaussian_transpose(const unsigned* __restrict__ from, unsigned* __restrict__ to, int width, int height) {
  __shared__ unsigned tile[kTile][kTile + 1];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  const int column = left + threadIdx.x, row = top + threadIdx.y;
  if (column < width && row < height) tile[threadIdx.y][threadIdx.x] = from[row * width + column];
  __syncthreads();
  const int new_column = top + threadIdx.x, new_row = left + threadIdx.y;
  if (new_column < height && new_row < width) to[new_row * height + new_column] = tile[threadIdx.x][threadIdx.y];
}
