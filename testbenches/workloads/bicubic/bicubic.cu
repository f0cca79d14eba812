// An image shifted and scaled by bicubic interpolation, one pixel per thread, blocks of 16 x 16. Each thread reads 16
// texels of a grey image one by one through a texture and weights them by cubic B-splines. A product that goes into a
// sum is fused by fmaf or rounded by rounded_product, as on the CPU.

// Weights of four texels in a row, for a place that is `a` of the way from the second to the third. They add up to 1.
struct Weights { float first, second, third, fourth; };

static __device__ __forceinline__ Weights weights(float a) {
  const float sixth = 1.0f / 6.0f;
  const float square = rounded_product(a, a), cube = rounded_product(square, a), rest = 1.0f - a;
  return {sixth * (rest * rest * rest), sixth * fmaf(3.0f, cube, fmaf(-6.0f, square, 4.0f)),
          sixth * fmaf(3.0f, square + a - cube, 1.0f), sixth * cube};
}

static __device__ __forceinline__ float weighted(Weights w, float a, float b, float c, float d) {
  return fmaf(w.fourth, d, fmaf(w.third, c, fmaf(w.second, b, w.first * a)));
}

static __device__ __forceinline__ float texel(cudaTextureObject_t image, float x, float y) {
  float grey, green, blue, alpha;  // the texture has one channel, so only the first is used
  asm("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
      : "=f"(grey), "=f"(green), "=f"(blue), "=f"(alpha)
      : "l"(image), "f"(x), "f"(y));
  return grey;
}

static __device__ __forceinline__ float row(cudaTextureObject_t image, Weights across, float x, float y) {
  return weighted(across, texel(image, x - 1.0f, y), texel(image, x, y), texel(image, x + 1.0f, y),
                  texel(image, x + 2.0f, y));
}

extern "C" __global__ void __launch_bounds__(256)
bicubic(unsigned* __restrict__ pixels, cudaTextureObject_t image, int width, int height, float shift_x, float shift_y,
        float scale, float middle_x, float middle_y) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  // Texel i covers i .. i + 1; its value belongs to the middle.
  const float u = fmaf(static_cast<float>(x) + 0.5f - middle_x, scale, middle_x + shift_x) - 0.5f;
  const float v = fmaf(static_cast<float>(y) + 0.5f - middle_y, scale, middle_y + shift_y) - 0.5f;
  const float left = floorf(u), top = floorf(v);
  const Weights across = weights(u - left), down = weights(v - top);
  const float value = weighted(down, row(image, across, left, top - 1.0f), row(image, across, left, top),
                               row(image, across, left, top + 1.0f), row(image, across, left, top + 2.0f));
  const unsigned grey = static_cast<unsigned>(fmaf(value, 255.0f, 0.5f));
  pixels[y * width + x] = grey | grey << 8 | grey << 16;
}
