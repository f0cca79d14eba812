// Temperatures of a chip, a 5-point stencil in pyramids. A block of 16 x 16 threads loads a tile whose halo is as wide
// as the number of steps, and each step computes one ring less of it. So a block's result has 16 - 2 steps cells on a
// side, and blocks overlap. 3 tiles: 12 bytes per thread. Tiles in which each thread reads only its own element are
// volatile, because the compiler would keep them in registers. A product goes into a sum by fmaf only, as on the CPU.

constexpr int kTile = 16;
constexpr float kAmbient = 80.0f;

struct Chip {
  float capacity;  // J/K of a cell
  float rx, ry, rz;  // K/W to a neighbour in the row and in the column, and out of the chip
  float time;      // of a step
};

static __device__ __forceinline__ bool within(int x, int least, int most) { return least <= x && x <= most; }

extern "C" __global__ void __launch_bounds__(kTile * kTile)
hotspot(float* __restrict__ after, const float* __restrict__ before, const float* __restrict__ power, int columns,
        int rows, int steps, Chip chip) {
  __shared__ float now[kTile][kTile];
  volatile __shared__ float heat[kTile][kTile];
  volatile __shared__ float next[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int inner = kTile - 2 * steps;
  const int top = inner * static_cast<int>(blockIdx.y) - steps, left = inner * static_cast<int>(blockIdx.x) - steps;
  const int row = top + y, column = left + x;
  const int here = row * columns + column;
  const float per_joule = chip.time / chip.capacity;
  const float across = 1.0f / chip.rx, along = 1.0f / chip.ry, out = 1.0f / chip.rz;

  const bool on_chip = within(row, 0, rows - 1) && within(column, 0, columns - 1);
  if (on_chip) {
    now[y][x] = before[here];
    heat[y][x] = power[here];
  }
  __syncthreads();

  // A cell on the chip's border stands in for its missing neighbour.
  const int north = max(y - 1, -top), south = min(y + 1, rows - 1 - top);
  const int west = max(x - 1, -left), east = min(x + 1, columns - 1 - left);
  for (int step = 0;; ++step) {
    const bool computes =
        within(x, step + 1, kTile - 2 - step) && within(y, step + 1, kTile - 2 - step) && on_chip;
    if (computes) {
      const float own = now[y][x];
      float flow = heat[y][x];
      flow = fmaf(fmaf(-2.0f, own, now[south][x] + now[north][x]), along, flow);
      flow = fmaf(fmaf(-2.0f, own, now[y][east] + now[y][west]), across, flow);
      flow = fmaf(kAmbient - own, out, flow);
      next[y][x] = fmaf(per_joule, flow, own);
    }
    __syncthreads();
    if (step == steps - 1) {
      if (computes) after[here] = next[y][x];
      return;
    }
    if (computes) now[y][x] = next[y][x];
    __syncthreads();
  }
}
