// All pairs of bodies under gravity, one body per thread, blocks of 256. Each thread reads every body from global
// memory; all lanes of a warp read the same one. A product goes into a sum by fmaf only, as on the CPU.

// One time step. Bodies are (x, y, z, mass), velocities (x, y, z, unused). Softening keeps the force finite between two
// bodies in one place, and between a body and itself.
extern "C" __global__ void __launch_bounds__(256)
nbody(float4* __restrict__ after, const float4* __restrict__ before, float4* __restrict__ velocities, int bodies,
      float softening_squared, float time, float damping) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= bodies) return;
  const float4 own = before[i];
  float3 pull = {0.0f, 0.0f, 0.0f};
#pragma unroll 4
  for (int j = 0; j < bodies; ++j) {
    const float4 other = before[j];
    const float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    const float near = rsqrtf(fmaf(z, z, fmaf(y, y, fmaf(x, x, softening_squared))));
    const float weight = other.w * (near * near * near);
    pull.x = fmaf(x, weight, pull.x);
    pull.y = fmaf(y, weight, pull.y);
    pull.z = fmaf(z, weight, pull.z);
  }
  float4 velocity = velocities[i];
  velocity.x = fmaf(pull.x, time, velocity.x) * damping;
  velocity.y = fmaf(pull.y, time, velocity.y) * damping;
  velocity.z = fmaf(pull.z, time, velocity.z) * damping;
  velocities[i] = velocity;
  after[i] = {fmaf(velocity.x, time, own.x), fmaf(velocity.y, time, own.y), fmaf(velocity.z, time, own.z), own.w};
}
