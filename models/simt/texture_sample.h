// What a texture returns at a point: addresses outside, filters, formats. Knows no instructions and no lanes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simt/texture.h"

namespace unibank::simt {

// Four channels as an instruction gets them, 32 bits each: floats, or integers extended by their sign. Channels that
// the format lacks are 0, 0, 1.
using Texel = std::array<std::uint32_t, 4>;

struct TexturePoint {
  std::array<double, 3> at{};  // x, y, z
  bool integers = false;       // numbers of a texel, whatever `normalized_coordinates` says; never filtered
  std::uint64_t layer = 0;     // of 1 and 2 dimensions; the last one when there are fewer
};

// `memory` is the byte that device address 0 stands for; the texture's texels are in it.
Texel sample(const Texture& texture, const std::uint8_t* memory, const TexturePoint& point);

// tld4: one channel of the four texels a linear filter would read in two dimensions: (0, 1), (1, 1), (1, 0), (0, 0).
Texel gather(const Texture& texture, const std::uint8_t* memory, const TexturePoint& point, unsigned channel);

// Appends the device addresses of the texels that sample() reads there, or gather().
void add_texels(const Texture& texture, const TexturePoint& point, bool gathers, std::vector<std::uint64_t>& addresses);

// The bytes of a texel that stand for four channels, for formatted stores: integers saturate, floats are rounded.
void store_texel(const Texture& texture, std::uint8_t* to, const Texel& value);
// The byte of a texel that exists, behind the texture's address.
std::uint64_t texel_offset(const Texture& texture, std::uint64_t x, std::uint64_t y, std::uint64_t z);

}  // namespace unibank::simt
