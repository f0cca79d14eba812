// Scratchpad whose size the launch gives, divided into two arrays of different types after a static one.
extern __shared__ unsigned char dynamic[];

extern "C" __global__ void dynamic_scratchpad(const float* in, double* sums, float* reversed) {
  __shared__ float last;
  const unsigned n = blockDim.x, t = threadIdx.x;
  double* prefix = reinterpret_cast<double*>(dynamic);
  float* mirror = reinterpret_cast<float*>(prefix + n);
  const float value = in[blockIdx.x * n + t];
  prefix[t] = value;
  mirror[n - 1 - t] = value;
  if (t == n - 1) last = value;
  __syncthreads();
  for (unsigned step = 1; step < n; step *= 2) {
    const double add = t >= step ? prefix[t - step] : 0.0;
    __syncthreads();
    prefix[t] += add;
    __syncthreads();
  }
  sums[blockIdx.x * n + t] = prefix[t];
  reversed[blockIdx.x * n + t] = mirror[t] + last;
}
