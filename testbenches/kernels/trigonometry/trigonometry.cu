// Sine and cosine at full precision: large angles are reduced with a table in memory and an array of each thread.
extern "C" __global__ void trigonometry(const float* angle, float* sine, float* cosine, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  sine[i] = sinf(angle[i]);
  cosine[i] = cosf(angle[i]);
}
