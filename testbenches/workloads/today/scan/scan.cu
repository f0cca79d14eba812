// Running sums of integers in one pass with decoupled look-back. A block scans its tile by shuffles, publishes its sum,
// and looks back over the tiles before it, which have published their own sum (1) or the sum of all tiles up to them
// (2), until it finds one of the second kind. Tiles are numbered in the order in which blocks start, so that no block
// waits for one that has not started.
#include "../device.cuh"

constexpr int kThreads = 256, kItems = 8, kTile = kThreads * kItems, kWarps = kThreads / 32;

static __device__ __forceinline__ int scanned_by_warp(int value) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int apart = 1; apart < 32; apart *= 2) {
    const int other = __shfl_up_sync(kWholeWarp, value, apart);
    if (lane >= apart) value += other;
  }
  return value;
}

// A tile's word: the kind of what it has published (0: nothing) above the number.
static __device__ __forceinline__ unsigned long long word_of(unsigned long long said, int number) {
  return said << 32 | static_cast<unsigned>(number);
}

// The sum of all tiles before this one, computed by the first warp.
static __device__ int sum_before(volatile unsigned long long* words, int tile) {
  const int lane = threadIdx.x % 32;
  int sum = 0;
  for (int last = tile - 1; ; last -= 32) {
    const int own = last - lane;
    unsigned long long word = word_of(2, 0);
    if (own >= 0) do word = words[own]; while (word >> 32 == 0);
    const unsigned whole = __ballot_sync(kWholeWarp, word >> 32 == 2);
    const int nearest = whole == 0 ? 32 : __ffs(whole) - 1;
    sum += __reduce_add_sync(kWholeWarp, lane <= nearest ? static_cast<int>(word) : 0);
    if (whole != 0) return sum;
  }
}

extern "C" __global__ void __launch_bounds__(kThreads)
scan(const int* in, int* out, unsigned long long* words, unsigned* started, int count) {
  __shared__ int of_warps[kWarps], tile_here, before_here;
  if (threadIdx.x == 0) tile_here = atomicAdd(started, 1u);
  __syncthreads();
  const int tile = tile_here, first = tile * kTile + threadIdx.x * kItems, warp = threadIdx.x / 32;
  int values[kItems];
  int sum = 0;
#pragma unroll
  for (int i = 0; i < kItems; i += 4) {
    int4 four = make_int4(0, 0, 0, 0);
    if (first + i < count) four = *reinterpret_cast<const int4*>(in + first + i);
    values[i] = sum += four.x;
    values[i + 1] = sum += four.y;
    values[i + 2] = sum += four.z;
    values[i + 3] = sum += four.w;
  }
  const int scanned = scanned_by_warp(sum);
  if (threadIdx.x % 32 == 31) of_warps[warp] = scanned;
  __syncthreads();
  int shift = scanned - sum, total = 0;
#pragma unroll
  for (int i = 0; i < kWarps; ++i) {
    if (i < warp) shift += of_warps[i];
    total += of_warps[i];
  }
  if (warp == 0) {
    if (tile > 0 && threadIdx.x == 0) {
      *const_cast<volatile unsigned long long*>(words + tile) = word_of(1, total);
    }
    const int before = tile == 0 ? 0 : sum_before(words, tile);
    if (threadIdx.x == 0) {
      *const_cast<volatile unsigned long long*>(words + tile) = word_of(2, before + total);
      before_here = before;
    }
  }
  __syncthreads();
  shift += before_here;
#pragma unroll
  for (int i = 0; i < kItems; i += 4) {
    if (first + i < count)
      *reinterpret_cast<int4*>(out + first + i) =
          make_int4(values[i] + shift, values[i + 1] + shift, values[i + 2] + shift, values[i + 3] + shift);
  }
}
