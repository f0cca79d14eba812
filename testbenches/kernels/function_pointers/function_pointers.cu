// Calls through pointers: a table in memory, a pointer passed to a function, lanes that call different functions.
typedef float (*Operation)(float, float);
static __device__ float plus(float a, float b) { return a + b; }
static __device__ float minus(float a, float b) { return a - b; }
static __device__ float times(float a, float b) { return a * b; }
static __device__ float larger(float a, float b) { return a > b ? a : b; }

__device__ Operation operations[4] = {plus, minus, times, larger};

static __device__ __noinline__ float fold(Operation operation, const float* values, int n) {
  float result = values[0];
  for (int k = 1; k < n; ++k) result = operation(result, values[k]);
  return result;
}

extern "C" __global__ void function_pointers(const float* in, const int* choice, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Operation mine = operations[choice[i] & 3];
  out[i] = mine(in[i], in[n - 1 - i]);
  out[n + i] = fold(operations[blockIdx.x & 3], in, 8);
  out[2 * n + i] = fold(choice[i] > 1 ? plus : times, in + (i & 7), 1 + (i & 3));
}
