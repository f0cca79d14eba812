// Speckle-reducing anisotropic diffusion in tiles of 24 x 24 pixels: Rodinia's srad_v2 as Jatala et al. change it
// (their table V: BLOCK_SIZE 16 becomes 24). A block of 24 x 24 threads processes one tile, in 13,824 bytes of six
// variables and 11,520 of five. Barriers and the order of the tiles are those of Rodinia's kernels. A pixel on the
// image's border stands in for its missing neighbour. Tiles in which each thread reads only its own element are
// volatile, because the compiler would keep them in registers and leave them out.
constexpr int kTile = 24;

// The diffusion coefficient of each pixel, and its differences to the four neighbours.
extern "C" __global__ void __launch_bounds__(kTile * kTile)
srad24_coefficient(const float* __restrict__ image, float* __restrict__ coefficient, float* __restrict__ to_north,
                   float* __restrict__ to_south, float* __restrict__ to_west, float* __restrict__ to_east, int height,
                   int width, float q0_squared) {
  __shared__ float centre[kTile][kTile];
  volatile __shared__ float result[kTile][kTile];
  __shared__ float north[kTile][kTile];
  __shared__ float south[kTile][kTile];
  __shared__ float east[kTile][kTile];
  __shared__ float west[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int top = blockIdx.y * kTile, left = blockIdx.x * kTile;
  const int row = (top + y) * width;
  const int here = row + left + x;

  north[y][x] = image[max(top - 1, 0) * width + left + x];
  south[y][x] = image[min(top + kTile, height - 1) * width + left + x];
  __syncthreads();
  west[y][x] = image[row + max(left - 1, 0)];
  east[y][x] = image[row + min(left + kTile, width - 1)];
  __syncthreads();
  centre[y][x] = image[here];
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
  to_east[here] = e;
  to_west[here] = w;
  to_south[here] = s;
  to_north[here] = n;
}

// Adds the divergence, weighted by the coefficients of the pixel and of its southern and eastern neighbours.
extern "C" __global__ void __launch_bounds__(kTile * kTile)
srad24_update(float* __restrict__ image, const float* __restrict__ coefficient, const float* __restrict__ to_north,
              const float* __restrict__ to_south, const float* __restrict__ to_west, const float* __restrict__ to_east,
              int height, int width, float lambda) {
  __shared__ float south[kTile][kTile];
  __shared__ float east[kTile][kTile];
  __shared__ float centre[kTile][kTile];
  volatile __shared__ float after[kTile][kTile];
  volatile __shared__ float before[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int top = blockIdx.y * kTile, left = blockIdx.x * kTile;
  const int row = (top + y) * width;
  const int here = row + left + x;

  before[y][x] = image[here];
  __syncthreads();
  south[y][x] = coefficient[min(top + kTile, height - 1) * width + left + x];
  __syncthreads();
  east[y][x] = coefficient[row + min(left + kTile, width - 1)];
  __syncthreads();
  centre[y][x] = coefficient[here];
  __syncthreads();

  const float own = centre[y][x];
  const float s = y == kTile - 1 ? south[y][x] : centre[y + 1][x];
  const float e = x == kTile - 1 ? east[y][x] : centre[y][x + 1];
  const float divergence = own * to_north[here] + s * to_south[here] + own * to_west[here] + e * to_east[here];
  after[y][x] = before[y][x] + 0.25f * lambda * divergence;
  __syncthreads();

  image[here] = after[y][x];
}
