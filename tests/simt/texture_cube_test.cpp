// Cubes: tex.cube, tex.acube, tex.grad and tld4.cube. The reference sees a cube from its middle: each face has a place
// in space and the directions of its two axes, and a ray meets one of the faces.
#include <catch2/catch.hpp>
#include <array>
#include <cmath>
#include <random>

#include "simt/run_kernel.h"
#include "simt/texture_table.h"

using namespace unibank;
using Catch::Contains;

namespace {

using Vector = std::array<double, 3>;

double scalar_product(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

struct Face {
  Vector middle, across, down;
};
const std::array<Face, 6> kFaces = {{{{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
                                     {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
                                     {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}}, {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}}}};

// The face that a ray meets, and where: 0 to 1 across and down.
struct Hit {
  unsigned face = 0;
  double across = 0, down = 0;
};
Hit hit(const Vector& ray) {
  Hit found;
  double best = 0;
  for (unsigned face = 0; face < 6; ++face) {
    const double far = scalar_product(ray, kFaces[face].middle);
    if (far <= best) continue;
    best = far;
    found = {face, (scalar_product(ray, kFaces[face].across) / far + 1) / 2,
             (scalar_product(ray, kFaces[face].down) / far + 1) / 2};
  }
  return found;
}

constexpr unsigned kSize = 16, kCubes = 3;

// Texel (x, y) of a face.
float cube_texel(unsigned cube, unsigned face, int x, int y) {
  const int last = kSize - 1;
  return static_cast<float>(10000 * cube + 1000 * face + 16 * std::clamp(y, 0, last) + std::clamp(x, 0, last));
}

struct Look {
  float x, y, z;
  std::uint32_t cube;
};

// Rays in all directions, none of them near an edge between two faces.
std::vector<Look> looks(std::size_t count) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<Look> all;
  while (all.size() < count) {
    Vector ray{any(random), any(random), any(random)};
    Vector sizes{std::fabs(ray[0]), std::fabs(ray[1]), std::fabs(ray[2])};
    std::sort(sizes.begin(), sizes.end());
    if (sizes[2] - sizes[1] < 1e-3 || sizes[2] < 1e-3) continue;
    const double scale = std::ldexp(1, static_cast<int>(random() % 40) - 20);
    all.push_back({static_cast<float>(ray[0] * scale), static_cast<float>(ray[1] * scale),
                   static_cast<float>(ray[2] * scale), static_cast<std::uint32_t>(random() % (kCubes + 2))});
  }
  return all;
}

// Each thread fetches in its direction, (%f1, %f2, %f3) of cube %r5, into {%f4, %f5, %f6, %f7}.
std::vector<float> fetched(const std::string& instruction, Texture::Filter filter, const std::vector<Look>& looks,
                           bool cube = true) {
  KernelRun kernel(module_of("mov.u32 %r1, %ctaid.x;\nmad.lo.u32 %r1, %r1, 64, %r0;\nmul.wide.u32 %l2, %r1, 16;\n"
                             "add.u64 %l3, %l1, %l2;\nld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%l3];\n"
                             "mov.b32 %f1, %r2;\nmov.b32 %f2, %r3;\nmov.b32 %f3, %r4;\nmov.u64 %l5, 1;\n" +
                             instruction + "\nadd.u64 %l3, %l0, %l2;\nst.global.v4.f32 [%l3], {%f4, %f5, %f6, %f7};"));
  std::vector<float> texels;
  for (unsigned face = 0; face < 6 * kCubes; ++face)
    for (unsigned at = 0; at < kSize * kSize; ++at)
      texels.push_back(cube_texel(face / 6, face % 6, static_cast<int>(at % kSize), static_cast<int>(at / kSize)));
  Texture texture;
  texture.address = kernel.upload(texels, "texels");
  texture.width = texture.height = kSize;
  texture.depth = 6 * kCubes;
  texture.cube = cube;
  texture.filter = filter;
  texture.outside.fill(Texture::Address::kWrap);
  texture.normalized_coordinates = true;
  check_texture(texture, TextureUse::kTexture);
  kernel.memory.textures().add(texture, TextureUse::kTexture);
  return kernel.run<float>(looks, 4 * looks.size(), {static_cast<unsigned>(looks.size() / 64), 1, 1}, {64, 1, 1});
}

constexpr std::size_t kRays = 9984;
const std::string kResult = "{%f4, %f5, %f6, %f7}, ";

}  // namespace

TEST_CASE("a cube is read where a ray from its middle meets it") {
  const auto all = looks(kRays);
  for (const std::string& form : {"tex.cube.v4.f32.f32 " + kResult + "[%l5, {%f1, %f2, %f3, %f3}];",
                                 "tex.level.cube.v4.f32.f32 " + kResult + "[%l5, {%f1, %f2, %f3}], 0f00000000;",
                                 "tex.grad.cube.v4.f32.f32 " + kResult +
                                     "[%l5, {%f1, %f2, %f3}], {%f1, %f2, %f3, %f3}, {%f3, %f2, %f1, %f1};",
                                 "tex.acube.v4.f32.f32 " + kResult + "[%l5, {%r5, %f1, %f2, %f3}];"}) {
    const auto found = fetched(form, Texture::Filter::kPoint, all);
    for (std::size_t i = 0; i < kRays; ++i) {
      const Hit at = hit({all[i].x, all[i].y, all[i].z});
      const unsigned cube = form.find("acube") == std::string::npos ? 0 : std::min(all[i].cube, kCubes - 1);
      INFO(form << " (" << all[i].x << ", " << all[i].y << ", " << all[i].z << ")");
      const auto x = static_cast<int>(at.across * kSize), y = static_cast<int>(at.down * kSize);
      REQUIRE(found[4 * i] == cube_texel(cube, at.face, x, y));
      REQUIRE(found[4 * i + 3] == 1);
    }
  }
}

TEST_CASE("a linear filter on a cube stays on its face") {
  const auto all = looks(kRays);
  const auto found = fetched("tex.cube.v4.f32.f32 " + kResult + "[%l5, {%f1, %f2, %f3, %f3}];",
                             Texture::Filter::kLinear, all);
  for (std::size_t i = 0; i < kRays; ++i) {
    const Hit at = hit({all[i].x, all[i].y, all[i].z});
    // A texel's value grows by 1 across and by 16 down, so between the middles of the outer texels the filter is exact
    // up to the eight bits of its weights.
    const double x = std::clamp(at.across * kSize - 0.5, 0.0, kSize - 1.0);
    const double y = std::clamp(at.down * kSize - 0.5, 0.0, kSize - 1.0);
    INFO(all[i].x << ", " << all[i].y << ", " << all[i].z);
    REQUIRE(std::fabs(found[4 * i] - (1000.0 * at.face + 16 * y + x)) <= (1 + 16) / 512.0 + 0.001);
  }
}

TEST_CASE("a gather on a cube returns the four texels around the place on the face") {
  const auto all = looks(kRays);
  const auto found = fetched("tld4.r.cube.v4.f32.f32 " + kResult + "[%l5, {%f1, %f2, %f3, %f3}];",
                             Texture::Filter::kLinear, all);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < kRays; ++i) {
    const Hit at = hit({all[i].x, all[i].y, all[i].z});
    const double x = at.across * kSize - 0.5, y = at.down * kSize - 0.5;
    const double near = 1.0 / 256;  // of the next texel, which the rounding of the place may choose
    if (std::fabs(x - std::round(x)) < near || std::fabs(y - std::round(y)) < near) continue;
    const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
    CHECK(found[4 * i] == cube_texel(0, at.face, left, top + 1));
    CHECK(found[4 * i + 1] == cube_texel(0, at.face, left + 1, top + 1));
    CHECK(found[4 * i + 2] == cube_texel(0, at.face, left + 1, top));
    CHECK(found[4 * i + 3] == cube_texel(0, at.face, left, top));
    ++compared;
  }
  CHECK(compared > kRays / 2);
}

TEST_CASE("directions between faces and without length read a texel of the cube") {
  std::vector<Look> odd(64, {1, 1, 1, 0});
  odd[1] = {1, 1, 0, 0};
  odd[2] = {0, 0, 0, 0};
  odd[3] = {INFINITY, -INFINITY, INFINITY, 0};
  odd[4] = {NAN, NAN, NAN, 0};
  odd[5] = {-1, 0, -1, 0};
  const auto found = fetched("tex.cube.v4.f32.f32 " + kResult + "[%l5, {%f1, %f2, %f3, %f3}];",
                             Texture::Filter::kPoint, odd);
  CHECK(std::floor(found[0] / 1000) == 4);   // z before y before x
  CHECK(std::floor(found[4] / 1000) == 2);
  CHECK(std::floor(found[8] / 1000) == 4);
  CHECK(std::floor(found[12] / 1000) == 4);
  CHECK(std::floor(found[16] / 1000) == 4);
  CHECK(std::floor(found[20] / 1000) == 5);
}

TEST_CASE("a cube is read as a cube and a plane as a plane") {
  const auto all = looks(64);
  const std::string cube = "tex.cube.v4.f32.f32 " + kResult + "[%l5, {%f1, %f2, %f3, %f3}];";
  const std::string plane = "tex.2d.v4.f32.f32 " + kResult + "[%l5, {%f1, %f2}];";
  const std::string layers = "tex.a2d.v4.f32.f32 " + kResult + "[%l5, {%r5, %f1, %f2, %f2}];";
  CHECK_THROWS_WITH(fetched(cube, Texture::Filter::kPoint, all, false),
                    Contains("found a texture of 2 dimensions; expected a cube"));
  CHECK_THROWS_WITH(fetched(plane, Texture::Filter::kPoint, all),
                    Contains("found a texture of a cube; expected 2 dimensions"));
  CHECK_THROWS_WITH(fetched(layers, Texture::Filter::kPoint, all), Contains("expected 2 dimensions"));
  Texture odd;
  odd.width = odd.height = 4;
  odd.depth = 6;
  odd.cube = true;
  CHECK_NOTHROW(check_texture(odd, TextureUse::kTexture));
  CHECK_THROWS_WITH(check_texture(odd, TextureUse::kSurface), Contains("expected none"));
  odd.depth = 7;
  CHECK_THROWS_WITH(check_texture(odd, TextureUse::kTexture), Contains("a cube of 7 faces of 4 x 4 texels"));
  odd.depth = 6;
  odd.width = 5;
  CHECK_THROWS_WITH(check_texture(odd, TextureUse::kTexture), Contains("six square faces"));
}
