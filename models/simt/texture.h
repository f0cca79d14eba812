// Textures and surfaces: arrays of texels in device memory that instructions address by coordinates. A surface has no
// read modes (filter, addresses outside, normalized coordinates).
#pragma once

#include <array>
#include <cstdint>

namespace unibank {

// CUDA's cudaTextureDesc, cudaResourceDesc and cudaChannelFormatDesc in one: linear or pitched device memory, row by
// row.
struct Texture {
  enum class Channel : std::uint8_t { kUnsigned, kSigned, kFloat };
  enum class Address : std::uint8_t { kWrap, kClamp, kMirror, kBorder };
  enum class Filter : std::uint8_t { kPoint, kLinear };

  std::uint64_t address = 0;               // device address of texel (0, 0, 0)
  unsigned dimensions = 2;                 // 1, 2 or 3
  std::uint64_t width = 1, height = 1, depth = 1;  // in texels; `depth` of 1 and 2 dimensions: layers (tex.a1d,
                                                   // tex.a2d)
  bool cube = false;                       // with 2 dimensions: the layers are the faces of cubes, six per cube
  std::uint64_t pitch = 0;                 // bytes from one row to the next; 0: rows without gaps
  unsigned channels = 1;                   // 1, 2 or 4
  unsigned channel_bits = 32;              // 8, 16 or 32
  Channel channel = Channel::kFloat;       // kFloat: 16 or 32 bits
  std::array<Address, 3> outside{Address::kClamp, Address::kClamp, Address::kClamp};
  std::array<float, 4> border{};           // kBorder: the value outside
  Filter filter = Filter::kPoint;
  bool normalized_coordinates = false;     // [0, 1) instead of [0, width)
  bool normalized_values = false;          // integers are read as floats in [0, 1] or [-1, 1]

  std::uint64_t texel_bytes() const { return std::uint64_t{channels} * channel_bits / 8; }
  std::uint64_t row_bytes() const { return pitch != 0 ? pitch : width * texel_bytes(); }
};

}  // namespace unibank
