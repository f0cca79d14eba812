// Shuffles in all four modes, of whole warps and of parts, with the predicate that tells whether the source lane was in
// range.
extern "C" __global__ void shuffle(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const int x = in[i];
  const unsigned all = 0xffffffffu;
  out[i] = __shfl_sync(all, x, (x >> 3) & 31);
  out[n + i] = __shfl_up_sync(all, x, 3);
  out[2 * n + i] = __shfl_down_sync(all, x, 7);
  out[3 * n + i] = __shfl_xor_sync(all, x, 21);
  out[4 * n + i] = __shfl_sync(all, x, 2, 8);
  out[5 * n + i] = __shfl_up_sync(all, x, 1, 16);
  out[6 * n + i] = __shfl_down_sync(all, x, 2, 4);
  int value, inside;
  asm volatile("{\n\t.reg .pred p;\n\tshfl.sync.down.b32 %0|p, %2, 5, 0x181f, 0xffffffff;\n\tselp.s32 %1, 1, 0, p;\n\t}"
               : "=r"(value), "=r"(inside) : "r"(x));
  out[7 * n + i] = value;
  out[8 * n + i] = inside;
  int partial = -1;
  if (lane & 1) partial = __shfl_xor_sync(0xaaaaaaaau, x, 2);
  out[9 * n + i] = partial;
}
