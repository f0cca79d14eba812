// Addresses whose space is known only at run time: one pointer may lead to global memory, scratchpad or local memory.
extern "C" __global__ void generic(const int* in, int* out, int* spaces, int n) {
  __shared__ int shared[64];
  int mine[4] = {1, 2, 3, 4};
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  shared[t] = in[i] * 3;
  mine[in[i] & 3] = in[i];
  __syncthreads();
  int* from = t % 3 == 0 ? out + i : t % 3 == 1 ? shared + (t ^ 1) : mine + (in[i] & 3);
  const int before = *from;
  *from = before + 100 + t;
  if (t % 3 != 2) atomicAdd(from, 7);
  __syncthreads();
  out[n + i] = before + shared[t] + mine[(in[i] + 1) & 3];
  int kinds;
  asm("{\n\t.reg .pred p;\n\tisspacep.global p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t"
      "isspacep.shared p, %1;\n\t@p add.u32 %0, %0, 2;\n\t"
      "isspacep.local p, %1;\n\t@p add.u32 %0, %0, 4;\n\t}"
      : "=r"(kinds) : "l"(from));
  spaces[i] = kinds;
  unsigned long long shared_address;
  int again;
  asm("cvta.to.shared.u64 %0, %1;" : "=l"(shared_address) : "l"(shared + t));
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(again) : "l"(shared_address));
  spaces[n + i] = again;
}
