#include "workloads/ray/ray.h"

#include <algorithm>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace ray {
namespace {

constexpr float kNear = 1e-3f;  // a nearer hit is the surface from which the ray starts

// Rounds where ray.cu rounds, so that both decide alike when a hit depends on the last bit.
float dot(const Vector& a, const Vector& b) { return std::fma(a.z, b.z, std::fma(a.y, b.y, a.x * b.x)); }
Vector minus(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vector along(const Vector& from, float t, const Vector& way) {
  return {std::fma(t, way.x, from.x), std::fma(t, way.y, from.y), std::fma(t, way.z, from.z)};
}
Vector normalized(const Vector& a) {
  const auto scale = static_cast<float>(1.0 / std::sqrt(double{dot(a, a)}));
  return {a.x * scale, a.y * scale, a.z * scale};
}

float to_sphere(const Sphere& sphere, const Vector& from, const Vector& way) {
  const Vector centre = minus(sphere.centre, from);
  const float middle = dot(centre, way);
  const float inside = std::fma(middle, middle, std::fma(sphere.radius, sphere.radius, -dot(centre, centre)));
  if (inside <= 0) return kNone;
  const float distance = middle - std::sqrt(inside);
  return distance > kNear ? distance : kNone;
}

bool blocked(const Scene& scene, const Vector& from, const Vector& way, float farthest) {
  return std::any_of(scene.spheres.begin(), scene.spheres.end(),
                     [&](const Sphere& sphere) { return to_sphere(sphere, from, way) < farthest; });
}

Vector sky(const Vector& way) {
  const float white = std::fma(-0.5f, std::max(way.y, 0.0f), 0.9f);
  return {white * white, white, 1};
}

struct Surface {
  Vector normal, colour;
  float mirror;
};

Surface surface(const Scene& scene, const Found& found, const Vector& point) {
  if (found.object == kFloor) {
    const int square = static_cast<int>(std::floor(point.x)) + static_cast<int>(std::floor(point.z));
    const float grey = square & 1 ? 0.2f : 0.8f;
    return {{0, 1, 0}, {grey, grey, grey}, 0.25f};
  }
  const Sphere& sphere = scene.spheres[static_cast<std::size_t>(found.object)];
  return {normalized(minus(point, sphere.centre)), sphere.colour, sphere.mirror};
}

}  // namespace

Scene random_scene(std::size_t spheres, std::size_t height, std::uint32_t seed) {
  RandomInput random(seed);
  Scene scene;
  scene.lights = {{0, 2, -6}, 1.25f / static_cast<float>(height), {-6, 9, -4}, 0.15f};
  const auto between = [&random](float least, float most) { return least + (most - least) * random.unit(); };
  for (std::size_t i = 0; i < spheres; ++i) {
    Sphere sphere;
    sphere.radius = between(0.3f, 1.0f);
    sphere.centre.x = between(-4, 4);
    sphere.centre.y = sphere.radius + between(0, 3);
    sphere.centre.z = between(-1, 6);
    sphere.colour = {between(0.2f, 1), between(0.2f, 1), between(0.2f, 1)};
    sphere.mirror = random.below(4) == 0 ? 0.0f : between(0.1f, 0.7f);
    scene.spheres.push_back(sphere);
  }
  return scene;
}

Found nearest(const Scene& scene, const Vector& from, const Vector& way) {
  Found found;
  if (way.y < 0) {
    const float distance = -from.y / way.y;
    if (distance > kNear && distance < kNone) found = {distance, kFloor};
  }
  for (std::size_t i = 0; i < scene.spheres.size(); ++i) {
    const float distance = to_sphere(scene.spheres[i], from, way);
    if (distance < found.distance) found = {distance, static_cast<int>(i)};
  }
  return found;
}

Vector through_pixel(const Scene& scene, std::size_t x, std::size_t y, std::size_t width, std::size_t height) {
  const float right = static_cast<float>(x) + 0.5f - 0.5f * static_cast<float>(width);
  const float up = 0.5f * static_cast<float>(height) - 0.5f - static_cast<float>(y);
  return normalized({right * scene.lights.step, up * scene.lights.step, 1});
}

Vector light_from(const Scene& scene, const Vector& from, const Vector& way, int levels) {
  if (levels == 0) return {};
  const Found found = nearest(scene, from, way);
  if (found.object == kSky) return sky(way);
  const Vector point = along(from, found.distance, way);
  const Surface on = surface(scene, found, point);
  const Vector mirrored = along(way, -2 * dot(way, on.normal), on.normal);
  const Vector to_lamp = minus(scene.lights.lamp, point), light = normalized(to_lamp);
  float diffuse = scene.lights.ambient, gloss = 0;
  const float slope = dot(on.normal, light);
  if (slope > 0 && !blocked(scene, point, light, std::sqrt(dot(to_lamp, to_lamp)))) {
    diffuse += slope;
    gloss = std::max(dot(mirrored, light), 0.0f);
    for (int doubling = 0; doubling < 5; ++doubling) gloss *= gloss;
  }
  const float own = (1 - on.mirror) * diffuse;
  const Vector colour{std::fma(own, on.colour.x, gloss), std::fma(own, on.colour.y, gloss),
                      std::fma(own, on.colour.z, gloss)};
  return on.mirror > 0 ? along(colour, on.mirror, light_from(scene, point, mirrored, levels - 1)) : colour;
}

std::uint32_t packed(const Vector& colour) {
  const auto channel = [](float value) {
    return static_cast<std::uint32_t>(std::fma(std::min(value, 1.0f), 255.0f, 0.5f));
  };
  return channel(colour.x) | channel(colour.y) << 8 | channel(colour.z) << 16 | 0xff000000u;
}

std::vector<std::uint32_t> render(const Scene& scene, std::size_t width, std::size_t height) {
  std::vector<std::uint32_t> pixels;
  pixels.reserve(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const Vector way = through_pixel(scene, x, y, width, height);
      pixels.push_back(packed(light_from(scene, scene.lights.eye, way, kLevels)));
    }
  }
  return pixels;
}

}  // namespace ray

namespace {

constexpr Dim3 kBlock{16, 8, 1};

class Ray : public Workload {
 public:
  std::string name() const override { return "ray"; }
  std::string description() const override {
    return "ray tracing of spheres with shadows and up to 4 reflections: divergence, local memory (GPGPU-Sim's RAY)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"width", "pixels of a row", 1, 4096, 16, 64, 256, {}},
            {"height", "rows of the image", 1, 4096, 16, 64, 256, {}},
            {"spheres", "objects above the floor", 1, 4096, 8, 16, 16, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto width = static_cast<unsigned>(arguments.at("width"));
    const auto height = static_cast<unsigned>(arguments.at("height"));
    const ray::Scene scene = ray::random_scene(static_cast<std::size_t>(arguments.at("spheres")), height, 1);
    device.plan({{"ray", kBlock}});

    const std::size_t count = std::size_t{width} * height;
    const std::uint64_t pixels = device.allocate(count * sizeof(std::uint32_t), "pixels");
    const std::uint64_t spheres = device.upload(scene.spheres, "spheres");
    const Dim3 grid{(width + kBlock.x - 1) / kBlock.x, (height + kBlock.y - 1) / kBlock.y, 1};
    device.launch("ray", grid, kBlock,
                  Arguments(pixels, spheres, static_cast<int>(scene.spheres.size()), scene.lights,
                            static_cast<int>(width), static_cast<int>(height)));
    return compare(device.download<std::uint32_t>(pixels, count), ray::render(scene, width, height), "pixel", width);
  }
};

}  // namespace

std::unique_ptr<Workload> make_ray() { return std::make_unique<Ray>(); }

}  // namespace unibank
