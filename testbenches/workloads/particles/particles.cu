// Balls that fall, bounce off the walls of a box and push each other, as in the CUDA samples' particles. The box has a
// grid of cells as wide as a ball; balls are sorted by their cell, and each ball looks for others in 27 cells. The
// kernels are the sample's: integrate, hash and reorder in blocks of 256 threads, collide in blocks of 64 or more. The
// sample sorts with a library; here it is a bitonic sort, with tiles in the scratchpad and longer distances in global
// memory.
//
// particles_collide is one kernel without calls. In particles_collide_spheres the force between two balls is a call, as
// it is a function of the sample. In particles_collide_cell, the force of a cell's balls is a call too, and returns
// through local memory. A product that goes into a sum is fused by fmaf or rounded by rounded_product, as on the CPU.
constexpr int kThreads = 256;

struct World {
  int side;                // cells along each axis, a power of two
  float cells_per_unit;
  float radius;            // of a ball
  float spring, damping, shear, attraction;
  float gravity, drag, bounce;
  float time;              // of a step
  float3 obstacle;         // a large ball that does not move
  float obstacle_radius;
};
__constant__ World world;

static __device__ __forceinline__ float dot(float3 a, float3 b) {
  return fmaf(a.z, b.z, fmaf(a.y, b.y, rounded_product(a.x, b.x)));
}

// The box reaches from -1 to 1. A ball that leaves it is put back and loses speed.
static __device__ __forceinline__ void contain(float& place, float& speed) {
  const float most = 1.0f - world.radius;
  if (place > most) {
    place = most;
    speed *= world.bounce;
  }
  if (place < -most) {
    place = -most;
    speed *= world.bounce;
  }
}

extern "C" __global__ void __launch_bounds__(kThreads)
particles_integrate(float4* __restrict__ places, float4* __restrict__ speeds, int count) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= count) return;
  float4 place = places[i], speed = speeds[i];
  speed.x *= world.drag;
  speed.y = fmaf(world.gravity, world.time, speed.y) * world.drag;
  speed.z *= world.drag;
  place.x = fmaf(speed.x, world.time, place.x);
  place.y = fmaf(speed.y, world.time, place.y);
  place.z = fmaf(speed.z, world.time, place.z);
  contain(place.x, speed.x);
  contain(place.y, speed.y);
  contain(place.z, speed.z);
  places[i] = place;
  speeds[i] = speed;
}

static __device__ __forceinline__ int cell_along(float place) {
  return static_cast<int>(floorf((place + 1.0f) * world.cells_per_unit));
}
// The box is periodic for cells: a cell beyond one side is the one at the other side.
static __device__ __forceinline__ unsigned cell_number(int x, int y, int z) {
  const int last = world.side - 1;
  return ((z & last) * world.side + (y & last)) * world.side + (x & last);
}

extern "C" __global__ void __launch_bounds__(kThreads)
particles_hash(unsigned* __restrict__ cells, unsigned* __restrict__ balls, const float4* __restrict__ places,
               int count) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= count) return;
  const float4 place = places[i];
  cells[i] = cell_number(cell_along(place.x), cell_along(place.y), cell_along(place.z));
  balls[i] = i;
}

static __device__ __forceinline__ bool out_of_order(unsigned cell_a, unsigned ball_a, unsigned cell_b, unsigned ball_b,
                                                    bool ascending) {
  return (cell_a > cell_b || (cell_a == cell_b && ball_a > ball_b)) == ascending;
}

// Bitonic sorts of `from`, 2 `from`, ... `to` pairs, alternately ascending and descending. Does only the steps within a
// tile of two pairs a thread.
extern "C" __global__ void __launch_bounds__(kThreads)
particles_sort_tile(unsigned* __restrict__ cells, unsigned* __restrict__ balls, int from, int to) {
  // Volatile, because clang 14 would reuse after a barrier what the thread read before it, although other threads write
  // there.
  volatile __shared__ unsigned tile_cells[2 * kThreads];
  volatile __shared__ unsigned tile_balls[2 * kThreads];
  const int t = threadIdx.x, threads = blockDim.x, first = 2 * blockIdx.x * threads;
  tile_cells[t] = cells[first + t];
  tile_balls[t] = balls[first + t];
  tile_cells[t + threads] = cells[first + t + threads];
  tile_balls[t + threads] = balls[first + t + threads];
#pragma unroll 1
  for (int size = from; size <= to; size *= 2) {
#pragma unroll 1
    for (int stride = min(size / 2, threads); stride > 0; stride /= 2) {
      __syncthreads();
      const int a = 2 * t - (t & (stride - 1)), b = a + stride;
      const unsigned cell_a = tile_cells[a], ball_a = tile_balls[a], cell_b = tile_cells[b], ball_b = tile_balls[b];
      if (out_of_order(cell_a, ball_a, cell_b, ball_b, ((first + a) & size) == 0)) {
        tile_cells[a] = cell_b;
        tile_balls[a] = ball_b;
        tile_cells[b] = cell_a;
        tile_balls[b] = ball_a;
      }
    }
  }
  __syncthreads();
  cells[first + t] = tile_cells[t];
  balls[first + t] = tile_balls[t];
  cells[first + t + threads] = tile_cells[t + threads];
  balls[first + t + threads] = tile_balls[t + threads];
}

// One step of a sort of `size` pairs, over a distance of a tile or more.
extern "C" __global__ void __launch_bounds__(kThreads)
particles_sort_far(unsigned* __restrict__ cells, unsigned* __restrict__ balls, int size, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int a = 2 * i - (i & (stride - 1)), b = a + stride;
  const unsigned cell_a = cells[a], ball_a = balls[a], cell_b = cells[b], ball_b = balls[b];
  if (!out_of_order(cell_a, ball_a, cell_b, ball_b, (a & size) == 0)) return;
  cells[a] = cell_b;
  balls[a] = ball_b;
  cells[b] = cell_a;
  balls[b] = ball_a;
}

// Puts the balls in the order of their cells, and finds the start and end of each cell. Each thread passes its cell to
// the next thread.
extern "C" __global__ void __launch_bounds__(kThreads)
particles_reorder(int* __restrict__ begins, int* __restrict__ ends, float4* __restrict__ sorted_places,
                  float4* __restrict__ sorted_speeds, const unsigned* __restrict__ cells,
                  const unsigned* __restrict__ balls, const float4* __restrict__ places,
                  const float4* __restrict__ speeds, int count) {
  volatile __shared__ unsigned before[kThreads + 1];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  unsigned cell = 0;
  if (i < count) {
    cell = cells[i];
    before[threadIdx.x + 1] = cell;
    if (i > 0 && threadIdx.x == 0) before[0] = cells[i - 1];
  }
  __syncthreads();
  if (i >= count) return;
  if (i == 0 || cell != before[threadIdx.x]) {
    begins[cell] = i;
    if (i > 0) ends[before[threadIdx.x]] = i;
  }
  if (i == count - 1) ends[cell] = count;
  const unsigned ball = balls[i];
  sorted_places[i] = places[ball];
  sorted_speeds[i] = speeds[ball];
}

// The factor of the vector to another ball in the force, if the two are nearer than `reach`: a spring, and the shear's
// part along the vector. The rest of the force is along the relative speed.
static __device__ __forceinline__ float inlined_push(float x, float y, float z, float speed_x, float speed_y,
                                                     float speed_z, float distance, float reach) {
  const float approach = dot({speed_x, speed_y, speed_z}, {x, y, z}) / distance;
  const float pushed = fmaf(-world.spring, reach - distance, -rounded_product(world.shear, approach));
  return pushed / distance + world.attraction;
}
static __device__ __noinline__ float particles_push(float x, float y, float z, float speed_x, float speed_y,
                                                    float speed_z, float distance, float reach) {
  return inlined_push(x, y, z, speed_x, speed_y, speed_z, distance, reach);
}

template <int kCalls>
static __device__ __forceinline__ void collide_spheres(float3& force, float3 place, float3 speed, float3 other_place,
                                                       float3 other_speed, float reach) {
  const float x = other_place.x - place.x, y = other_place.y - place.y, z = other_place.z - place.z;
  const float distance = sqrtf(dot({x, y, z}, {x, y, z}));
  if (distance >= reach) return;
  const float speed_x = other_speed.x - speed.x, speed_y = other_speed.y - speed.y, speed_z = other_speed.z - speed.z;
  const float push = kCalls ? particles_push(x, y, z, speed_x, speed_y, speed_z, distance, reach)
                            : inlined_push(x, y, z, speed_x, speed_y, speed_z, distance, reach);
  const float along_speed = world.damping + world.shear;
  force.x = fmaf(along_speed, speed_x, fmaf(push, x, force.x));
  force.y = fmaf(along_speed, speed_y, fmaf(push, y, force.y));
  force.z = fmaf(along_speed, speed_z, fmaf(push, z, force.z));
}

static __device__ __forceinline__ float3 xyz(float4 v) { return {v.x, v.y, v.z}; }

// Balls `begin` to `end`, all in one cell, push ball `own`.
template <int kCalls>
static __device__ __forceinline__ void inlined_cell(float3& force, int begin, int end, int own, float3 place,
                                                    float3 speed, const float4* places, const float4* speeds) {
#pragma unroll 1
  for (int i = begin; i < end; ++i) {
    if (i == own) continue;
    collide_spheres<kCalls>(force, place, speed, xyz(places[i]), xyz(speeds[i]), 2.0f * world.radius);
  }
}
static __device__ __noinline__ float3 particles_cell(int begin, int end, int own, const float4* places,
                                                     const float4* speeds) {
  float3 force = {0.0f, 0.0f, 0.0f};
  inlined_cell<2>(force, begin, end, own, xyz(places[own]), xyz(speeds[own]), places, speeds);
  return force;
}

template <int kCalls>
static __device__ __forceinline__ void collide(float4* new_speeds, const float4* places, const float4* speeds,
                                               const unsigned* balls, const int* begins, const int* ends, int count) {
  const int own = blockIdx.x * blockDim.x + threadIdx.x;
  if (own >= count) return;
  const float3 place = xyz(places[own]), speed = xyz(speeds[own]);
  const int cell_x = cell_along(place.x), cell_y = cell_along(place.y), cell_z = cell_along(place.z);
  float3 force = {0.0f, 0.0f, 0.0f};
  for (int z = -1; z <= 1; ++z) {
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        const unsigned cell = cell_number(cell_x + x, cell_y + y, cell_z + z);
        const int begin = begins[cell];
        if (begin < 0) continue;
        float3 of_cell = {0.0f, 0.0f, 0.0f};
        if constexpr (kCalls == 2) {
          of_cell = particles_cell(begin, ends[cell], own, places, speeds);
        } else {
          inlined_cell<kCalls>(of_cell, begin, ends[cell], own, place, speed, places, speeds);
        }
        force = {force.x + of_cell.x, force.y + of_cell.y, force.z + of_cell.z};
      }
    }
  }
  collide_spheres<kCalls>(force, place, speed, world.obstacle, {0.0f, 0.0f, 0.0f},
                          world.radius + world.obstacle_radius);
  new_speeds[balls[own]] = {speed.x + force.x, speed.y + force.y, speed.z + force.z, 0.0f};
}

#define COLLIDE_KERNEL(suffix, calls)                                                                             \
  extern "C" __global__ void __launch_bounds__(kThreads)                                                          \
  particles_collide##suffix(float4* __restrict__ new_speeds, const float4* __restrict__ places,                   \
                            const float4* __restrict__ speeds, const unsigned* __restrict__ balls,                \
                            const int* __restrict__ begins, const int* __restrict__ ends, int count) {            \
    collide<calls>(new_speeds, places, speeds, balls, begins, ends, count);                                       \
  }
COLLIDE_KERNEL(, 0)
COLLIDE_KERNEL(_spheres, 1)
COLLIDE_KERNEL(_cell, 2)
#undef COLLIDE_KERNEL
