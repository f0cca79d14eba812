// Sums of absolute differences for motion estimation: every 4 x 4 block of the current frame is compared with the
// reference frame at each offset of up to `range` pixels, then these sums are added for the larger shapes of H.264.
// Frames have 16-bit pixels; the reference frame is a texture, whose coordinates are clamped for offsets that leave the
// frame.
//
// The result consists of 16-bit sums. A macroblock (16 x 16 pixels) has 41 shapes. The result is ordered by kind, then
// by macroblock, then by shape, then by offset, row by row; the offsets are padded to `padded`, a multiple of 8. The
// kinds (width x height) are 16 x 16 first, then 16 x 8, 8 x 16, 8 x 8, 8 x 4, 4 x 8, 4 x 4.
//
// Parboil's kernel stages a block's sums in the scratchpad; Gebhart's table 1 prints 0 bytes, so here the 16 pixels of
// the block stay in registers and the sums go to memory at once.
constexpr int k16x8 = 1, k8x16 = 3, k8x8 = 5, k8x4 = 9, k4x8 = 17, k4x4 = 25, kThreads = 61;

struct __attribute__((aligned(8))) Pixels4 { unsigned short at[4]; };

// Four sums, two in a word. Each stays below 2^16 (256 pixels of 8 bits), so whole words may be added.
struct __attribute__((aligned(8))) Sums4 { unsigned low, high; };

static __device__ __forceinline__ Sums4 operator+(Sums4 a, Sums4 b) { return {a.low + b.low, a.high + b.high}; }

static __device__ __forceinline__ int texel(unsigned long long texture, float x, float y) {
  int value, none;
  asm("tex.2d.v4.s32.f32 {%0, %1, %1, %1}, [%2, {%3, %4}];" : "=r"(value), "=r"(none) : "l"(texture), "f"(x), "f"(y));
  return value;
}

// A block of 61 threads processes a 4 x 4 block of pixels; a thread computes `share` offsets, one after another.
extern "C" __global__ void __launch_bounds__(kThreads)
sad_4x4(unsigned short* __restrict__ sums, const unsigned short* __restrict__ frame, unsigned long long reference,
        int range, int share, int padded) {
  const int left = blockIdx.x * 4, top = blockIdx.y * 4, width = gridDim.x * 4;
  Pixels4 pixels[4];
#pragma unroll
  for (int y = 0; y < 4; ++y) pixels[y] = *reinterpret_cast<const Pixels4*>(frame + (top + y) * width + left);

  const int macroblocks_across = gridDim.x / 4, macroblocks = macroblocks_across * (gridDim.y / 4);
  const int macroblock = blockIdx.y / 4 * macroblocks_across + blockIdx.x / 4;
  const int shape = macroblocks * k4x4 + macroblock * 16 + blockIdx.y % 4 * 4 + blockIdx.x % 4;
  const int side = 2 * range + 1, first = threadIdx.x * share, end = min(first + share, side * side);
  int across = first % side, down = first / side;
#pragma unroll 1
  for (int offset = first; offset < end; ++offset) {
    int sum = 0;
#pragma unroll
    for (int y = 0; y < 4; ++y) {
#pragma unroll
      for (int x = 0; x < 4; ++x) {
        const int there = texel(reference, static_cast<float>(left + across - range + x),
                                static_cast<float>(top + down - range + y));
        sum += __builtin_abs(there - pixels[y].at[x]);
      }
    }
    sums[shape * padded + offset] = static_cast<unsigned short>(sum);
    if (++across == side) {
      across = 0;
      ++down;
    }
  }
}

// The 8 x 4, 4 x 8 and 8 x 8 sums of a macroblock: a warp processes a quarter, a thread four offsets at a time.
extern "C" __global__ void __launch_bounds__(128)
sad_8x8(Sums4* sums, int offsets, int padded) {
  const int macroblocks = gridDim.x * gridDim.y, macroblock = blockIdx.y * gridDim.x + blockIdx.x;
  const int quarter = threadIdx.y, stride = padded / 4;
  const int corner = quarter / 2 * 8 + quarter % 2 * 2;
  const Sums4* const from = sums + (macroblocks * k4x4 + macroblock * 16 + corner) * stride;
  Sums4* const to_8x4 = sums + (macroblocks * k8x4 + macroblock * 8 + quarter * 2) * stride;
  Sums4* const to_4x8 = sums + (macroblocks * k4x8 + macroblock * 8 + quarter * 2) * stride;
  Sums4* const to_8x8 = sums + (macroblocks * k8x8 + macroblock * 4 + quarter) * stride;
#pragma unroll 1
  for (int i = threadIdx.x; i < (offsets + 3) / 4; i += 32) {
    const Sums4 north_west = from[i], north_east = from[stride + i];
    const Sums4 south_west = from[4 * stride + i], south_east = from[5 * stride + i];
    const Sums4 north = north_west + north_east, south = south_west + south_east;
    to_8x4[i] = north;
    to_8x4[stride + i] = south;
    to_4x8[i] = north_west + south_west;
    to_4x8[stride + i] = north_east + south_east;
    to_8x8[i] = north + south;
  }
}

// The 16 x 8, 8 x 16 and 16 x 16 sums of a macroblock, from the 8 x 8 ones.
extern "C" __global__ void __launch_bounds__(32)
sad_16x16(Sums4* sums, int offsets, int padded) {
  const int macroblocks = gridDim.x * gridDim.y, macroblock = blockIdx.y * gridDim.x + blockIdx.x;
  const int stride = padded / 4;
  const Sums4* const from = sums + (macroblocks * k8x8 + macroblock * 4) * stride;
  Sums4* const to_16x8 = sums + (macroblocks * k16x8 + macroblock * 2) * stride;
  Sums4* const to_8x16 = sums + (macroblocks * k8x16 + macroblock * 2) * stride;
  Sums4* const to_16x16 = sums + macroblock * stride;
#pragma unroll 1
  for (int i = threadIdx.x; i < (offsets + 3) / 4; i += 32) {
    const Sums4 north_west = from[i], north_east = from[stride + i];
    const Sums4 south_west = from[2 * stride + i], south_east = from[3 * stride + i];
    const Sums4 north = north_west + north_east, south = south_west + south_east;
    to_16x8[i] = north;
    to_16x8[stride + i] = south;
    to_8x16[i] = north_west + south_west;
    to_8x16[stride + i] = north_east + south_east;
    to_16x16[i] = north + south;
  }
}
