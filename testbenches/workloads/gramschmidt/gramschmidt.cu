// Modified Gram-Schmidt, A = Q R, all row-major, with three launches for each column k. A and Q have `rows` rows, R has
// `columns`; all have `columns` columns. As in PolyBench, R's sums above the diagonal are kept in global memory; the
// compiler cannot know that R does not overlap A or Q, so each step of the loops stores the sums or reads them again.
constexpr int kThreads = 256;

// R(k, k) is the length of column k; one thread walks along all rows.
extern "C" __global__ void __launch_bounds__(kThreads)
gramschmidt_length(const float* a, float* r, int k, int rows, int columns) {
  if (blockIdx.x * kThreads + threadIdx.x != 0) return;
  const float* next = a + k;
  float sum = 0;
#pragma unroll 4
  for (int row = 0; row < rows; ++row, next += columns) sum += *next * *next;
  r[k * columns + k] = sqrtf(sum);
}

// Column k of Q is column k of A scaled to length 1, one row per thread: a warp reads 32 cache lines.
extern "C" __global__ void __launch_bounds__(kThreads)
gramschmidt_scale(const float* a, const float* r, float* q, int k, int rows, int columns) {
  const int row = blockIdx.x * kThreads + threadIdx.x;
  if (row >= rows) return;
  q[row * columns + k] = a[row * columns + k] / r[k * columns + k];
}

// Subtracts from each later column its part along column k of Q, one column per thread: a warp reads one element of Q
// and 32 neighbours of a row of A.
extern "C" __global__ void __launch_bounds__(kThreads)
gramschmidt_remove(float* a, float* r, const float* q, int k, int rows, int columns) {
  const int column = blockIdx.x * kThreads + threadIdx.x;
  if (column <= k || column >= columns) return;
  float* const part = r + k * columns + column;
  const float* along = q + k;
  float* element = a + column;
  *part = 0;
#pragma unroll 4
  for (int row = 0; row < rows; ++row, along += columns, element += columns) *part += *along * *element;
  along = q + k;
  element = a + column;
#pragma unroll 4
  for (int row = 0; row < rows; ++row, along += columns, element += columns) *element -= *along * *part;
}
