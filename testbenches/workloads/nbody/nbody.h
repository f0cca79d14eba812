// The input and the CPU reference of nbody.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::nbody {

struct Item {  // a body's place and mass, or its velocity; nbody.cu reads it as a float4
  float x = 0, y = 0, z = 0, w = 0;
};

struct Bodies {
  std::vector<Item> places, velocities;  // w of a place is the mass
};

struct Motion {
  float softening_squared = 0.01f;
  float time = 0.016f;    // of a step
  float damping = 0.995f;  // factor of the velocities in a step
};

// Bodies of mass 0.5 to 1.5 in a cube of side 2 that move slowly.
Bodies random_bodies(std::size_t count, std::uint32_t seed);

// The bodies one step later: computes all forces first, then velocities, then places.
Bodies step(const Bodies& bodies, const Motion& motion);

}  // namespace unibank::nbody
