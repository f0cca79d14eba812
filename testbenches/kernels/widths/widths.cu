// Loads and stores of 8, 16, 32 and 64 bits, signed and not, at odd places; narrow values in wide registers.
extern "C" __global__ void widths(const signed char* s8, const unsigned char* u8, const short* s16,
                                  const unsigned short* u16, const long long* s64, long long* sums, signed char* bytes,
                                  short* halves, int n) {
  __shared__ unsigned char row[96];
  __shared__ short narrow[96];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x;
  if (i < n) {
    row[3 * (lane & 31)] = u8[i];
    narrow[3 * (lane & 31)] = s16[n - 1 - i];
  }
  __syncthreads();
  if (i >= n) return;
  sums[i] = static_cast<long long>(s8[i]) * u8[i] + static_cast<long long>(s16[i]) * u16[i] - s64[i];
  bytes[i] = static_cast<signed char>(row[3 * (31 - lane)] - s8[n - 1 - i]);
  halves[i] = static_cast<short>(narrow[3 * (31 - lane)] + (u16[i] >> 3));
}
