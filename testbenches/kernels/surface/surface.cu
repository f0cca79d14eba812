// Surfaces: an image is read, rotated and blended into another; a third is changed in place, each pixel by one thread.
extern "C" __global__ void surface(cudaSurfaceObject_t from, cudaSurfaceObject_t to, cudaSurfaceObject_t bytes,
                                   int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float here = surf2Dread<float>(from, x * 4, y);
  const float there = surf2Dread<float>(from, (width - 1 - x) * 4, height - 1 - y);
  surf2Dwrite(make_float2(here + 0.25f * there, there - here), to, x * 8, y);
  uchar4 pixel = surf2Dread<uchar4>(bytes, x * 4, y);
  const unsigned char swapped = pixel.x;
  pixel.x = pixel.w;
  pixel.w = swapped;
  pixel.y = static_cast<unsigned char>(pixel.y + x);
  surf2Dwrite(pixel, bytes, x * 4, y);
}

// Outside of the image reads return zero and stores are dropped.
extern "C" __global__ void surface_outside(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width) {
  const int x = static_cast<int>(threadIdx.x) - 4, y = static_cast<int>(blockIdx.x) - 2;
  const float value = surf2Dread<float>(from, x * 4, y, cudaBoundaryModeZero);
  const float clamped = surf2Dread<float>(from, x * 4, y, cudaBoundaryModeClamp);
  surf2Dwrite(make_float2(value, clamped), to, (width - 1 - x) * 8, y, cudaBoundaryModeZero);
}
