// Textures by handle: 1D, 2D and 3D, point and linear filtering, coordinates outside of the image, texels of 1, 2 and 4
// channels and of 8, 16 and 32 bits.
extern "C" __global__ void texture_point(cudaTextureObject_t line, cudaTextureObject_t image,
                                         cudaTextureObject_t volume, const float* x, const float* y, float* out,
                                         int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = tex1D<float>(line, x[i]);
  const float4 pixel = tex2D<float4>(image, x[i], y[i]);
  out[n + i] = pixel.x + 2.0f * pixel.y;
  out[2 * n + i] = pixel.z - pixel.w;
  out[3 * n + i] = tex3D<float>(volume, x[i] * 0.5f, y[i] * 0.5f, static_cast<float>(i & 7));
}

extern "C" __global__ void texture_integers(cudaTextureObject_t bytes, cudaTextureObject_t shorts,
                                            cudaTextureObject_t words, const float* x, const float* y, int* out,
                                            int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uchar4 pixel = tex2D<uchar4>(bytes, x[i], y[i]);
  out[i] = pixel.x | pixel.y << 8 | pixel.z << 16 | static_cast<int>(static_cast<unsigned>(pixel.w) << 24);
  const short2 pair = tex2D<short2>(shorts, x[i], y[i]);
  out[n + i] = pair.x * 1000 + pair.y;
  out[2 * n + i] = tex1Dfetch<int>(words, (i * 7) % n);
}

extern "C" __global__ void texture_linear(cudaTextureObject_t line, cudaTextureObject_t image,
                                          cudaTextureObject_t wrapped, const float* x, const float* y, float* out,
                                          int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = tex1D<float>(line, x[i]);
  out[n + i] = tex2D<float>(image, x[i], y[i]);
  const float2 pair = tex2D<float2>(wrapped, x[i] / 16.0f, y[i] / 16.0f);
  out[2 * n + i] = pair.x;
  out[3 * n + i] = pair.y;
}
