// Scalar products of pairs of vectors; `a` and `b` hold one vector after another, and a block has one pair. Each of
// 1,024 accumulators sums every 1,024th product, then a tree adds the accumulators. Jatala et al., tables IX and X:
// scalarProdGPU has one scratchpad variable and 64 threads per block, and the array was made 12 floats longer than the
// accumulators, 4,144 bytes; the 4,114 of table IX is no multiple of 4. The 12 are not used. The paper does not say how
// many pairs a block has: one, as its 32,768 instructions relssp (table XI) are then one for each thread of 512 blocks.
//
// The virtual thread blocks merge two blocks, which share one array (the paper prints no number for this program). In
// both forms a thread keeps its 16 sums in registers and needs the scratchpad only for the tree:
// VTB      all barriers are the whole block's; both parts have summed before one adds up its tree.
// VTB_PIPE a part has barriers of its own: the first adds up its tree while the second still sums.
constexpr int kThreads = 64, kAccumulators = 1024, kSpare = 12, kSlots = kAccumulators / kThreads, kParts = 2;

typedef float Accumulators[kAccumulators + kSpare];

// Sum k of a thread adds product 64 k, counted from `a` and `b` on, and every 1,024th product after that.
static __device__ __forceinline__ void sum_up(float* sums, const float* a, const float* b, int elements) {
#pragma unroll
  for (int k = 0; k < kSlots; ++k) sums[k] = 0.0f;
#pragma unroll 1
  for (int i = 0; i < elements; i += kAccumulators) {
#pragma unroll
    for (int k = 0; k < kSlots; ++k) sums[k] = fmaf(a[i + k * kThreads], b[i + k * kThreads], sums[k]);
  }
}

extern "C" __global__ void __launch_bounds__(kThreads)
scalarprod_sp(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ products, int elements) {
  __shared__ Accumulators partial;
  const int begin = blockIdx.x * elements, end = begin + elements;
#pragma unroll 1
  for (int slot = threadIdx.x; slot < kAccumulators; slot += kThreads) {
    float sum = 0.0f;
#pragma unroll 1
    for (int i = begin + slot; i < end; i += kAccumulators) sum = fmaf(a[i], b[i], sum);
    partial[slot] = sum;
  }
#pragma unroll 1
  for (int stride = kAccumulators / 2; stride > 0; stride /= 2) {
    __syncthreads();
#pragma unroll 1
    for (int slot = threadIdx.x; slot < stride; slot += kThreads) partial[slot] += partial[slot + stride];
  }
  if (threadIdx.x == 0) products[blockIdx.x] = partial[0];
}

extern "C" __global__ void __launch_bounds__(kParts * kThreads)
scalarprod_sp_vtb(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ products,
                  int elements) {
  __shared__ Accumulators partial;
  const int part = threadIdx.x / kThreads, thread = threadIdx.x % kThreads, pair = blockIdx.x * kParts + part;
  float sums[kSlots];
  sum_up(sums, a + pair * elements + thread, b + pair * elements + thread, elements);
#pragma unroll 1
  for (int turn = 0; turn < kParts; ++turn) {
    if (part == turn) {
#pragma unroll
      for (int k = 0; k < kSlots; ++k) partial[thread + k * kThreads] = sums[k];
    }
#pragma unroll 1
    for (int stride = kAccumulators / 2; stride > 0; stride /= 2) {
      __syncthreads();
      if (part == turn) {
#pragma unroll 1
        for (int slot = thread; slot < stride; slot += kThreads) partial[slot] += partial[slot + stride];
      }
    }
    if (part == turn && thread == 0) products[pair] = partial[0];
    __syncthreads();
  }
}

// Barriers 1 and 2 are the parts' own; at barrier 3 part 1 waits for the scratchpad.
extern "C" __global__ void __launch_bounds__(kParts * kThreads)
scalarprod_sp_vtb_pipe(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ products,
                       int elements) {
  __shared__ Accumulators partial;
  const int part = threadIdx.x / kThreads, thread = threadIdx.x % kThreads, pair = blockIdx.x * kParts + part;
  float sums[kSlots];
  sum_up(sums, a + pair * elements + thread, b + pair * elements + thread, elements);
  if (part == 1) wait_at(3, kParts * kThreads);
#pragma unroll
  for (int k = 0; k < kSlots; ++k) partial[thread + k * kThreads] = sums[k];
#pragma unroll 1
  for (int stride = kAccumulators / 2; stride > 0; stride /= 2) {
    wait_at(1 + part, kThreads);
#pragma unroll 1
    for (int slot = thread; slot < stride; slot += kThreads) partial[slot] += partial[slot + stride];
  }
  if (thread == 0) products[pair] = partial[0];
  if (part == 0) arrive_at(3, kParts * kThreads);
}
