// k-means like Rodinia's kmeansPoint with both of its reductions on the device. It computes the closest centre of each
// point, the number of a block's points that changed their centre, and the block's share of the new centres: the sums
// of its points' features for each centre. Jatala et al., table VII: two scratchpad variables, 4,608 bytes and 576
// threads per block. These are two words per thread, so the two reductions, which Rodinia compiles only on request, are
// on. The paper does not say what the grid is (here it has one dimension), or how it handles 576, which is no power of
// two: the halving in Rodinia's first reduction loses a thread. Here an odd rest is kept.
//
// With five blocks on an SM of 65,536 registers a thread has 22. What Rodinia declares as texture references is loaded
// from constant memory where it is needed, and addresses and the numbers of thread and block likewise: as arguments and
// variables they would occupy registers all the time.
constexpr int kThreads = 576, kMostCentres = 576;  // floats: a thread sums one feature of one centre

#define UNIBANK_GLOBAL __attribute__((address_space(1)))

// Laid out as on the host: its addresses have 64 bits, also when the kernel's have 32.
struct Buffers {
  cudaTextureObject_t by_feature, by_point;
  alignas(8) UNIBANK_GLOBAL int* memberships;
  alignas(8) UNIBANK_GLOBAL int* changes;  // a number a block
  alignas(8) UNIBANK_GLOBAL float* sums;   // clusters x features numbers for each block
};

__constant__ Buffers buffers;
__constant__ float centres[kMostCentres];  // [centre][feature]

static __device__ __forceinline__ float texel(cudaTextureObject_t texture, int at) {
  float value, none0, none1, none2;  // the texture has one channel, so only the first is used
  asm("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
      : "=f"(value), "=f"(none0), "=f"(none1), "=f"(none2)
      : "l"(texture), "r"(at));
  return value;
}

// Transposes the features, from point by point to feature by feature.
extern "C" __global__ void __launch_bounds__(kThreads)
kmeans_scratchpad_turn(const float* __restrict__ by_point, float* __restrict__ by_feature, int points, int features) {
  const int point = blockIdx.x * kThreads + threadIdx.x;
  if (point >= points) return;
#pragma unroll 1
  for (int i = 0; i < features; ++i) by_feature[i * points + point] = by_point[point * features + i];
}

// The closest centre, or the first of equally close ones.
static __device__ __forceinline__ int nearest(int point, int points, int features, int clusters) {
  int closest = -1;
  float least = 3.40282347e38f;
  const float* own = centres;
#pragma unroll 1
  for (int centre = 0; centre < clusters; ++centre) {
    float sum = 0.0f;
    int at = point;
#pragma unroll 1
    for (int left = features; left > 0; --left, at += points) {
      const float difference = texel(buffers.by_feature, at) - *own++;
      sum = fmaf(difference, difference, sum);
    }
    if (sum < least) {
      least = sum;
      closest = centre;
    }
  }
  return closest;
}

// Volatile, so that it is read again each time.
static __device__ __forceinline__ int thread_number() {
  int number;
  asm volatile("mov.u32 %0, %%tid.x;" : "=r"(number));
  return number;
}
static __device__ __forceinline__ int block_number() {
  int number;
  asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(number));
  return number;
}

static __device__ __forceinline__ void add_up_changes(int* changed) {
  const int thread = thread_number();
#pragma unroll 1
  for (int left = kThreads; left > 1;) {
    const int half = (left + 1) / 2;
    __syncthreads();
    if (thread + half < left) changed[thread] += changed[thread + half];
    left = half;
  }
  __syncthreads();
  if (thread == 0) buffers.changes[block_number()] = changed[0];
}

static __device__ __forceinline__ void add_up_features(const int* centre_of, int points, int features, int clusters) {
  const int thread = thread_number();
  if (thread >= clusters * features) return;
  const int centre = thread / features, first = block_number() * kThreads, here = min(kThreads, points - first);
  int at = first * features + thread - centre * features;
  float sum = 0.0f;
#pragma unroll 1
  for (int i = 0; i < here; ++i, at += features) {
    const float value = texel(buffers.by_point, at);
    if (centre_of[i] == centre) sum += value;
  }
  buffers.sums[block_number() * clusters * features + thread] = sum;
}

extern "C" __global__ void __launch_bounds__(kThreads) kmeans_scratchpad(int points, int features, int clusters) {
  __shared__ int changed[kThreads];
  __shared__ int centre_of[kThreads];
  changed[thread_number()] = 0;
  int closest = -1;
  const int point = block_number() * kThreads + thread_number();
  if (point < points) {
    closest = nearest(point, points, features, clusters);
    UNIBANK_GLOBAL int* const membership = buffers.memberships + point;
    if (*membership != closest) changed[thread_number()] = 1;
    *membership = closest;
  }
  centre_of[thread_number()] = closest;
  add_up_changes(changed);
  add_up_features(centre_of, points, features, clusters);
}
