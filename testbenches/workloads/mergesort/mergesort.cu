// Merge sort of pairs of a key and a value by their keys, ascending and stable. Each kernel computes an element's place
// from two numbers: how many elements of its own half come before it, which is its index, and how many of the other
// half do, which a binary search finds. First, tiles of 1,024 pairs are sorted in the scratchpad (8,192 bytes per
// block). Then sorted runs of `stride` pairs are merged two by two. Every 128th key of both runs is a sample and is
// ranked in the other run; these ranks in order cut the two runs into intervals with at most 128 pairs of each run, and
// a block merges one interval in the scratchpad (2,072 bytes).
constexpr unsigned kSampleStride = 128, kRankThreads = 256;

// How many of the `count` sorted keys come before `key`: those below it and, with kEqualToo, those equal to it. `step`
// is a power of two, at least `count`.
template <bool kEqualToo>
static __device__ __forceinline__ unsigned rank(unsigned key, const unsigned* sorted, unsigned count, unsigned step) {
  if (count == 0) return 0;
  unsigned before = 0;
#pragma unroll 1
  for (; step > 0; step /= 2) {
    const unsigned further = before + step, probe = further < count ? further : count;
    const unsigned other = sorted[probe - 1];
    if (kEqualToo ? other <= key : other < key) before = probe;
  }
  return before;
}

// A block sorts a tile; the tile has two pairs for each thread. The values are stored after the keys, so that one
// address serves both.
template <unsigned kTile>
static __device__ __forceinline__ void sort_tile(unsigned* keys_to, unsigned* values_to, const unsigned* keys,
                                                 const unsigned* values) {
  constexpr unsigned kHalf = kTile / 2;
  __shared__ unsigned tile[2 * kTile];
  const unsigned thread = threadIdx.x, begin = blockIdx.x * kTile + thread;
  keys += begin;
  values += begin;
  unsigned* const own_pair = tile + thread;
  own_pair[0] = keys[0];
  own_pair[kTile] = values[0];
  own_pair[kHalf] = keys[kHalf];
  own_pair[kTile + kHalf] = values[kHalf];
#pragma unroll 1
  for (unsigned stride = 1; stride < kTile; stride *= 2) {
    const unsigned own = thread & (stride - 1);
    unsigned* const pair = tile + 2 * (thread - own);
    __syncthreads();
    const unsigned left = pair[own], left_value = pair[kTile + own];
    const unsigned right = pair[own + stride], right_value = pair[kTile + own + stride];
    const unsigned left_place = own + rank<false>(left, pair + stride, stride, stride);
    const unsigned right_place = own + rank<true>(right, pair, stride, stride);
    __syncthreads();
    pair[left_place] = left;
    pair[kTile + left_place] = left_value;
    pair[right_place] = right;
    pair[kTile + right_place] = right_value;
  }
  __syncthreads();
  keys_to += begin;
  values_to += begin;
  keys_to[0] = own_pair[0];
  values_to[0] = own_pair[kTile];
  keys_to[kHalf] = own_pair[kHalf];
  values_to[kHalf] = own_pair[kTile + kHalf];
}

extern "C" __global__ void __launch_bounds__(512)
mergesort_tiles_1024(unsigned* __restrict__ keys_to, unsigned* __restrict__ values_to,
                     const unsigned* __restrict__ keys, const unsigned* __restrict__ values) {
  sort_tile<1024>(keys_to, values_to, keys, values);
}

extern "C" __global__ void __launch_bounds__(128)
mergesort_tiles_256(unsigned* __restrict__ keys_to, unsigned* __restrict__ values_to,
                    const unsigned* __restrict__ keys, const unsigned* __restrict__ values) {
  sort_tile<256>(keys_to, values_to, keys, values);
}

// Thread i of a pair of runs takes sample i of both runs. For each sample (those of the left run come first) it writes
// how many keys of the left run come before it, and how many of the right run.
extern "C" __global__ void __launch_bounds__(kRankThreads)
mergesort_sample_ranks(unsigned* __restrict__ left_ranks, unsigned* __restrict__ right_ranks,
                       const unsigned* __restrict__ keys, unsigned stride, unsigned threads) {
  const unsigned thread = blockIdx.x * kRankThreads + threadIdx.x;
  if (thread >= threads) return;
  const unsigned samples = stride / kSampleStride, sample = thread & (samples - 1), pair = 2 * (thread - sample);
  const unsigned place = sample * kSampleStride;
  const unsigned *const left = keys + pair * kSampleStride, *const right = left + stride;
  left_ranks += pair;
  right_ranks += pair;
  left_ranks[sample] = place;
  right_ranks[sample] = rank<false>(left[place], right, stride, stride);
  right_ranks[samples + sample] = place;
  left_ranks[samples + sample] = rank<true>(right[place], left, stride, stride);
}

// Merges the ranks of the left run's samples with those of the right run's samples. The result says where the intervals
// begin in one run.
extern "C" __global__ void __launch_bounds__(kRankThreads)
mergesort_limits(unsigned* __restrict__ limits, const unsigned* __restrict__ ranks, unsigned stride,
                 unsigned threads) {
  const unsigned thread = blockIdx.x * kRankThreads + threadIdx.x;
  if (thread >= threads) return;
  const unsigned samples = stride / kSampleStride, sample = thread & (samples - 1), pair = 2 * (thread - sample);
  const unsigned *const of_left = ranks + pair, *const of_right = of_left + samples;
  limits += pair;
  const unsigned left = of_left[sample], right = of_right[sample];
  limits[sample + rank<false>(left, of_right, samples, samples)] = left;
  limits[sample + rank<true>(right, of_left, samples, samples)] = right;
}

// The words of an interval: where it begins in both runs, how many pairs of each run it has (at most 128), and where
// the first left_count merged pairs and then the right_count others go, counted from the beginning of the pair of runs.
enum IntervalWord { kLeft, kRight, kLeftCount, kRightCount, kToLeft, kToRight, kIntervalWords };

static __device__ __forceinline__ void cut_interval(volatile unsigned* interval, const unsigned* left_limits,
                                                    const unsigned* right_limits, unsigned index, bool last,
                                                    unsigned stride) {
  const unsigned left = left_limits[index], right = right_limits[index];
  const unsigned left_count = (last ? stride : left_limits[index + 1]) - left;
  interval[kLeft] = left;
  interval[kRight] = right;
  interval[kLeftCount] = left_count;
  interval[kRightCount] = (last ? stride : right_limits[index + 1]) - right;
  interval[kToLeft] = left + right;
  interval[kToRight] = left + right + left_count;
}

// A block merges one interval.
extern "C" __global__ void __launch_bounds__(kSampleStride)
mergesort_intervals(unsigned* __restrict__ keys_to, unsigned* __restrict__ values_to,
                    const unsigned* __restrict__ keys, const unsigned* __restrict__ values,
                    const unsigned* __restrict__ left_limits, const unsigned* __restrict__ right_limits,
                    unsigned stride) {
  __shared__ unsigned key[2 * kSampleStride], value[2 * kSampleStride];
  // Volatile, because clang 14 moves reads of single words of the scratchpad, which have no index, before the barrier.
  __shared__ volatile unsigned interval[kIntervalWords];
  const unsigned thread = threadIdx.x, intervals = 2 * stride / kSampleStride;
  const unsigned index = blockIdx.x & (intervals - 1), pair = blockIdx.x - index;
  const unsigned begin = pair * kSampleStride;
  if (thread == 0) {
    cut_interval(interval, left_limits + pair, right_limits + pair, index, index + 1 == intervals, stride);
  }
  __syncthreads();

  const unsigned left_count = interval[kLeftCount], right_count = interval[kRightCount];
  const bool has_left = thread < left_count, has_right = thread < right_count;
  unsigned left, left_value, right, right_value;
  if (has_left) {
    const unsigned from = begin + interval[kLeft] + thread;
    key[thread] = left = keys[from];
    left_value = values[from];
  }
  if (has_right) {
    const unsigned from = begin + stride + interval[kRight] + thread;
    key[kSampleStride + thread] = right = keys[from];
    right_value = values[from];
  }
  __syncthreads();
  unsigned left_place, right_place;
  if (has_left) left_place = thread + rank<false>(left, key + kSampleStride, right_count, kSampleStride);
  if (has_right) right_place = thread + rank<true>(right, key, left_count, kSampleStride);
  __syncthreads();
  if (has_left) {
    key[left_place] = left;
    value[left_place] = left_value;
  }
  if (has_right) {
    key[right_place] = right;
    value[right_place] = right_value;
  }
  __syncthreads();
  if (has_left) {
    const unsigned to = begin + interval[kToLeft] + thread;
    keys_to[to] = key[thread];
    values_to[to] = value[thread];
  }
  if (has_right) {
    const unsigned to = begin + interval[kToRight] + thread;
    keys_to[to] = key[left_count + thread];
    values_to[to] = value[left_count + thread];
  }
}
