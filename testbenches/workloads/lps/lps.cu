// One sweep of Jacobi's method for Laplace's equation in a box. A block of 32 x 4 threads walks through the planes and
// keeps three of them, with a halo, in the scratchpad. 3 planes of 34 x 6 floats: 19.125 bytes per thread. The values
// on the box's surface do not change.
constexpr int kX = 32, kY = 4;
constexpr int kRow = kX + 2, kPlane = kRow * (kY + 2);

extern "C" __global__ void __launch_bounds__(kX * kY)
lps(const float* __restrict__ before, float* __restrict__ after, int width, int height, int depth) {
  __shared__ float planes[3 * kPlane];
  const int thread = threadIdx.x + kX * threadIdx.y;
  const int left = blockIdx.x * kX, top = blockIdx.y * kY;

  // The first 2 x 32 threads also load the row above and the row below; the next 2 x 4 load the columns on both sides.
  int halo_x = 0, halo_y = 0;
  bool loads_halo = thread < 2 * (kX + kY);
  if (thread < 2 * kX) {
    halo_x = threadIdx.x;
    halo_y = thread < kX ? -1 : kY;
  } else {
    halo_x = thread & 1 ? kX : -1;
    halo_y = (thread >> 1) - kX;
  }
  const int x = left + threadIdx.x, y = top + threadIdx.y;
  const bool inside = x < width && y < height;
  loads_halo = loads_halo && left + halo_x >= 0 && left + halo_x < width && top + halo_y >= 0 && top + halo_y < height;

  const int pitch = width * height;
  int here = y * width + x, halo = (top + halo_y) * width + left + halo_x;
  const int own = (threadIdx.y + 1) * kRow + threadIdx.x + 1, own_halo = (halo_y + 1) * kRow + halo_x + 1;
  const bool surface = x == 0 || x == width - 1 || y == 0 || y == height - 1;

  int below = 0, middle = kPlane, above = 2 * kPlane;
  if (inside) planes[above + own] = before[here];
  if (loads_halo) planes[above + own_halo] = before[halo];
  for (int z = 0; z < depth; ++z) {
    const int free = below;
    below = middle;
    middle = above;
    above = free;
    if (z + 1 < depth) {
      if (inside) planes[above + own] = before[here + pitch];
      if (loads_halo) planes[above + own_halo] = before[halo + pitch];
    }
    __syncthreads();
    if (inside) {
      const float* at = planes + middle + own;
      float value = *at;
      if (!surface && z != 0 && z + 1 != depth) {
        value = (at[-1] + at[1] + at[-kRow] + at[kRow] + planes[below + own] + planes[above + own]) * (1.0f / 6.0f);
      }
      after[here] = value;
    }
    here += pitch;
    halo += pitch;
    __syncthreads();
  }
}
