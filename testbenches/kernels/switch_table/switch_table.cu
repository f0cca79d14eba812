// A small interpreter whose switch is a jump through a table of labels.
extern "C" __global__ void switch_table(const unsigned* program, const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int a = in[i], b = i;
#pragma unroll 1
  for (unsigned step = 0; step < 24; ++step) {
    const unsigned operation = program[(i / 8 + step) & 31] % 6;
    // The jump table, as nvcc and newer clangs write it.
    asm volatile(
        "{\n\t"
        "table: .branchtargets case0, case1, case2, case3, case4, case5;\n\t"
        "brx.idx %2, table;\n"
        "case0:\n\tadd.s32 %0, %0, %1;\n\tbra.uni done;\n"
        "case1:\n\tsub.s32 %0, %0, %1;\n\tbra.uni done;\n"
        "case2:\n\tmul.lo.s32 %1, %1, 3;\n\tbra.uni done;\n"
        "case3:\n\txor.b32 %0, %0, %1;\n\tbra.uni done;\n"
        "case4:\n\tshr.s32 %1, %0, 1;\n\tbra.uni done;\n"
        "case5:\n\tnot.b32 %0, %0;\n"
        "done:\n\t"
        "}"
        : "+r"(a), "+r"(b) : "r"(operation));
  }
  out[i] = a ^ b;
}
