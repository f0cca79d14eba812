// One step of finite differences in a volume, a star of radius 4 (25 points), as in the CUDA samples' FDTD3d and in
// fdtd3d, whose volume and CPU reference it uses. Here the blocks are the samples': 32 columns and at most 16 rows. The
// walk through the planes is unrolled by nine, the number of planes of the star. After nine planes every register has
// held every place of the star in turn, so no value is moved from one register to another.
//
// Hayes and Zhang, table 1, have 7.5 and 10 bytes of the scratchpad a thread. These are the 3,840 bytes of a tile of 32
// x 16 points and its halo, for blocks of 512 threads on one card and of 384 on the other.
constexpr int kRadius = 4, kWidth = 32, kMaxHeight = 16, kStar = 2 * kRadius + 1;

__constant__ float weights[kRadius + 1];

// The volume has width x height x depth points; the arrays have a margin of kRadius more on each side.
extern "C" __global__ void __launch_bounds__(kWidth * kMaxHeight)
fdtd3d_tile(float* __restrict__ output, const float* __restrict__ input, int width, int height, int depth) {
  // Volatile, because clang 14 would reuse after the barriers, in the next turn, what this turn has read.
  volatile __shared__ float tile[kMaxHeight + 2 * kRadius][kWidth + 2 * kRadius];
  const int x = threadIdx.x, y = threadIdx.y, rows = blockDim.y;
  const int column = blockIdx.x * kWidth + x, row = blockIdx.y * rows + y;
  const int row_pitch = width + 2 * kRadius, plane_pitch = row_pitch * (height + 2 * kRadius);
  const int tile_x = x + kRadius, tile_y = y + kRadius;
  const bool reads = column < width + kRadius && row < height + kRadius;
  const bool writes = column < width && row < height;

  int ahead = (kRadius + row) * row_pitch + kRadius + column, here = ahead + kRadius * plane_pitch;
  // The star's points in this column: at the start the planes from kRadius before the first plane to kRadius behind it.
  // The last of them is read with the first plane.
  float star[kStar];
#pragma unroll
  for (int i = 0; i < kStar; ++i) star[i] = 0.0f;
#pragma unroll
  for (int i = 0; i + 1 < kStar; ++i) {
    if (reads) star[i] = input[ahead];
    ahead += plane_pitch;
  }

#pragma unroll 1
  for (int planes = depth; planes > 0; planes -= kStar) {
#pragma unroll
    for (int turn = 0; turn < kStar; ++turn) {
      if (turn >= planes) return;
      // Point i of the star is in star[(turn + i) % kStar].
      if (reads) star[(turn + kStar - 1) % kStar] = input[ahead];
      const float current = star[(turn + kRadius) % kStar];
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

      // All of the plane's points are read before the first is used, so that the loads overlap.
      float north[kRadius], south[kRadius], west[kRadius], east[kRadius];
#pragma unroll
      for (int i = 0; i < kRadius; ++i) {
        north[i] = tile[tile_y - 1 - i][tile_x];
        south[i] = tile[tile_y + 1 + i][tile_x];
        west[i] = tile[tile_y][tile_x - 1 - i];
        east[i] = tile[tile_y][tile_x + 1 + i];
      }
      float value = weights[0] * current;
#pragma unroll
      for (int i = 0; i < kRadius; ++i) {
        const float sum = star[(turn + kRadius + 1 + i) % kStar] + star[(turn + kRadius - 1 - i) % kStar] + north[i] +
                          south[i] + west[i] + east[i];
        value = fmaf(weights[1 + i], sum, value);
      }
      if (writes) output[here] = value;
      ahead += plane_pitch;
      here += plane_pitch;
      // Without this, clang 14 does not see that the nine turns share one index: it gives each turn its own, 68
      // registers in all.
      asm("" : "+r"(here));
    }
  }
}
