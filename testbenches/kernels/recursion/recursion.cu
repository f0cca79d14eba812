// Functions that call themselves and each other, with a different depth in each lane.
static __device__ __noinline__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static __device__ bool odd(unsigned n);
static __device__ __noinline__ bool even(unsigned n) { return n == 0 || odd(n - 1); }
static __device__ __noinline__ bool odd(unsigned n) { return n != 0 && even(n - 1); }

static __device__ __noinline__ void quicksort(int* values, int first, int last) {
  if (first >= last) return;
  const int pivot = values[(first + last) / 2];
  int i = first, j = last;
  while (i <= j) {
    while (values[i] < pivot) ++i;
    while (values[j] > pivot) --j;
    if (i <= j) {
      const int swapped = values[i];
      values[i++] = values[j];
      values[j--] = swapped;
    }
  }
  quicksort(values, first, j);
  quicksort(values, i, last);
}

extern "C" __global__ void recursion(const int* in, int* numbers, int* sorted) {
  const int i = threadIdx.x;
  numbers[i] = ackermann(in[i] & 1, i & 7) * 4 + even(i) * 2 + odd(static_cast<unsigned>(in[i] & 15));
  int values[8];
  for (int k = 0; k < 8; ++k) values[k] = in[(i + 5 * k) & 63];
  quicksort(values, 0, 7);
  for (int k = 0; k < 8; ++k) sorted[8 * i + k] = values[k];
}
