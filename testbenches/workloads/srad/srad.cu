// Speckle-reducing anisotropic diffusion, two launches for each iteration. A block of 16 x 16 threads processes one
// tile; the tile and its surroundings are staged in the scratchpad. Height and width are multiples of 16; a pixel on
// the image's border stands in for its missing neighbour. Tiles in which each thread reads only its own element are
// volatile, because the compiler would keep them in registers and the scratchpad would not have its published size.
constexpr int kTile = 16;

// The diffusion coefficient of each pixel, and its differences to the four neighbours. 6 tiles: 24 bytes per thread.
extern "C" __global__ void __launch_bounds__(kTile * kTile)
srad_coefficient(const float* __restrict__ image, float* __restrict__ coefficient, float* __restrict__ to_north,
                 float* __restrict__ to_south, float* __restrict__ to_west, float* __restrict__ to_east, int height,
                 int width, float q0_squared) {
  __shared__ float centre[kTile][kTile];
  __shared__ float north[kTile][kTile];
  __shared__ float south[kTile][kTile];
  __shared__ float west[kTile][kTile];
  __shared__ float east[kTile][kTile];
  volatile __shared__ float result[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int top = blockIdx.y * kTile, left = blockIdx.x * kTile;
  const int row = (top + y) * width;
  const int here = row + left + x;

  centre[y][x] = image[here];
  north[y][x] = image[max(top - 1, 0) * width + left + x];
  south[y][x] = image[min(top + kTile, height - 1) * width + left + x];
  west[y][x] = image[row + max(left - 1, 0)];
  east[y][x] = image[row + min(left + kTile, width - 1)];
  __syncthreads();

  const float value = centre[y][x];
  const float n = (y == 0 ? north[y][x] : centre[y - 1][x]) - value;
  const float s = (y == kTile - 1 ? south[y][x] : centre[y + 1][x]) - value;
  const float w = (x == 0 ? west[y][x] : centre[y][x - 1]) - value;
  const float e = (x == kTile - 1 ? east[y][x] : centre[y][x + 1]) - value;
  const float gradient = (n * n + s * s + w * w + e * e) / (value * value);
  const float laplacian = (n + s + w + e) / value;
  const float scale = 1.0f + 0.25f * laplacian;
  const float q_squared = (0.5f * gradient - 0.0625f * (laplacian * laplacian)) / (scale * scale);
  const float excess = (q_squared - q0_squared) / (q0_squared * (1.0f + q0_squared));
  result[y][x] = fminf(fmaxf(1.0f / (1.0f + excess), 0.0f), 1.0f);
  __syncthreads();

  coefficient[here] = result[y][x];
  to_north[here] = n;
  to_south[here] = s;
  to_west[here] = w;
  to_east[here] = e;
}

// Adds the divergence, weighted by the coefficients of the pixel and of its southern and eastern neighbours. 5 tiles:
// 20 bytes per thread.
extern "C" __global__ void __launch_bounds__(kTile * kTile)
srad_update(float* __restrict__ image, const float* __restrict__ coefficient, const float* __restrict__ to_north,
            const float* __restrict__ to_south, const float* __restrict__ to_west, const float* __restrict__ to_east,
            int height, int width, float lambda) {
  __shared__ float centre[kTile][kTile];
  __shared__ float south[kTile][kTile];
  __shared__ float east[kTile][kTile];
  volatile __shared__ float before[kTile][kTile];
  volatile __shared__ float after[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int top = blockIdx.y * kTile, left = blockIdx.x * kTile;
  const int row = (top + y) * width;
  const int here = row + left + x;

  before[y][x] = image[here];
  centre[y][x] = coefficient[here];
  south[y][x] = coefficient[min(top + kTile, height - 1) * width + left + x];
  east[y][x] = coefficient[row + min(left + kTile, width - 1)];
  __syncthreads();

  const float own = centre[y][x];
  const float s = y == kTile - 1 ? south[y][x] : centre[y + 1][x];
  const float e = x == kTile - 1 ? east[y][x] : centre[y][x + 1];
  const float divergence = own * to_north[here] + s * to_south[here] + own * to_west[here] + e * to_east[here];
  after[y][x] = before[y][x] + 0.25f * lambda * divergence;
  __syncthreads();

  image[here] = after[y][x];
}
