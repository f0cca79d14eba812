// c = a + b, one thread per element.
extern "C" __global__ void __launch_bounds__(256)
vectoradd(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) c[i] = a[i] + b[i];
}
