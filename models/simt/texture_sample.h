// The value of a texture at a point: addresses outside, filters, formats. Knows no instructions and no lanes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simt/texture.h"

namespace unibank::simt {

// Four channels for an instruction, 32 bits each: floats, or sign-extended integers. Channels that
// the format lacks are 0, 0, 1.
using Texel = std::array<std::uint32_t, 4>;

struct TexturePoint {
  std::array<double, 3> at{};  // x, y, z
  bool integers = false;       // texel indices, independent of `normalized_coordinates`; never filtered
  std::uint64_t layer = 0;     // for 1 and 2 dimensions; clamped to the last one
  bool on_face = false;        // `at` is in texels of a cube's face, independent of `normalized_coordinates`
};

// The point of a cube in a direction: a face (a layer), and a point on it. `cube`: the number of the cube, clamped to
// the last one.
TexturePoint point_of_cube(const Texture& texture, const std::array<float, 3>& direction, std::uint64_t cube);

// `memory` is the byte at device address 0; the texture's texels are in it.
Texel sample(const Texture& texture, const std::uint8_t* memory, const TexturePoint& point);

// tld4: one channel of the four texels of a linear filter in two dimensions: (0, 1), (1, 1), (1, 0), (0, 0).
Texel gather(const Texture& texture, const std::uint8_t* memory, const TexturePoint& point, unsigned channel);

// Appends the device addresses of the texels that sample() or, with `gathers`, gather() reads at the point.
void add_texels(const Texture& texture, const TexturePoint& point, bool gathers, std::vector<std::uint64_t>& addresses);

// The bytes of a texel for four channels, for formatted stores: integers saturate, floats are rounded.
void store_texel(const Texture& texture, std::uint8_t* to, const Texel& value);
// Offset of an existing texel from the texture's address.
std::uint64_t texel_offset(const Texture& texture, std::uint64_t x, std::uint64_t y, std::uint64_t z);

}  // namespace unibank::simt
