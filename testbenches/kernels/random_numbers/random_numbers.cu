// Counter-based random numbers (ten rounds of Philox) as words, as floats, and as normal deviates from sums of twelve.
extern "C" __global__ void random_numbers(unsigned seed, uint4* words, float* uniform, float* normal) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned c0 = i, c1 = 0, c2 = seed, c3 = 0, k0 = seed ^ 0xdeadbeefu, k1 = 42;
  for (int round = 0; round < 10; ++round) {
    const unsigned high0 = __umulhi(0xd2511f53u, c0), low0 = 0xd2511f53u * c0;
    const unsigned high1 = __umulhi(0xcd9e8d57u, c2), low1 = 0xcd9e8d57u * c2;
    c0 = high1 ^ c1 ^ k0;
    c1 = low1;
    c2 = high0 ^ c3 ^ k1;
    c3 = low0;
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  words[i] = make_uint4(c0, c1, c2, c3);
  uniform[i] = static_cast<float>(c0 >> 8) * (1.0f / 16777216.0f);
  unsigned x = c3 | 1u;
  float sum = -6.0f;
  for (int k = 0; k < 12; ++k) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    sum += static_cast<float>(x >> 8) * (1.0f / 16777216.0f);
  }
  normal[i] = sum;
}
