// Self-avoiding walks on a square lattice by Monte Carlo, one walk per thread: it goes left, straight on or right until
// it meets itself or has made all its steps. The visited points are in an array of the thread, which it searches
// backwards at each step: local memory. All lanes that still walk have the same index.
#include "../device.cuh"

constexpr int kThreads = 128, kMostSteps = 64;

extern "C" __global__ void __launch_bounds__(kThreads)
monte_carlo(int2* results, int walks, int steps, unsigned seed) {
  const int walk = blockIdx.x * kThreads + threadIdx.x;
  if (walk >= walks) return;
  short2 been[kMostSteps + 1];
  unsigned state = (walk + 1) * 2654435761u ^ seed;
  if (state == 0) state = 1;
  short2 at = make_short2(0, 0);
  been[0] = at;
  unsigned direction = 0;  // 0 and 2 along x, 1 and 3 along y
  int made = 0;
  for (; made < steps; ++made) {
    state ^= state << 13;  // Marsaglia's xorshift
    state ^= state >> 17;
    state ^= state << 5;
    direction = (direction + 3 + (state >> 8) % 3) % 4;  // left, straight on or right, never back
    const int step = 1 - static_cast<int>(direction & 2);
    const short2 to = make_short2(at.x + (direction & 1 ? 0 : step), at.y + (direction & 1 ? step : 0));
    bool free = true;
    for (int i = made - 3; i >= 0; i -= 2) free &= been[i].x != to.x || been[i].y != to.y;
    if (!free) break;
    at = to;
    been[made + 1] = at;
  }
  results[walk] = make_int2(made, at.x * at.x + at.y * at.y);
}
