// Noise taken out of an image by the mean of a window of 7 x 7 pixels, weighted by their similarity, as in the CUDA
// samples' imageDenoising: blocks of 8 x 8 threads, one pixel per thread, colours read through a texture.
//
// imagedenoising_nlm is the sample's quick non-local means (NLM2): pixels are similar if the 7 x 7 pixels around them
// are. A block has one window for all its pixels: each thread compares its pixel with the window's middle, and 49 of
// the 64 weights, 256 bytes of the scratchpad, serve the whole block. imagedenoising_knn compares single pixels and
// takes no scratchpad. A product that goes into a sum is fused by fmaf or rounded by rounded_product, as on the CPU.
constexpr int kSide = 8, kRadius = 3, kWindow = 2 * kRadius + 1;
constexpr float kPerPixel = 1.0f / (kWindow * kWindow);
// A pixel is in a smooth place if more than kCountedShare of its window has weights over kCountedWeight. It then keeps
// the share `kept` of its own value; any other pixel keeps 1 - kept.
constexpr float kCountedWeight = 0.1f, kCountedShare = 0.1f;

// Volatile, so that each read is made. clang 14 would keep the 49 colours of a window in 147 registers to use them a
// second time.
static __device__ __forceinline__ float3 texel(cudaTextureObject_t image, float x, float y) {
  float red, green, blue, alpha;
  asm volatile("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
      : "=f"(red), "=f"(green), "=f"(blue), "=f"(alpha)
      : "l"(image), "f"(x), "f"(y));
  return {red, green, blue};
}

// Reads a row of the window around (x, y). All loads start before the first value is used.
static __device__ __forceinline__ void read_row(float3 (&colours)[kWindow], cudaTextureObject_t image, float x,
                                                float y) {
#pragma unroll
  for (int j = 0; j < kWindow; ++j) colours[j] = texel(image, x + (j - kRadius), y);
}

// Adds the squared distance of two colours to the sum.
static __device__ __forceinline__ float added_distance(float sum, float3 a, float3 b) {
  const float red = a.x - b.x, green = a.y - b.y, blue = a.z - b.z;
  return fmaf(blue, blue, fmaf(green, green, fmaf(red, red, sum)));
}

static __device__ __forceinline__ float weight_of(float distance, float noise, int away_squared) {
  const float exponent = fmaf(distance, noise, static_cast<float>(away_squared) * kPerPixel);
  return __nvvm_ex2_approx_f(exponent * -1.44269504f);
}

static __device__ __forceinline__ unsigned channel(float value) {
  return static_cast<unsigned>(fmaf(fminf(fmaxf(value, 0.0f), 1.0f), 255.0f, 0.5f));
}

// The weighted sum of the window's colours.
struct Mean {
  float3 sum;
  float weights, counted;

  __device__ __forceinline__ void add(float3 colour, float weight) {
    sum.x = fmaf(weight, colour.x, sum.x);
    sum.y = fmaf(weight, colour.y, sum.y);
    sum.z = fmaf(weight, colour.z, sum.z);
    weights += weight;
    counted += weight > kCountedWeight ? kPerPixel : 0.0f;
  }

  __device__ __forceinline__ unsigned blended(float3 own, float kept) const {
    const float share = counted > kCountedShare ? kept : 1.0f - kept;
    const float scale = 1.0f / weights;
    const float3 mean = {rounded_product(sum.x, scale), rounded_product(sum.y, scale), rounded_product(sum.z, scale)};
    return channel(fmaf(share, own.x - mean.x, mean.x)) | channel(fmaf(share, own.y - mean.y, mean.y)) << 8 |
           channel(fmaf(share, own.z - mean.z, mean.z)) << 16;
  }
};

extern "C" __global__ void __launch_bounds__(kSide * kSide)
imagedenoising_nlm(unsigned* __restrict__ result, cudaTextureObject_t image, int width, float noise, float kept) {
  // Volatile, because clang 14 moves reads of single words of the scratchpad before the barrier.
  volatile __shared__ float weights[kSide][kSide];
  const int column = blockIdx.x * kSide + threadIdx.x, row = blockIdx.y * kSide + threadIdx.y;
  const float x = static_cast<float>(column) + 0.5f, y = static_cast<float>(row) + 0.5f;
  const float middle_x = static_cast<float>(blockIdx.x * kSide + kRadius) + 0.5f;
  const float middle_y = static_cast<float>(blockIdx.y * kSide + kRadius) + 0.5f;
  float distance = 0.0f;
#pragma unroll
  for (int i = -kRadius; i <= kRadius; ++i) {
    float3 colours[kWindow];
    read_row(colours, image, x, y + i);
#pragma unroll
    for (int j = -kRadius; j <= kRadius; ++j) {
      distance = added_distance(distance, texel(image, middle_x + j, middle_y + i), colours[j + kRadius]);
    }
  }
  const int across = threadIdx.x - kRadius, down = threadIdx.y - kRadius;
  weights[threadIdx.y][threadIdx.x] = weight_of(distance, noise, across * across + down * down);
  __syncthreads();

  Mean mean = {{0.0f, 0.0f, 0.0f}, 0.0f, 0.0f};
#pragma unroll
  for (int i = 0; i < kWindow; ++i) {
    float3 colours[kWindow];
    read_row(colours, image, x, y + (i - kRadius));
#pragma unroll
    for (int j = 0; j < kWindow; ++j) mean.add(colours[j], weights[i][j]);
  }
  result[row * width + column] = mean.blended(texel(image, x, y), kept);
}

extern "C" __global__ void __launch_bounds__(kSide * kSide)
imagedenoising_knn(unsigned* __restrict__ result, cudaTextureObject_t image, int width, float noise, float kept) {
  const int column = blockIdx.x * kSide + threadIdx.x, row = blockIdx.y * kSide + threadIdx.y;
  const float x = static_cast<float>(column) + 0.5f, y = static_cast<float>(row) + 0.5f;
  const float3 own = texel(image, x, y);
  Mean mean = {{0.0f, 0.0f, 0.0f}, 0.0f, 0.0f};
#pragma unroll
  for (int i = -kRadius; i <= kRadius; ++i) {
    float3 colours[kWindow];
    read_row(colours, image, x, y + i);
#pragma unroll
    for (int j = -kRadius; j <= kRadius; ++j) {
      const float3 colour = colours[j + kRadius];
      mean.add(colour, weight_of(added_distance(0.0f, colour, own), noise, i * i + j * j));
    }
  }
  result[row * width + column] = mean.blended(own, kept);
}
