// Bitonic sort of 64-bit keys, each of which carries a 32-bit value, 128 pairs per block, in the scratchpad.
extern "C" __global__ void bitonic_sort(unsigned long long* keys, unsigned* loads) {
  __shared__ unsigned long long key[128];
  __shared__ unsigned load[128];
  const unsigned t = threadIdx.x, base = blockIdx.x * 128;
  for (unsigned k = t; k < 128; k += 64) {
    key[k] = keys[base + k];
    load[k] = loads[base + k];
  }
  for (unsigned size = 2; size <= 128; size *= 2) {
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const unsigned left = 2 * t - (t & (stride - 1)), right = left + stride;
      const bool up = (left & size) == 0;
      if ((key[left] > key[right]) == up) {
        const unsigned long long k = key[left];
        key[left] = key[right];
        key[right] = k;
        const unsigned l = load[left];
        load[left] = load[right];
        load[right] = l;
      }
    }
  }
  __syncthreads();
  for (unsigned k = t; k < 128; k += 64) {
    keys[base + k] = key[k];
    loads[base + k] = load[k];
  }
}
