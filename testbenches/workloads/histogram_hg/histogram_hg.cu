// A histogram of 224 bins. A block has 32 threads, and each thread has a one-byte counter for each bin, 224 bytes; the
// counters of one bin are next to each other. After the threads have counted their elements, each thread adds up the
// counters of some bins and adds the sums to the histogram in global memory. Jatala et al., tables IX and X: one
// scratchpad variable, 7,168 bytes and 32 threads per block, bins 128 to 224, threads 64 to 32, 1,024 x 896 values. The
// paper does not say how large the grid is or which type the values have. Its 8,192 instructions relssp in every form
// (table XI) are one for each thread of 256 blocks, so a thread has 112 values. Here the values are words that are
// already smaller than 224.
//
// The virtual thread blocks merge two blocks with one array of counters (the paper prints no number for this program).
// Two threads share counters, which are large enough for 2 x 112 values; the block clears them and adds them up once
// for both:
// VTB      the parts count one after the other, with barriers of the whole block.
// VTB_PIPE the parts take turns of 16 values, which they have loaded into registers during the other's turn, and hand
//          the counters to each other by barriers at which only one of them waits.
// CO_VTB   the parts count at the same time: each counts the values of one half of the bins, then of the other half.
constexpr int kBins = 224, kThreads = 32, kParts = 2, kChunk = 16, kCounters = kBins * kThreads;

static __device__ __forceinline__ void clear(unsigned* counters, int thread, int threads) {
#pragma unroll 1
  for (int word = thread; word < kCounters / 4; word += threads) counters[word] = 0;
}

static __device__ __forceinline__ void count(unsigned* counters, int bin, int lane) {
  ++reinterpret_cast<unsigned char*>(counters)[bin * kThreads + lane];
}

// Counts every `kThreads`-th value from `values` on.
static __device__ __forceinline__ void count_all(unsigned* counters, const int* values, int each, int lane) {
#pragma unroll 1
  for (int i = 0; i < each; ++i) count(counters, values[i * kThreads], lane);
}

// A thread begins at the counter with its own number, so that the threads of a warp read from many banks.
static __device__ __forceinline__ void merge(const unsigned* counters, int* histogram, int thread, int threads) {
#pragma unroll 1
  for (int bin = thread; bin < kBins; bin += threads) {
    const unsigned char* const row = reinterpret_cast<const unsigned char*>(counters) + bin * kThreads;
    int sum = 0;
#pragma unroll 4
    for (int i = 0; i < kThreads; ++i) sum += row[(i + thread) & (kThreads - 1)];
    atomicAdd(histogram + bin, sum);
  }
}

extern "C" __global__ void __launch_bounds__(kThreads)
histogram_hg(const int* __restrict__ values, int* __restrict__ histogram, int each) {
  __shared__ unsigned counters[kCounters / 4];
  const int lane = threadIdx.x;
  clear(counters, lane, kThreads);
  __syncthreads();
  count_all(counters, values + blockIdx.x * each * kThreads + lane, each, lane);
  __syncthreads();
  merge(counters, histogram, lane, kThreads);
}

extern "C" __global__ void __launch_bounds__(kParts * kThreads)
histogram_hg_vtb(const int* __restrict__ values, int* __restrict__ histogram, int each) {
  __shared__ unsigned counters[kCounters / 4];
  const int part = threadIdx.x / kThreads, lane = threadIdx.x % kThreads;
  const int* const own = values + (blockIdx.x * kParts + part) * each * kThreads + lane;
  clear(counters, threadIdx.x, kParts * kThreads);
  __syncthreads();
#pragma unroll 1
  for (int turn = 0; turn < kParts; ++turn) {
    if (part == turn) count_all(counters, own, each, lane);
    __syncthreads();
  }
  merge(counters, histogram, threadIdx.x, kParts * kThreads);
}

// At barrier 1 part 0 waits for the counters, at barrier 2 part 1.
extern "C" __global__ void __launch_bounds__(kParts * kThreads)
histogram_hg_vtb_pipe(const int* __restrict__ values, int* __restrict__ histogram, int each) {
  __shared__ unsigned counters[kCounters / 4];
  const int part = threadIdx.x / kThreads, lane = threadIdx.x % kThreads;
  const int* own = values + (blockIdx.x * kParts + part) * each * kThreads + lane;
  clear(counters, threadIdx.x, kParts * kThreads);
  __syncthreads();
#pragma unroll 1
  for (int i = 0; i < each; i += kChunk, own += kChunk * kThreads) {
    int chunk[kChunk];
#pragma unroll
    for (int k = 0; k < kChunk; ++k) chunk[k] = own[k * kThreads];
    if (part + i != 0) wait_at(1 + part, kParts * kThreads);
#pragma unroll
    for (int k = 0; k < kChunk; ++k) count(counters, chunk[k], lane);
    if (part == 0 || i + kChunk < each) arrive_at(2 - part, kParts * kThreads);
  }
  __syncthreads();
  merge(counters, histogram, threadIdx.x, kParts * kThreads);
}

extern "C" __global__ void __launch_bounds__(kParts * kThreads)
histogram_hg_co_vtb(const int* __restrict__ values, int* __restrict__ histogram, int each) {
  __shared__ unsigned counters[kCounters / 4];
  const int part = threadIdx.x / kThreads, lane = threadIdx.x % kThreads;
  const int* const own = values + (blockIdx.x * kParts + part) * each * kThreads + lane;
  clear(counters, threadIdx.x, kParts * kThreads);
  __syncthreads();
#pragma unroll 1
  for (int turn = 0; turn < kParts; ++turn) {
    const int first = (part ^ turn) * (kBins / kParts);
#pragma unroll 1
    for (int i = 0; i < each; ++i) {
      const int bin = own[i * kThreads];
      if (bin >= first && bin < first + kBins / kParts) count(counters, bin, lane);
    }
    __syncthreads();
  }
  merge(counters, histogram, threadIdx.x, kParts * kThreads);
}
