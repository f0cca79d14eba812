// Functions that are not inlined: values, structures and 64-bit numbers as arguments and results, pointers into the
// caller's frame, nested calls and calls in divergent code.
struct Pair {
  float low;
  double high;
  short tag;
};

static __device__ __noinline__ int clamp_to(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}
static __device__ __noinline__ Pair make_pair(float x, short tag) {
  Pair pair;
  pair.low = x * 0.5f;
  pair.high = static_cast<double>(x) * tag;
  pair.tag = static_cast<short>(tag + clamp_to(static_cast<int>(x), -3, 3));
  return pair;
}
static __device__ __noinline__ double weigh(Pair a, Pair b) {
  return fma(static_cast<double>(a.low), b.high, __dmul_rn(b.low, a.high)) + a.tag - b.tag;
}
static __device__ __noinline__ void bump(int* value, unsigned char by, long long wide) {
  *value += by + static_cast<int>(wide >> 32);
}

extern "C" __global__ void calls(const float* in, double* out, int* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Pair mine = make_pair(in[i], static_cast<short>(i)), other = make_pair(in[n - 1 - i], -2);
  double result = weigh(mine, other);
  int count = clamp_to(i, 5, 20);
  if (in[i] > 0.0f) {
    bump(&count, static_cast<unsigned char>(200 + i), 3LL << 32 | i);
    if (i & 1) result += weigh(other, other);
  }
  for (int k = 0; k < (i & 3); ++k) bump(&count, 1, -1);
  out[i] = result;
  counts[i] = count;
}
