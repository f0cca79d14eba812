// Lanes that leave early, loops of different lengths, breaks out of nested loops, and a loop with two entries.
extern "C" __global__ void divergence(const unsigned* in, int* steps, int* found, int* tangled, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  // Collatz, at most 200 steps.
  unsigned long long x = in[i] % 1000 + 1;
  int count = 0;
  while (x != 1) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    if (++count == 200) break;
  }
  steps[i] = count;
  if (i % 7 == 3) return;
  // The smallest pair of factors.
  int pair = -1;
  for (int a = 2; a < 12; ++a) {
    if (in[i] % a == 1) continue;
    for (int b = a; b < 12; ++b) {
      if (a * b == static_cast<int>(in[i] % 100)) {
        pair = 16 * a + b;
        goto out;
      }
      if (a * b > 100) break;
    }
  }
out:
  found[i] = pair;
  // Two loops that jump into each other.
  int turns = 0;
  unsigned y = in[i];
  if (y & 1) goto second;
first:
  ++turns;
  y = y * 1103515245u + 12345u;
  if (turns > 40) goto done;
  if (y & 0x10000u) goto first;
second:
  turns += 3;
  y ^= y >> 7;
  if (turns > 40) goto done;
  if (y & 0x20000u) goto second;
  if (y & 0x40000u) goto first;
done:
  tangled[i] = turns ^ static_cast<int>(y);
}
