// SHA-1 of many chunks of one buffer, which may overlap; one chunk per thread. A thread stages its chunk in its own
// words of the scratchpad, and also keeps the message schedule there, as a ring of 16 words. Word w of thread t is at w
// * kThreads + t, so that a warp's accesses use every bank once.
constexpr int kThreads = 128;
constexpr int kRing = 16;
constexpr int kChunkWords = 15;
// StoreGPU's 16,256 bytes, 127 per thread: 31 words for each thread, and 96 words after them that no thread uses.
constexpr int kWords = 4064;
static_assert((kRing + kChunkWords) * kThreads <= kWords, "every thread has its words");

static __device__ __forceinline__ unsigned rotate_left(unsigned value, int bits) {
  return value << bits | value >> (32 - bits);
}

static __device__ __forceinline__ unsigned big_endian(unsigned word) { return __nvvm_prmt(word, 0, 0x0123); }

// The five working variables of one thread.
struct State {
  unsigned a, b, c, d, e;
};

static __device__ __forceinline__ void round(State& s, unsigned mixed, unsigned constant, unsigned word) {
  const unsigned next = rotate_left(s.a, 5) + mixed + s.e + constant + word;
  s.e = s.d;
  s.d = s.c;
  s.c = rotate_left(s.b, 30);
  s.b = s.a;
  s.a = next;
}

// Word `t` of the schedule: the first 16 are the message, each later one is computed from four earlier ones.
static __device__ __forceinline__ unsigned schedule(volatile unsigned* ring, int t) {
  const int own = (t & (kRing - 1)) * kThreads;
  if (t < kRing) return ring[own];
  const unsigned word =
      rotate_left(ring[((t - 3) & (kRing - 1)) * kThreads] ^ ring[((t - 8) & (kRing - 1)) * kThreads] ^
                      ring[((t - 14) & (kRing - 1)) * kThreads] ^ ring[own],
                  1);
  ring[own] = word;
  return word;
}

static __device__ __forceinline__ void compress(State& hash, volatile unsigned* ring) {
  State s = hash;
#pragma unroll 20
  for (int t = 0; t < 20; ++t) round(s, (s.b & s.c) | (~s.b & s.d), 0x5a827999, schedule(ring, t));
#pragma unroll 4
  for (int t = 20; t < 40; ++t) round(s, s.b ^ s.c ^ s.d, 0x6ed9eba1, schedule(ring, t));
#pragma unroll 4
  for (int t = 40; t < 60; ++t) round(s, (s.b & s.c) | (s.b & s.d) | (s.c & s.d), 0x8f1bbcdc, schedule(ring, t));
#pragma unroll 4
  for (int t = 60; t < 80; ++t) round(s, s.b ^ s.c ^ s.d, 0xca62c1d6, schedule(ring, t));
  hash.a += s.a;
  hash.b += s.b;
  hash.c += s.c;
  hash.d += s.d;
  hash.e += s.e;
}

// Chunk i has `chunk_words` words (1 to 15) from word i * offset_words on; its hash is digests[5 * i .. 5 * i + 4].
extern "C" __global__ void __launch_bounds__(kThreads)
sto_sha1(const unsigned* __restrict__ buffer, unsigned* __restrict__ digests, int chunks, int chunk_words,
         int offset_words) {
  __shared__ unsigned words[kWords];
  const int id = blockIdx.x * kThreads + threadIdx.x;
  if (id >= chunks) return;
  volatile unsigned* ring = words + threadIdx.x;
  volatile unsigned* chunk = ring + kRing * kThreads;
  const unsigned* from = buffer + id * offset_words;
#pragma unroll 1
  for (int w = 0; w < chunk_words; ++w) chunk[w * kThreads] = from[w];

  State hash = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  // The message: the chunk, a bit 1, zeros, and the chunk's length in bits in the last two words; it has a multiple of
  // 16 words.
  const int message_words = chunk_words + 3 <= kRing ? kRing : 2 * kRing;
#pragma unroll 1
  for (int first = 0; first < message_words; first += kRing) {
#pragma unroll 1
    for (int w = 0; w < kRing; ++w) {
      const int at = first + w;
      unsigned word = 0;
      if (at < chunk_words) word = big_endian(chunk[at * kThreads]);
      if (at == chunk_words) word = 0x80000000;
      if (at == message_words - 1) word = 32 * chunk_words;
      ring[w * kThreads] = word;
    }
    compress(hash, ring);
  }

  unsigned* digest = digests + 5 * id;
  digest[0] = hash.a;
  digest[1] = hash.b;
  digest[2] = hash.c;
  digest[3] = hash.d;
  digest[4] = hash.e;
}
