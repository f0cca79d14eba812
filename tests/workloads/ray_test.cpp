// ray: the CPU's image of geometry with known answers; the kernel on images that the blocks do not fill.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "host/functional_backend.h"
#include "workloads/ray/ray.h"
#include "workloads/workload.h"

using namespace unibank;
using ray::Scene;
using ray::Vector;

namespace {

constexpr std::uint32_t kBlue = 0xff0000, kRed = 0xff;

Scene empty_scene() {
  Scene scene = ray::random_scene(0, 100, 1);
  scene.lights.eye = {0, 2, 0};
  scene.lights.step = 0.01f;
  return scene;
}

std::uint32_t seen(const Scene& scene, const Vector& from, const Vector& way) {
  return ray::packed(ray::light_from(scene, from, way, ray::kLevels));
}

double length(const Vector& a) { return std::sqrt(double{a.x} * a.x + double{a.y} * a.y + double{a.z} * a.z); }

}  // namespace

TEST_CASE("ray: rays that rise see the sky and rays that fall see the floor where similar triangles put it") {
  const Scene scene = empty_scene();
  for (std::size_t y = 0; y < 100; ++y) {
    const Vector way = ray::through_pixel(scene, 70, y, 100, 100);
    CHECK(length(way) == Approx(1));
    CHECK(way.x / way.z == Approx(0.01 * 20.5));
    const double fall = (static_cast<double>(y) - 49.5) * 0.01;  // for each unit ahead
    CHECK(way.y / way.z == Approx(-fall).margin(1e-7));
    const ray::Found found = ray::nearest(scene, scene.lights.eye, way);
    if (fall * ray::kNone < 2) {  // at this slope the floor is beyond the horizon
      CHECK(found.object == ray::kSky);
    } else {
      CHECK(found.object == ray::kFloor);
      CHECK(found.distance * way.z == Approx(2 / fall).epsilon(1e-5));
    }
  }
}

TEST_CASE("ray: a sphere is seen within the cone that touches it") {
  Scene scene = empty_scene();
  scene.spheres.push_back({{0.5f, 3, 7}, 1.25f, {1, 0, 0}, 0});
  const double distance = std::sqrt(0.5 * 0.5 + 1 + 49), edge = std::sqrt(1 - std::pow(1.25 / distance, 2));
  unsigned seen_by = 0, too_close = 0;
  for (std::size_t y = 0; y < 100; ++y) {
    for (std::size_t x = 0; x < 100; ++x) {
      const Vector way = ray::through_pixel(scene, x, y, 100, 100);
      const double cosine = (0.5 * way.x + way.y + 7.0 * way.z) / distance;
      const ray::Found found = ray::nearest(scene, scene.lights.eye, way);
      if (std::abs(cosine - edge) < 1e-6) {  // rounding may decide
        ++too_close;
        continue;
      }
      CHECK((found.object == 0) == (cosine > edge));
      if (found.object != 0) continue;
      ++seen_by;
      const Vector point{found.distance * way.x - 0.5f, found.distance * way.y - 1, found.distance * way.z - 7};
      CHECK(length(point) == Approx(1.25).epsilon(1e-5));
      CHECK(found.distance < distance);
    }
  }
  CHECK(seen_by > 900);  // pi (1.25 / 7)^2 / 0.01^2 is about 1,000 pixels
  CHECK(too_close < 10);
}

TEST_CASE("ray: the nearest of several spheres is seen and their order does not matter") {
  Scene scene = ray::random_scene(30, 64, 3);
  const auto image = ray::render(scene, 64, 64);
  std::reverse(scene.spheres.begin(), scene.spheres.end());
  CHECK(ray::render(scene, 64, 64) == image);
  const Vector way{0, 0, 1};
  scene.spheres = {{{0, 2, 9}, 1, {}, 0}, {{0, 2, 5}, 1, {}, 0}, {{0, 2, 7}, 1, {}, 0}};
  CHECK(ray::nearest(scene, {0, 2, 0}, way).object == 1);
  CHECK(ray::nearest(scene, {0, 2, 0}, way).distance == 4);
  CHECK(ray::nearest(scene, {0, 2, 4}, way).object == 2);  // from the surface itself and through the inside
}

TEST_CASE("ray: the floor is light or dark by its square, and dark where a sphere hides the lamp") {
  Scene scene = empty_scene();
  scene.lights.lamp = {40, 40, 0};
  const auto level = [&scene](float x, float z) { return seen(scene, {x, 2, z}, {0, -1, 0}) & 0xff; };
  const std::uint32_t light = level(3.5f, 3.5f), dark = level(3.5f, 8.5f);
  CHECK(light > 2 * dark);
  for (const float x : {-4.5f, -0.5f, 1.5f}) {
    CHECK(level(x, 3.5f) > 2 * dark);
    CHECK(level(x + 1, 3.5f) < light / 2);
  }
  scene.spheres.push_back({{21.75f, 20, 1.75f}, 1, {1, 1, 1}, 0});  // half way between the lamp and (3.5, 3.5)
  CHECK(level(3.5f, 3.5f) < light / 2);
  CHECK(level(3.5f, 8.5f) == dark);        // the shadow has radius 2 across the light's direction
  scene.spheres[0].centre = {-33, -40, 7};  // on the line, but beyond the floor: not between
  CHECK(level(3.5f, 3.5f) == light);
}

TEST_CASE("ray: a mirror shows the object in the direction of reflection") {
  Scene scene = empty_scene();
  scene.lights.ambient = 1;
  // A mirror around (10, 2, 10): a ray along +z that meets its western side at 45 degrees is reflected along -x.
  const float at = 10 - std::sqrt(0.5f);
  scene.spheres.push_back({{10, 2, 10}, 1, {0, 0, 0}, 1});
  scene.spheres.push_back({{2, 2, at}, 1, {1, 0, 0}, 0});
  CHECK((seen(scene, {at, 2, 0}, {0, 0, 1}) & 0xff) == kRed);
  CHECK((seen(scene, {at, 2, 0}, {0, 0, 1}) & kBlue) < kBlue / 2);
  scene.spheres.pop_back();
  CHECK((seen(scene, {at, 2, 0}, {0, 0, 1}) & kBlue) == kBlue);  // the sky
  CHECK(ray::packed(ray::light_from(scene, {at, 2, 0}, {0, 0, 1}, 1)) == ray::packed({}));  // cut off before it
}

TEST_CASE("ray: between two mirrors the fifth level is the last") {
  Scene scene = empty_scene();
  scene.lights.lamp = {0, 2, 90};  // behind the one, and hidden by it from the other
  scene.lights.ambient = 1;
  scene.spheres = {{{0, 2, 5}, 1, {1, 0, 0}, 0.5f}, {{0, 2, -5}, 1, {0, 0, 1}, 0.5f}};
  // Each level adds half of its ball's colour, lit by the ambient light only, times 1/2 for each mirror before it.
  const Vector sum = ray::light_from(scene, {0, 2, 0}, {0, 0, 1}, ray::kLevels);
  CHECK(sum.x == Approx(0.5 * (1 + 0.25 + 0.0625)));
  CHECK(sum.z == Approx(0.5 * (0.5 + 0.125)));
  CHECK(ray::light_from(scene, {0, 2, 0}, {0, 0, 1}, 1).x == Approx(0.5));
}

TEST_CASE("ray: a pixel has 8 bits a channel, the brightest is 255") {
  CHECK(ray::packed({0, 0, 0}) == 0xff000000u);
  CHECK(ray::packed({1, 0.5f, 7}) == 0xffff80ffu);
}

TEST_CASE("ray: random scenes stand on the floor in front of the eye") {
  const Scene scene = ray::random_scene(200, 64, 1);
  for (const ray::Sphere& sphere : scene.spheres) {
    CHECK(sphere.centre.y >= sphere.radius);
    CHECK(sphere.centre.z - sphere.radius > scene.lights.eye.z + 1);
    CHECK((sphere.mirror >= 0 && sphere.mirror < 1));
  }
  CHECK(std::any_of(scene.spheres.begin(), scene.spheres.end(), [](const auto& s) { return s.mirror == 0; }));
  CHECK(ray::render(ray::random_scene(9, 16, 1), 16, 16) != ray::render(ray::random_scene(9, 16, 2), 16, 16));
}

TEST_CASE("ray: the kernel keeps five levels of 16 bytes in local memory and nothing in the scratchpad") {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory);
  device.load(workload_ptx("ray"), "ray.ptx");
  CHECK(device.kernel("ray").scratchpad_bytes == 0);
  CHECK(device.kernel("ray").local_bytes == 80);
}

TEST_CASE("ray: the kernel agrees to the last bit on images that the blocks do not fill") {
  using Given = std::map<std::string, std::string>;
  for (const Given& given : {Given{{"width", "1"}, {"height", "1"}}, Given{{"width", "17"}, {"height", "9"}},
                             Given{{"width", "40"}, {"height", "23"}, {"spheres", "1"}},
                             Given{{"width", "15"}, {"height", "33"}, {"spheres", "100"}}}) {
    const Workload& workload = find_workload("ray");
    DeviceMemory memory;
    FunctionalBackend backend(memory);
    Device device(backend, memory);
    const Verdict verdict = workload.run(device, complete_arguments(workload, Size::kTiny, given));
    INFO(verdict.text);
    CHECK(verdict.right);
    CHECK(verdict.text.find(" pixels equal") != std::string::npos);
  }
}
