// Histograms of bytes, one for each block, like those of the CUDA samples' histogram256Kernel: each of a block's six
// warps counts into its own histogram, and the block adds the six up. Jatala et al. (table V) change the histogram from
// 256 bins to 384: 9,216 bytes in one variable; the last 128 bins stay empty.
//
// The paper does not say whether the warps count by atomics on the scratchpad. Its 13 instructions per byte (table VI:
// 19,396 per thread for 64 MB) match the samples' older form, which is used here: a lane writes a count with its own
// number in the upper bits, and repeats if another lane of its warp has overwritten it.
constexpr int kWarps = 6, kBins = 384, kThreads = 32 * kWarps;
constexpr unsigned kTagShift = 27, kCountMask = (1u << kTagShift) - 1;

static __device__ __forceinline__ void count(volatile unsigned* histogram, unsigned bin, unsigned tag) {
  unsigned value;
  do {
    value = tag | ((histogram[bin] & kCountMask) + 1);
    histogram[bin] = value;
  } while (histogram[bin] != value);
}

extern "C" __global__ void __launch_bounds__(kThreads)
histogram256(unsigned* partial_histograms, const unsigned* data, unsigned words) {
  __shared__ unsigned counts[kWarps * kBins];
  unsigned* const histogram = counts + threadIdx.x / 32 * kBins;
  const unsigned tag = threadIdx.x << kTagShift;
#pragma unroll
  for (int i = 0; i < kWarps * kBins / kThreads; ++i) counts[threadIdx.x + i * kThreads] = 0;
  __syncthreads();
#pragma unroll 1
  for (unsigned i = blockIdx.x * kThreads + threadIdx.x; i < words; i += kThreads * gridDim.x) {
    const unsigned word = data[i];
    count(histogram, word & 0xFF, tag);
    count(histogram, word >> 8 & 0xFF, tag);
    count(histogram, word >> 16 & 0xFF, tag);
    count(histogram, word >> 24, tag);
  }
  __syncthreads();
#pragma unroll 1
  for (int bin = threadIdx.x; bin < kBins; bin += kThreads) {
    unsigned sum = 0;
#pragma unroll
    for (int warp = 0; warp < kWarps; ++warp) sum += counts[bin + warp * kBins] & kCountMask;
    partial_histograms[blockIdx.x * kBins + bin] = sum;
  }
}
