// A step of a seven-point stencil in three dimensions: a block walks along z over a column of 32 x 8 points. Planes
// with their borders are in a ring of the scratchpad. cp.async starts to fill a plane kAhead - 1 steps before it is
// needed, so that the arithmetic of several planes hides the wait for memory. Points outside the grid are 0.
#include "../device.cuh"

constexpr int kWidth = 32, kHeight = 8, kThreads = kWidth * kHeight;
constexpr int kRow = kWidth + 2, kPlane = kRow * (kHeight + 2);

template <int kAhead>
static __device__ __forceinline__ void step(const float* in, float* out, int width, int height, int depth, float centre,
                                            float side) {
  constexpr int kPlanes = kAhead + 2;  // the planes of a step and those under way
  __shared__ float planes[kPlanes][kPlane];
  const int thread = threadIdx.x, x = thread % kWidth, y = thread / kWidth;
  const int left = blockIdx.x * kWidth, top = blockIdx.y * kHeight;
  const auto fill = [&](int z) {
    if (z < 0 || z > depth) return;
    float* const plane = planes[z % kPlanes];
    for (int i = thread; i < kPlane; i += kThreads) {
      const int from_x = left + i % kRow - 1, from_y = top + i / kRow - 1;
      const bool there = from_x >= 0 && from_x < width && from_y >= 0 && from_y < height && z < depth;
      const long at = there ? (static_cast<long>(z) * height + from_y) * width + from_x : 0;
      copy_async_4(scratchpad_address(plane + i), in + at, there);
    }
  };
  for (int z = 0; z < kAhead; ++z) {
    fill(z);
    commit_copies();
  }
  float below = 0;  // the point's own value in the plane before
  for (int z = 0; z < depth; ++z) {
    fill(z + kAhead);
    commit_copies();
    wait_for_copies<kAhead - 1>();  // planes up to z + 1 have arrived
    __syncthreads();
    const float* const here = planes[z % kPlanes] + (y + 1) * kRow + x + 1;
    const float own = *here, above = planes[(z + 1) % kPlanes][(y + 1) * kRow + x + 1];
    const float sum = (here[-1] + here[1]) + (here[-kRow] + here[kRow]) + (below + above);
    if (left + x < width && top + y < height)
      out[(static_cast<long>(z) * height + top + y) * width + left + x] = fmaf(side, sum, centre * own);
    below = own;
    // The next fill overwrites the plane that was last read one step ago, before this step's barrier.
  }
}

#define UNIBANK_STENCIL(ahead)                                                                                    \
  extern "C" __global__ void __launch_bounds__(kThreads)                                                          \
  stencil_async_##ahead(const float* in, float* out, int width, int height, int depth, float centre, float side) { \
    step<ahead>(in, out, width, height, depth, centre, side);                                                     \
  }
UNIBANK_STENCIL(1)
UNIBANK_STENCIL(2)
UNIBANK_STENCIL(4)
UNIBANK_STENCIL(8)
