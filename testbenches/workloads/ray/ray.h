// The scene and the CPU reference of ray.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::ray {

struct Vector {
  float x = 0, y = 0, z = 0;
};

struct Sphere {  // ray.cu reads it as two float4
  Vector centre;
  float radius = 1;
  Vector colour;
  float mirror = 0;  // the share of the light that is mirrored
};

struct Lights {  // ray.cu's
  Vector eye;      // looks towards +z
  float step = 0;  // size of a pixel on a plane at distance 1
  Vector lamp;
  float ambient = 0;
};

struct Scene {
  Lights lights;
  std::vector<Sphere> spheres;
};

constexpr float kNone = 100.0f;  // objects at a larger distance are not seen: the ray meets the sky
constexpr int kFloor = -1;       // the plane y = 0: squares with side 1, light and dark
constexpr int kSky = -2;
constexpr int kLevels = 5;       // the ray from the eye and its reflections

// Spheres of radius 0.3 to 1 above the floor in front of the eye, some of them mirrors, for an image of `height` rows.
Scene random_scene(std::size_t spheres, std::size_t height, std::uint32_t seed);

struct Found {
  float distance = kNone;
  int object = kSky;  // a sphere, kFloor or kSky
};

// The nearest object along a unit vector.
Found nearest(const Scene& scene, const Vector& from, const Vector& way);
// The direction of the ray from the eye through the middle of a pixel, as a unit vector.
Vector through_pixel(const Scene& scene, std::size_t x, std::size_t y, std::size_t width, std::size_t height);
// The light that arrives along a unit vector: follows at most `levels` rays, the first and its reflections.
Vector light_from(const Scene& scene, const Vector& from, const Vector& way, int levels);
// 8 bits per channel: red lowest, then green and blue; the highest byte is 255. Channels are limited to 1.
std::uint32_t packed(const Vector& colour);

// The image, row by row from the top.
std::vector<std::uint32_t> render(const Scene& scene, std::size_t width, std::size_t height);

}  // namespace unibank::ray
