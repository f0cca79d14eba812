// The balls and the CPU reference of particles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::particles {

using Vector = std::array<float, 4>;  // x, y, z; the last is not used

struct World {  // particles.cu's
  std::int32_t side = 0;
  float cells_per_unit = 0, radius = 0;
  float spring = 0.5f, damping = 0.02f, shear = 0.1f, attraction = 0;
  float gravity = -0.0003f, drag = 1, bounce = -0.5f;
  float time = 0.5f;
  std::array<float, 3> obstacle{-1.2f, -0.8f, 0.8f};
  float obstacle_radius = 0.2f;
};

// The CUDA sample's world, of side x side x side cells as wide as a ball. `side` is a power of two.
World world_of(std::size_t side);

struct Balls {
  std::vector<Vector> places, speeds;
};

// A cube of balls in a corner of the box. Each ball is moved at random by up to half of its radius along each axis, and
// the balls are numbered at random.
Balls random_balls(std::size_t count, const World& world, std::uint32_t seed);

// The number of the cell that contains the place.
std::uint32_t cell_of(const World& world, const Vector& place);

// The force on a ball that touches another ball.
std::array<float, 3> collision(const World& world, const Vector& place, const Vector& speed, const Vector& other_place,
                               const Vector& other_speed, float reach);

// One step, with the kernels' operations in the kernels' order.
Balls stepped(const Balls& balls, const World& world);

}  // namespace unibank::particles
