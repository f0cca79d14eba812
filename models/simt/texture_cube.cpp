// Cubes, as in the CUDA programming guide (cubemap textures): the face is that of the largest coordinate's axis and
// sign. Where coordinates are equally large, which the guide leaves open, z precedes y and y precedes x.
#include <algorithm>
#include <cmath>

#include "simt/texture_sample.h"

namespace unibank::simt {

namespace {

constexpr std::uint64_t kFaces = 6;

// The face, and the place on it as fractions s / m and t / m from -1 to 1.
struct Facing {
  unsigned face = 0;
  double m = 0, s = 0, t = 0;
};

Facing facing(double x, double y, double z) {
  const double ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  if (az >= ax && az >= ay) return z >= 0 ? Facing{4, z, x, -y} : Facing{5, -z, -x, -y};
  if (ay >= ax) return y >= 0 ? Facing{2, y, x, z} : Facing{3, -y, x, -z};
  return x >= 0 ? Facing{0, x, -z, -y} : Facing{1, -x, z, -y};
}

}  // namespace

TexturePoint point_of_cube(const Texture& texture, const std::array<float, 3>& direction, std::uint64_t cube) {
  const auto known = [&](unsigned axis) { return std::isnan(direction[axis]) ? 0.0 : double{direction[axis]}; };
  const Facing at = facing(known(0), known(1), known(2));
  const auto place = [&](double side, std::uint64_t texels) {
    const double part = side / at.m;  // NaN in the middle of the cube, and if both are infinite
    return ((std::isnan(part) ? 0 : part) + 1) / 2 * static_cast<double>(texels);
  };
  TexturePoint point;
  point.on_face = true;
  point.at = {place(at.s, texture.width), place(at.t, texture.height), 0};
  point.layer = std::min(cube, texture.depth / kFaces - 1) * kFaces + at.face;
  return point;
}

}  // namespace unibank::simt
