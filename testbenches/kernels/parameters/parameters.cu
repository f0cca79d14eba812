// Parameters of every width, structures by value, and an array in a structure that is indexed at run time.
struct Stencil {
  float weight[5];
  short offset[3];
  double scale;
};
struct Tiny {
  char tag;
};

extern "C" __global__ void parameters(char c, unsigned char b, short s, Stencil stencil, unsigned short u, long long l,
                                      float f, double d, bool flag, Tiny tiny, float* out, double* wide, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = stencil.weight[i % 5] * f + static_cast<float>(c) + static_cast<float>(stencil.offset[i % 3]);
  wide[i] = stencil.scale * d + static_cast<double>(l) + b - s * u + (flag ? tiny.tag : -tiny.tag);
}
