// Checks that always hold: the code contains `trap`, but no thread reaches it.
extern "C" __global__ void never_traps(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (in[i] < 0 || in[i] >= n) __trap();
  const int target = in[in[i]];
  if (target == -1) asm volatile("brkpt;");
  if (target < 0) asm volatile("exit;");
  out[i] = target;
}
