// Atomics of 32 and 64 bits on the scratchpad, and a reduction by compare-and-swap.
extern "C" __global__ void atomics_shared(const unsigned* in, unsigned long long* out, float* sums) {
  __shared__ unsigned cell[8];
  __shared__ unsigned long long wide[4];
  __shared__ float sum;
  const unsigned t = threadIdx.x, x = in[blockIdx.x * blockDim.x + t];
  if (t < 8) cell[t] = t == 2 || t == 4 ? ~0u : 1u;
  if (t < 4) wide[t] = t == 3 ? 1 : 0;
  if (t == 0) sum = 0.0f;
  __syncthreads();
  atomicAdd(&cell[0], x);
  atomicMax(&cell[1], x);
  atomicMin(&cell[2], x);
  atomicOr(&cell[3], x & 0xf0f0f0u);
  atomicAnd(&cell[4], x | 0xff00ff00u);
  atomicXor(&cell[5], x);
  atomicInc(&cell[6], 6u);
  atomicExch(&cell[7], 12345u);
  atomicAdd(&wide[0], static_cast<unsigned long long>(x) << 30);
  atomicMax(&wide[1], static_cast<unsigned long long>(x) << 12);
  atomicXor(&wide[2], static_cast<unsigned long long>(x) << 8);
  atomicAdd(&sum, static_cast<float>(x & 31u));
  unsigned long long seen = wide[3], expected;
  do {
    expected = seen;
    seen = atomicCAS(&wide[3], expected, expected * (x | 1u));
  } while (seen != expected);
  __syncthreads();
  if (t < 8) out[12 * blockIdx.x + t] = cell[t];
  if (t < 4) out[12 * blockIdx.x + 8 + t] = wide[t];
  if (t == 0) sums[blockIdx.x] = sum;
}
