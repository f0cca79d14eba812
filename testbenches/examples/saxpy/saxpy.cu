// y = a x + y, one thread per element.
extern "C" __global__ void saxpy(const float* x, float* y, float a, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) y[i] = a * x[i] + y[i];
}
