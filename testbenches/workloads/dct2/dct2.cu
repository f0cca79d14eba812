// The cosine transforms of the CUDA samples' dct8x8 that stage their pixels in the scratchpad, as Jatala et al. measure
// them: DCT1 and DCT2 (the second kernel, forward and inverse), DCT3 and DCT4 (the same for 16-bit integers), and DCT5
// (the first kernel, two products of 8 x 8 matrices). Each takes an image that consists of whole tiles and transforms
// it in squares of 8 x 8 pixels.
//
// The paper does not say whether a barrier separates the passes: newer samples have one, and older ones rely on the
// eight threads of 8 x 8 pixels being in one warp. These kernels have the barriers.
constexpr int kSide = 8;

// cos(i pi/16) / 2.
constexpr float kC1 = 0.4903926402f, kC2 = 0.4619397663f, kC3 = 0.4157348062f, kC4 = 0.3535533906f,
                kC5 = 0.2777851165f, kC6 = 0.1913417162f, kC7 = 0.0975451610f;

// Transforms eight values, `stride` apart, in place.
static __device__ __forceinline__ void forward(float* at, int stride) {
  const float v0 = at[0], v1 = at[stride], v2 = at[2 * stride], v3 = at[3 * stride];
  const float v4 = at[4 * stride], v5 = at[5 * stride], v6 = at[6 * stride], v7 = at[7 * stride];
  const float s07 = v0 + v7, s16 = v1 + v6, s25 = v2 + v5, s34 = v3 + v4;
  const float d07 = v0 - v7, d16 = v1 - v6, d25 = v2 - v5, d34 = v3 - v4;
  const float outer = s07 + s34, inner = s16 + s25, outer_difference = s07 - s34, inner_difference = s16 - s25;
  at[0] = kC4 * (outer + inner);
  at[4 * stride] = kC4 * (outer - inner);
  at[2 * stride] = fmaf(kC2, outer_difference, kC6 * inner_difference);
  at[6 * stride] = fmaf(kC6, outer_difference, -kC2 * inner_difference);
  at[stride] = fmaf(kC1, d07, fmaf(kC3, d16, fmaf(kC5, d25, kC7 * d34)));
  at[3 * stride] = fmaf(kC3, d07, fmaf(-kC7, d16, fmaf(-kC1, d25, -kC5 * d34)));
  at[5 * stride] = fmaf(kC5, d07, fmaf(-kC1, d16, fmaf(kC7, d25, kC3 * d34)));
  at[7 * stride] = fmaf(kC7, d07, fmaf(-kC5, d16, fmaf(kC3, d25, -kC1 * d34)));
}

static __device__ __forceinline__ void inverse(float* at, int stride) {
  const float v0 = at[0], v1 = at[stride], v2 = at[2 * stride], v3 = at[3 * stride];
  const float v4 = at[4 * stride], v5 = at[5 * stride], v6 = at[6 * stride], v7 = at[7 * stride];
  const float sum = v0 + v4, difference = v0 - v4;
  const float outer = fmaf(kC2, v2, kC6 * v6), inner = fmaf(kC6, v2, -kC2 * v6);
  const float e0 = fmaf(kC4, sum, outer), e3 = fmaf(kC4, sum, -outer);
  const float e1 = fmaf(kC4, difference, inner), e2 = fmaf(kC4, difference, -inner);
  const float o0 = fmaf(kC1, v1, fmaf(kC3, v3, fmaf(kC5, v5, kC7 * v7)));
  const float o1 = fmaf(kC3, v1, fmaf(-kC7, v3, fmaf(-kC1, v5, -kC5 * v7)));
  const float o2 = fmaf(kC5, v1, fmaf(-kC1, v3, fmaf(kC7, v5, kC3 * v7)));
  const float o3 = fmaf(kC7, v1, fmaf(-kC5, v3, fmaf(kC3, v5, -kC1 * v7)));
  at[0] = e0 + o0;
  at[7 * stride] = e0 - o0;
  at[stride] = e1 + o1;
  at[6 * stride] = e1 - o1;
  at[2 * stride] = e2 + o2;
  at[5 * stride] = e2 - o2;
  at[3 * stride] = e3 + o3;
  at[4 * stride] = e3 - o3;
}

// DCT1 and DCT2: a thread transforms a column of eight values, then a row. The rows of the tile have a word of padding.
// 32 x 16 pixels: 2,112 bytes, 8 x 4 x 2 threads; 64 x 32: 8,320 bytes, 8 x 8 x 4 threads (Q-32).
template <int kWidth, int kHeight, void (*kTransform)(float*, int)>
static __device__ __forceinline__ void transform(float* to, const float* from, int width) {
  constexpr int kRow = kWidth + 1;
  __shared__ float tile[kHeight * kRow];
  const int column = threadIdx.y * kSide + threadIdx.x, top = threadIdx.z * kSide;
  const int first = (blockIdx.y * kHeight + top) * width + blockIdx.x * kWidth + column;
  float* const own = tile + top * kRow + column;
#pragma unroll
  for (int y = 0; y < kSide; ++y) own[y * kRow] = from[first + y * width];
  __syncthreads();
  kTransform(own, kRow);
  __syncthreads();
  kTransform(tile + (top + threadIdx.x) * kRow + threadIdx.y * kSide, 1);
  __syncthreads();
#pragma unroll
  for (int y = 0; y < kSide; ++y) to[first + y * width] = own[y * kRow];
}

#define DCT2_KERNELS(width_of_tile, height_of_tile)                                                               \
  extern "C" __global__ void __launch_bounds__(width_of_tile * height_of_tile / kSide)                            \
  dct2_forward_##width_of_tile##x##height_of_tile(float* coefficients, const float* pixels, int width) {          \
    transform<width_of_tile, height_of_tile, forward>(coefficients, pixels, width);                               \
  }                                                                                                               \
  extern "C" __global__ void __launch_bounds__(width_of_tile * height_of_tile / kSide)                            \
  dct2_inverse_##width_of_tile##x##height_of_tile(float* pixels, const float* coefficients, int width) {          \
    transform<width_of_tile, height_of_tile, inverse>(pixels, coefficients, width);                               \
  }
DCT2_KERNELS(32, 16)
DCT2_KERNELS(64, 32)
#undef DCT2_KERNELS

// DCT3 and DCT4: tiles of 32 x 32 integers of 16 bits, rows of 34 (2,176 bytes), 8 x 4 x 4 threads. The cosines have 16
// fraction bits, a product has 32 bits, and each value is rounded once in each pass.
constexpr int kTile = 32, kShortRow = kTile + 2;
constexpr int kI1 = 32138, kI2 = 30274, kI3 = 27246, kI4 = 23170, kI5 = 18205, kI6 = 12540, kI7 = 6393;

static __device__ __forceinline__ short rounded(int sum) { return static_cast<short>((sum + 0x8000) >> 16); }

static __device__ __forceinline__ void forward_integers(short (&v)[kSide]) {
  const int s07 = v[0] + v[7], s16 = v[1] + v[6], s25 = v[2] + v[5], s34 = v[3] + v[4];
  const int d07 = v[0] - v[7], d16 = v[1] - v[6], d25 = v[2] - v[5], d34 = v[3] - v[4];
  const int outer = s07 + s34, inner = s16 + s25, outer_difference = s07 - s34, inner_difference = s16 - s25;
  v[0] = rounded(kI4 * (outer + inner));
  v[4] = rounded(kI4 * (outer - inner));
  v[2] = rounded(kI2 * outer_difference + kI6 * inner_difference);
  v[6] = rounded(kI6 * outer_difference - kI2 * inner_difference);
  v[1] = rounded(kI1 * d07 + kI3 * d16 + kI5 * d25 + kI7 * d34);
  v[3] = rounded(kI3 * d07 - kI7 * d16 - kI1 * d25 - kI5 * d34);
  v[5] = rounded(kI5 * d07 - kI1 * d16 + kI7 * d25 + kI3 * d34);
  v[7] = rounded(kI7 * d07 - kI5 * d16 + kI3 * d25 - kI1 * d34);
}

static __device__ __forceinline__ void inverse_integers(short (&v)[kSide]) {
  const int sum = kI4 * (v[0] + v[4]), difference = kI4 * (v[0] - v[4]);
  const int outer = kI2 * v[2] + kI6 * v[6], inner = kI6 * v[2] - kI2 * v[6];
  const int o0 = kI1 * v[1] + kI3 * v[3] + kI5 * v[5] + kI7 * v[7];
  const int o1 = kI3 * v[1] - kI7 * v[3] - kI1 * v[5] - kI5 * v[7];
  const int o2 = kI5 * v[1] - kI1 * v[3] + kI7 * v[5] + kI3 * v[7];
  const int o3 = kI7 * v[1] - kI5 * v[3] + kI3 * v[5] - kI1 * v[7];
  v[0] = rounded(sum + outer + o0);
  v[7] = rounded(sum + outer - o0);
  v[1] = rounded(difference + inner + o1);
  v[6] = rounded(difference + inner - o1);
  v[2] = rounded(difference - inner + o2);
  v[5] = rounded(difference - inner - o2);
  v[3] = rounded(sum - outer + o3);
  v[4] = rounded(sum - outer - o3);
}

template <void (*kTransform)(short (&)[kSide])>
static __device__ __forceinline__ void column_of(short* at) {
  short v[kSide];
#pragma unroll
  for (int y = 0; y < kSide; ++y) v[y] = at[y * kShortRow];
  kTransform(v);
#pragma unroll
  for (int y = 0; y < kSide; ++y) at[y * kShortRow] = v[y];
}

// A row is four words of two values.
template <void (*kTransform)(short (&)[kSide])>
static __device__ __forceinline__ void row_of(short* at) {
  unsigned* const words = reinterpret_cast<unsigned*>(at);
  short v[kSide];
#pragma unroll
  for (int i = 0; i < kSide / 2; ++i) {
    const unsigned word = words[i];
    v[2 * i] = static_cast<short>(word & 0xFFFF);
    v[2 * i + 1] = static_cast<short>(word >> 16);
  }
  kTransform(v);
#pragma unroll
  for (int i = 0; i < kSide / 2; ++i) {
    words[i] = (v[2 * i] & 0xFFFF) | static_cast<unsigned>(v[2 * i + 1]) << 16;
  }
}

// Half of the threads of a row of blocks move the pixels, two at a time. Neighbouring threads transform every other
// column, so that no two threads of half a warp access the same word.
template <void (*kTransform)(short (&)[kSide])>
static __device__ __forceinline__ void transform_integers(short* pixels, int width) {
  __shared__ __attribute__((aligned(4))) short tile[kTile * kShortRow];
  const int thread = threadIdx.y * kSide + threadIdx.x, top = threadIdx.z * kSide;
  const int column = (thread << 1 | thread >> 4) & (kTile - 1);
  const bool moves = thread < kTile / 2;
  unsigned* const outside =
      reinterpret_cast<unsigned*>(pixels + (blockIdx.y * kTile + top) * width + blockIdx.x * kTile + 2 * thread);
  unsigned* const inside = reinterpret_cast<unsigned*>(tile + top * kShortRow + 2 * thread);
  if (moves) {
#pragma unroll
    for (int y = 0; y < kSide; ++y) inside[y * (kShortRow / 2)] = outside[y * (width / 2)];
  }
  __syncthreads();
  column_of<kTransform>(tile + top * kShortRow + column);
  __syncthreads();
  row_of<kTransform>(tile + thread * kShortRow + top);
  __syncthreads();
  if (moves) {
#pragma unroll
    for (int y = 0; y < kSide; ++y) outside[y * (width / 2)] = inside[y * (kShortRow / 2)];
  }
}

extern "C" __global__ void __launch_bounds__(kTile * kTile / kSide) dct2_short_forward(short* pixels, int width) {
  transform_integers<forward_integers>(pixels, width);
}

extern "C" __global__ void __launch_bounds__(kTile * kTile / kSide) dct2_short_inverse(short* pixels, int width) {
  transform_integers<inverse_integers>(pixels, width);
}

// Row k holds the weights of coefficient k.
__constant__ float cosines[kSide][kSide] = {
    {kC4, kC4, kC4, kC4, kC4, kC4, kC4, kC4},     {kC1, kC3, kC5, kC7, -kC7, -kC5, -kC3, -kC1},
    {kC2, kC6, -kC6, -kC2, -kC2, -kC6, kC6, kC2}, {kC3, -kC7, -kC1, -kC5, kC5, kC1, kC7, -kC3},
    {kC4, -kC4, -kC4, kC4, kC4, -kC4, -kC4, kC4}, {kC5, -kC1, kC7, kC3, -kC3, -kC7, kC1, -kC5},
    {kC6, -kC2, kC2, -kC6, -kC6, kC2, -kC2, kC6}, {kC7, -kC5, kC3, -kC1, kC1, -kC3, kC5, -kC7}};

// DCT5: a block of 8 x 8 threads transforms 8 x 8 pixels, which it reads through a texture: cosines x pixels x
// transposed cosines. Its two variables have 512 bytes; the number of blocks limits the occupancy, not the scratchpad.
extern "C" __global__ void __launch_bounds__(kSide * kSide)
dct2_products(float* coefficients, cudaTextureObject_t pixels, int width) {
  __shared__ float input[kSide][kSide];
  __shared__ float half[kSide][kSide];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kSide + x, row = blockIdx.y * kSide + y;
  float pixel, green, blue, alpha;  // the texture has one channel, so only the first is used
  asm("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
      : "=f"(pixel), "=f"(green), "=f"(blue), "=f"(alpha)
      : "l"(pixels), "f"(static_cast<float>(column) + 0.5f), "f"(static_cast<float>(row) + 0.5f));
  input[y][x] = pixel;
  __syncthreads();
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < kSide; ++i) sum = fmaf(cosines[y][i], input[i][x], sum);
  half[y][x] = sum;
  __syncthreads();
  sum = 0.0f;
#pragma unroll
  for (int i = 0; i < kSide; ++i) sum = fmaf(half[y][i], cosines[x][i], sum);
  input[y][x] = sum;
  __syncthreads();
  coefficients[row * width + column] = input[y][x];
}
