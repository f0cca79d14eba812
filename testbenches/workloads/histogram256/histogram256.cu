// Histograms of bytes, one a block, as the CUDA samples' histogram256Kernel makes them: each of a block's six warps
// counts into a histogram of its own, and the block adds the six up. Jatala et al. (table V) give a histogram 384 bins
// for 256: 9,216 bytes in one variable; the last 128 bins stay empty.
//
// Whether the warps count by atomics of the scratchpad or without, the paper does not say. Its 13 instructions a byte
// (table VI: 19,396 a thread for 64 MB) are those of the samples' older form, here: a lane writes a count with its own
// number in the upper bits, and repeats where another lane of its warp has written later.
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
