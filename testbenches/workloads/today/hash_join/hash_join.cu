// A hash join. The keys of the smaller relation go into a table with open addressing, each into a slot that is claimed
// by compare-and-swap. Then each row of the larger relation looks its key up and, if the table has it, writes a pair:
// the row's number and the payload. Pairs are numbered by an atomic counter, which a warp increases once for 32 rows.
#include "../device.cuh"

constexpr int kThreads = 256;
constexpr unsigned kEmpty = 0xffffffffu;

static __device__ __forceinline__ unsigned slot_of(unsigned key, unsigned mask) { return key * 2654435761u >> 7 & mask; }

extern "C" __global__ void __launch_bounds__(kThreads)
hash_build(const unsigned* keys, const unsigned* payloads, unsigned* table_keys, unsigned* table_payloads, int rows,
           unsigned mask) {
  const int row = blockIdx.x * kThreads + threadIdx.x;
  if (row >= rows) return;
  const unsigned key = keys[row];
  unsigned slot = slot_of(key, mask);
  while (atomicCAS(table_keys + slot, kEmpty, key) != kEmpty) slot = (slot + 1) & mask;
  table_payloads[slot] = payloads[row];
}

extern "C" __global__ void __launch_bounds__(kThreads)
hash_probe(const unsigned* keys, const unsigned* table_keys, const unsigned* table_payloads, uint2* pairs,
           unsigned* found, int rows, unsigned mask) {
  const int lane = threadIdx.x % 32;
  for (int first = blockIdx.x * kThreads; first < rows; first += gridDim.x * kThreads) {
    const int row = first + threadIdx.x;
    bool match = false;
    unsigned slot = 0;
    if (row < rows) {
      const unsigned key = keys[row];
      slot = slot_of(key, mask);
      for (unsigned there; (there = __ldg(table_keys + slot)) != kEmpty; slot = (slot + 1) & mask) {
        if (there != key) continue;
        match = true;
        break;
      }
    }
    __syncwarp();
    const unsigned matches = __ballot_sync(kWholeWarp, match);
    unsigned at = 0;
    if (lane == 0 && matches != 0) at = atomicAdd(found, __popc(matches));
    at = __shfl_sync(kWholeWarp, at, 0) + __popc(matches & ((1u << lane) - 1));
    if (match) pairs[at] = make_uint2(row, __ldg(table_payloads + slot));
  }
}
