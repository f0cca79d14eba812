// The discrete cosine transform of 8 x 8 blocks of pixels, quantisation of its coefficients, and the inverse transform.
// Eight threads transform a block of pixels, and a thread block of 8 x 4 x 2 threads transforms 32 x 16 pixels. A
// thread transforms eight values in its registers, first a column and then a row, as the CUDA samples' second kernel
// does.
//
// That kernel transposes the pixels in the scratchpad (2,112 bytes per block). But Gebhart's table 1 prints 0 bytes for
// Dct8x8, spills with few registers, and DRAM traffic that no cache changes. This kernel has all three: a thread's
// eight values stay in registers, every load takes whole lines, and columns become rows through the output array. (If a
// thread read the eight values of a row, 32 bytes, in two loads, the second load would need a cache.)
//
// Width is a multiple of 32 and height of 16. Products and sums are fused as written, so that a CPU can do the same.
constexpr int kSide = 8;

// cos(i pi/16) / 2.
constexpr float kC1 = 0.4903926402f, kC2 = 0.4619397663f, kC3 = 0.4157348062f, kC4 = 0.3535533906f,
                kC5 = 0.2777851165f, kC6 = 0.1913417162f, kC7 = 0.0975451610f;

static __device__ __forceinline__ void forward(float (&v)[kSide]) {
  const float s07 = v[0] + v[7], s16 = v[1] + v[6], s25 = v[2] + v[5], s34 = v[3] + v[4];
  const float d07 = v[0] - v[7], d16 = v[1] - v[6], d25 = v[2] - v[5], d34 = v[3] - v[4];
  const float outer = s07 + s34, inner = s16 + s25, outer_difference = s07 - s34, inner_difference = s16 - s25;
  v[0] = kC4 * (outer + inner);
  v[4] = kC4 * (outer - inner);
  v[2] = fmaf(kC2, outer_difference, kC6 * inner_difference);
  v[6] = fmaf(kC6, outer_difference, -kC2 * inner_difference);
  v[1] = fmaf(kC1, d07, fmaf(kC3, d16, fmaf(kC5, d25, kC7 * d34)));
  v[3] = fmaf(kC3, d07, fmaf(-kC7, d16, fmaf(-kC1, d25, -kC5 * d34)));
  v[5] = fmaf(kC5, d07, fmaf(-kC1, d16, fmaf(kC7, d25, kC3 * d34)));
  v[7] = fmaf(kC7, d07, fmaf(-kC5, d16, fmaf(kC3, d25, -kC1 * d34)));
}

static __device__ __forceinline__ void inverse(float (&v)[kSide]) {
  const float sum = v[0] + v[4], difference = v[0] - v[4];
  const float outer = fmaf(kC2, v[2], kC6 * v[6]), inner = fmaf(kC6, v[2], -kC2 * v[6]);
  const float e0 = fmaf(kC4, sum, outer), e3 = fmaf(kC4, sum, -outer);
  const float e1 = fmaf(kC4, difference, inner), e2 = fmaf(kC4, difference, -inner);
  const float o0 = fmaf(kC1, v[1], fmaf(kC3, v[3], fmaf(kC5, v[5], kC7 * v[7])));
  const float o1 = fmaf(kC3, v[1], fmaf(-kC7, v[3], fmaf(-kC1, v[5], -kC5 * v[7])));
  const float o2 = fmaf(kC5, v[1], fmaf(-kC1, v[3], fmaf(kC7, v[5], kC3 * v[7])));
  const float o3 = fmaf(kC7, v[1], fmaf(-kC5, v[3], fmaf(kC3, v[5], -kC1 * v[7])));
  v[0] = e0 + o0;
  v[7] = e0 - o0;
  v[1] = e1 + o1;
  v[6] = e1 - o1;
  v[2] = e2 + o2;
  v[5] = e2 - o2;
  v[3] = e3 + o3;
  v[4] = e3 - o3;
}

// Loads a column of a block of pixels; the eight loads of a warp take whole lines.
static __device__ __forceinline__ void load_column(float (&v)[kSide], const float* column, int width) {
#pragma unroll
  for (int y = 0; y < kSide; ++y) v[y] = column[y * width];
}

static __device__ __forceinline__ void store_row(float* row, const float (&v)[kSide]) {
  reinterpret_cast<float4*>(row)[0] = {v[0], v[1], v[2], v[3]};
  reinterpret_cast<float4*>(row)[1] = {v[4], v[5], v[6], v[7]};
}

// Makes the same pass twice. A pass stores each transformed column as a row, so the second pass transforms the rows of
// the first and transposes the block back.
template <void (*kTransform)(float (&)[kSide])>
static __device__ __forceinline__ void transform(float* to, const float* from, int width) {
  const int left = (blockIdx.x * 4 + threadIdx.y) * kSide, top = (blockIdx.y * 2 + threadIdx.z) * kSide;
  const int x = threadIdx.x, corner = top * width + left;
  float v[kSide];
  load_column(v, from + corner + x, width);
  kTransform(v);
  store_row(to + corner + x * width, v);
  __syncthreads();
  load_column(v, to + corner + x, width);
  kTransform(v);
  __syncthreads();
  store_row(to + corner + x * width, v);
}

extern "C" __global__ void __launch_bounds__(64)
dct8x8_forward(float* coefficients, const float* pixels, int width) {
  transform<forward>(coefficients, pixels, width);
}

extern "C" __global__ void __launch_bounds__(64)
dct8x8_inverse(float* pixels, const float* coefficients, int width) {
  transform<inverse>(pixels, coefficients, width);
}

// The steps of ITU-T T.81 (JPEG), table K.1.
__constant__ float steps[kSide][kSide] = {
    {16, 11, 10, 16, 24, 40, 51, 61},     {12, 12, 14, 19, 26, 58, 60, 55},
    {14, 13, 16, 24, 40, 57, 69, 56},     {14, 17, 22, 29, 51, 87, 80, 62},
    {18, 22, 37, 56, 68, 109, 103, 77},   {24, 35, 55, 64, 81, 104, 113, 92},
    {49, 64, 78, 87, 103, 121, 120, 101}, {72, 92, 95, 98, 112, 100, 103, 99}};

// Rounds each coefficient to a multiple of the step for its place. A thread block of 8 x 8 threads rounds one block of
// coefficients.
extern "C" __global__ void __launch_bounds__(kSide * kSide)
dct8x8_quantise(float* coefficients, int width) {
  const int x = threadIdx.x, y = threadIdx.y;
  float* const here = coefficients + (blockIdx.y * kSide + y) * width + blockIdx.x * kSide + x;
  const float step = steps[y][x];
  *here = rintf(*here / step) * step;
}
