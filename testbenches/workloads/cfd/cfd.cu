// The Euler equations of a compressible gas on an unstructured grid of tetrahedra, as in Rodinia's cfd (euler3d). One
// kernel computes each element's time step; then three stages of a Runge-Kutta method each compute the flux through the
// element's four faces and make a step. Blocks have 192 threads, one element per thread; the number of elements is a
// multiple of 192. Each variable is an array of `elements` floats; the arrays follow each other: density, momentum (3),
// energy. Neighbours and normals are laid out in the same way, by face.
//
// Rodinia's functions with one result (pressure, speed of sound, square of the speed) are calls in the kernels with
// _calls in their names, and inlined in the others. Functions with three or twelve results would pass them through
// local memory, so they are inlined in both. The host sets the initial flow, whereas Rodinia sets the far field's
// values everywhere. A product that goes into a sum is fused by fmaf or rounded by rounded_product, as on the CPU.
constexpr int kThreads = 192, kFaces = 4, kStages = 3;
constexpr float kGamma = 1.4f;
constexpr float kViscosity = 0.2f;  // artificial, on every face
constexpr int kSides = 6;  // the far field's; neighbour `elements` is the body in the flow, larger numbers are sides

// The fluxes of the three momenta and of the energy in x, y and z. The other three of the momenta's nine fluxes equal
// xy, xz and yz.
struct Flux {
  float xx, xy, xz, yy, yz, zz;
  float3 energy;
};

struct Flow {
  float density;
  float3 momentum;
  float energy;
};

struct Beyond {
  Flow flow;
  Flux flux;
};
__constant__ Beyond far_field[kSides];

static __device__ __forceinline__ float inlined_speed_squared(float x, float y, float z) {
  return fmaf(z, z, fmaf(y, y, rounded_product(x, x)));
}
static __device__ __forceinline__ float inlined_pressure(float density, float energy, float speed_squared) {
  return rounded_product(kGamma - 1.0f, fmaf(-0.5f * density, speed_squared, energy));
}
static __device__ __forceinline__ float inlined_speed_of_sound(float density, float pressure) {
  return sqrtf(kGamma * pressure / density);
}

static __device__ __noinline__ float cfd_speed_squared(float x, float y, float z) {
  return inlined_speed_squared(x, y, z);
}
static __device__ __noinline__ float cfd_pressure(float density, float energy, float speed_squared) {
  return inlined_pressure(density, energy, speed_squared);
}
static __device__ __noinline__ float cfd_speed_of_sound(float density, float pressure) {
  return inlined_speed_of_sound(density, pressure);
}

// A flow and the quantities derived from it.
template <bool kCalls>
struct State {
  Flow flow;
  float3 velocity;
  float speed_squared, pressure, sound;

  __device__ __forceinline__ State(const float* variables, int element, int elements) {
    flow.density = variables[element];
    flow.momentum = {variables[element + elements], variables[element + 2 * elements],
                     variables[element + 3 * elements]};
    flow.energy = variables[element + 4 * elements];
    velocity = {flow.momentum.x / flow.density, flow.momentum.y / flow.density, flow.momentum.z / flow.density};
    if constexpr (kCalls) {
      speed_squared = cfd_speed_squared(velocity.x, velocity.y, velocity.z);
      pressure = cfd_pressure(flow.density, flow.energy, speed_squared);
      sound = cfd_speed_of_sound(flow.density, pressure);
    } else {
      speed_squared = inlined_speed_squared(velocity.x, velocity.y, velocity.z);
      pressure = inlined_pressure(flow.density, flow.energy, speed_squared);
      sound = inlined_speed_of_sound(flow.density, pressure);
    }
  }

  __device__ __forceinline__ Flux flux() const {
    const float carried = flow.energy + pressure;
    return {fmaf(velocity.x, flow.momentum.x, pressure),
            rounded_product(velocity.x, flow.momentum.y),
            rounded_product(velocity.x, flow.momentum.z),
            fmaf(velocity.y, flow.momentum.y, pressure),
            rounded_product(velocity.y, flow.momentum.z),
            fmaf(velocity.z, flow.momentum.z, pressure),
            {rounded_product(velocity.x, carried), rounded_product(velocity.y, carried),
             rounded_product(velocity.z, carried)}};
  }
};

// Adds factor x (a - b) to the sum.
static __device__ __forceinline__ void diffuse(Flow& sum, float factor, const Flow& a, const Flow& b) {
  sum.density = fmaf(factor, a.density - b.density, sum.density);
  sum.energy = fmaf(factor, a.energy - b.energy, sum.energy);
  sum.momentum.x = fmaf(factor, a.momentum.x - b.momentum.x, sum.momentum.x);
  sum.momentum.y = fmaf(factor, a.momentum.y - b.momentum.y, sum.momentum.y);
  sum.momentum.z = fmaf(factor, a.momentum.z - b.momentum.z, sum.momentum.z);
}

// Adds the mean of both sides' fluxes through a face.
static __device__ __forceinline__ void carry(Flow& sum, float3 normal, const Flow& a, const Flux& of_a, const Flow& b,
                                             const Flux& of_b) {
  float half = 0.5f * normal.x;
  sum.density = fmaf(half, a.momentum.x + b.momentum.x, sum.density);
  sum.energy = fmaf(half, of_a.energy.x + of_b.energy.x, sum.energy);
  sum.momentum.x = fmaf(half, of_a.xx + of_b.xx, sum.momentum.x);
  sum.momentum.y = fmaf(half, of_a.xy + of_b.xy, sum.momentum.y);
  sum.momentum.z = fmaf(half, of_a.xz + of_b.xz, sum.momentum.z);
  half = 0.5f * normal.y;
  sum.density = fmaf(half, a.momentum.y + b.momentum.y, sum.density);
  sum.energy = fmaf(half, of_a.energy.y + of_b.energy.y, sum.energy);
  sum.momentum.x = fmaf(half, of_a.xy + of_b.xy, sum.momentum.x);
  sum.momentum.y = fmaf(half, of_a.yy + of_b.yy, sum.momentum.y);
  sum.momentum.z = fmaf(half, of_a.yz + of_b.yz, sum.momentum.z);
  half = 0.5f * normal.z;
  sum.density = fmaf(half, a.momentum.z + b.momentum.z, sum.density);
  sum.energy = fmaf(half, of_a.energy.z + of_b.energy.z, sum.energy);
  sum.momentum.x = fmaf(half, of_a.xz + of_b.xz, sum.momentum.x);
  sum.momentum.y = fmaf(half, of_a.yz + of_b.yz, sum.momentum.y);
  sum.momentum.z = fmaf(half, of_a.zz + of_b.zz, sum.momentum.z);
}

template <bool kCalls>
static __device__ __forceinline__ void step_factor(const float* variables, const float* volumes, float* factors,
                                                   int elements) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const State<kCalls> own(variables, i, elements);
  factors[i] = 0.5f / (sqrtf(volumes[i]) * (sqrtf(own.speed_squared) + own.sound));
}

template <bool kCalls>
static __device__ __forceinline__ void compute_flux(const int* neighbours, const float* normals,
                                                    const float* variables, float* fluxes, int elements) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const State<kCalls> own(variables, i, elements);
  const Flux of_own = own.flux();
  const float speed = sqrtf(own.speed_squared);
  Flow sum = {0.0f, {0.0f, 0.0f, 0.0f}, 0.0f};
#pragma unroll
  for (int face = 0; face < kFaces; ++face) {
    const int neighbour = neighbours[i + face * elements];
    const float3 normal = {normals[i + face * elements], normals[i + (face + kFaces) * elements],
                           normals[i + (face + 2 * kFaces) * elements]};
    if (neighbour < elements) {
      const State<kCalls> other(variables, neighbour, elements);
      const float area = sqrtf(inlined_speed_squared(normal.x, normal.y, normal.z));
      const float fastest = speed + sqrtf(other.speed_squared) + own.sound + other.sound;
      diffuse(sum, -0.5f * kViscosity * area * fastest, own.flow, other.flow);
      carry(sum, normal, own.flow, of_own, other.flow, other.flux());
    } else if (neighbour == elements) {
      sum.momentum.x = fmaf(normal.x, own.pressure, sum.momentum.x);
      sum.momentum.y = fmaf(normal.y, own.pressure, sum.momentum.y);
      sum.momentum.z = fmaf(normal.z, own.pressure, sum.momentum.z);
    } else {
      const Beyond& beyond = far_field[neighbour - elements - 1];
      carry(sum, normal, own.flow, of_own, beyond.flow, beyond.flux);
    }
  }
  fluxes[i] = sum.density;
  fluxes[i + elements] = sum.momentum.x;
  fluxes[i + 2 * elements] = sum.momentum.y;
  fluxes[i + 3 * elements] = sum.momentum.z;
  fluxes[i + 4 * elements] = sum.energy;
}

#define CFD_KERNELS(suffix, calls)                                                                                 \
  extern "C" __global__ void __launch_bounds__(kThreads)                                                           \
  cfd_step_factor##suffix(const float* __restrict__ variables, const float* __restrict__ volumes,                  \
                          float* __restrict__ factors, int elements) {                                             \
    step_factor<calls>(variables, volumes, factors, elements);                                                     \
  }                                                                                                                \
  extern "C" __global__ void __launch_bounds__(kThreads)                                                           \
  cfd_flux##suffix(const int* __restrict__ neighbours, const float* __restrict__ normals,                          \
                   const float* __restrict__ variables, float* __restrict__ fluxes, int elements) {                \
    compute_flux<calls>(neighbours, normals, variables, fluxes, elements);                                         \
  }
CFD_KERNELS(, false)
CFD_KERNELS(_calls, true)
#undef CFD_KERNELS

// Stages count from 0: the first goes a third of the way, the last all of it.
extern "C" __global__ void __launch_bounds__(kThreads)
cfd_time_step(const float* __restrict__ before, const float* __restrict__ factors, const float* __restrict__ fluxes,
              float* __restrict__ after, int stage, int elements) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const float factor = factors[i] / static_cast<float>(kStages - stage);
#pragma unroll
  for (int variable = 0; variable < 5; ++variable) {
    const int at = i + variable * elements;
    after[at] = fmaf(factor, fluxes[at], before[at]);
  }
}
