// One step of finite differences in a volume, a star of radius 4 (25 points), as in the CUDA samples' FDTD3d. A block
// has a tile of the plane and walks through the planes: a thread keeps the points before and behind the plane in
// registers, and the scratchpad holds the tile and its halo, 3,840 bytes in one variable.
//
// Jatala et al. have 128 threads per block and 144,384 threads: 12 x 94 blocks of 32 x 4 threads on planes of 376 x 376
// points, the samples' largest. The scratchpad is that of the samples' largest block, 32 x 16 threads and a halo; a
// block uses half of it.
constexpr int kRadius = 4, kWidth = 32, kMaxHeight = 16;

__constant__ float weights[kRadius + 1];

// The volume has width x height x depth points; the arrays have a margin of kRadius more on each side.
extern "C" __global__ void __launch_bounds__(kWidth * kMaxHeight)
fdtd3d_step(float* output, const float* input, int width, int height, int depth) {
  __shared__ float tile[kMaxHeight + 2 * kRadius][kWidth + 2 * kRadius];
  const int x = threadIdx.x, y = threadIdx.y, rows = blockDim.y;
  const int column = blockIdx.x * kWidth + x, row = blockIdx.y * rows + y;
  const int row_pitch = width + 2 * kRadius, plane_pitch = row_pitch * (height + 2 * kRadius);
  const int tile_x = x + kRadius, tile_y = y + kRadius;
  const bool reads = column < width + kRadius && row < height + kRadius;
  const bool writes = column < width && row < height;

  int ahead = (kRadius + row) * row_pitch + kRadius + column;
  float behind[kRadius], in_front[kRadius], current = 0.0f;
#pragma unroll
  for (int i = 0; i < kRadius; ++i) behind[i] = in_front[i] = 0.0f;
#pragma unroll
  for (int i = kRadius - 2; i >= 0; --i) {
    if (reads) behind[i] = input[ahead];
    ahead += plane_pitch;
  }
  if (reads) current = input[ahead];
  int here = ahead;
  ahead += plane_pitch;
#pragma unroll
  for (int i = 0; i < kRadius; ++i) {
    if (reads) in_front[i] = input[ahead];
    ahead += plane_pitch;
  }

#pragma unroll 1
  for (int z = 0; z < depth; ++z) {
#pragma unroll
    for (int i = kRadius - 1; i > 0; --i) behind[i] = behind[i - 1];
    behind[0] = current;
    current = in_front[0];
#pragma unroll
    for (int i = 0; i + 1 < kRadius; ++i) in_front[i] = in_front[i + 1];
    if (reads) in_front[kRadius - 1] = input[ahead];
    ahead += plane_pitch;
    here += plane_pitch;
    __syncthreads();

    if (y < kRadius) {
      tile[y][tile_x] = input[here - kRadius * row_pitch];
      tile[y + rows + kRadius][tile_x] = input[here + rows * row_pitch];
    }
    if (x < kRadius) {
      tile[tile_y][x] = input[here - kRadius];
      tile[tile_y][x + kWidth + kRadius] = input[here + kWidth];
    }
    tile[tile_y][tile_x] = current;
    __syncthreads();

    float value = weights[0] * current;
#pragma unroll
    for (int i = 1; i <= kRadius; ++i) {
      const float sum = in_front[i - 1] + behind[i - 1] + tile[tile_y - i][tile_x] + tile[tile_y + i][tile_x] +
                        tile[tile_y][tile_x - i] + tile[tile_y][tile_x + i];
      value = fmaf(weights[i], sum, value);
    }
    if (writes) output[here] = value;
  }
}
