// Each thread sorts sixteen values in its own array, by insertion, and looks one of them up.
extern "C" __global__ void local_array(const int* in, const unsigned char* index, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sorted[16];
  short rank[16];
  for (int k = 0; k < 16; ++k) {
    const int value = in[16 * i + k];
    int at = k;
    for (; at > 0 && sorted[at - 1] > value; --at) {
      sorted[at] = sorted[at - 1];
      rank[at] = rank[at - 1];
    }
    sorted[at] = value;
    rank[at] = static_cast<short>(k);
  }
  out[i] = sorted[index[i] & 15];
  out[n + i] = rank[index[i] & 15];
}
