// tex, tld4, txq and suq.
#include "ptx/instruction_table.h"
#include "simt/lanes.h"
#include "simt/rounding.h"
#include "simt/texture_access.h"
#include "simt/texture_sample.h"

namespace unibank::simt {
namespace {

using ptx::Op;
using ptx::Query;

TexturePoint point_of(const Texture& texture, const Frame& frame, const Decoded& decoded, unsigned lane) {
  const ptx::Instruction& i = *decoded.instruction;
  if (is_cube(i)) {
    const unsigned axes = is_layered(i) ? 1 : 0;
    const auto along = [&](unsigned axis) { return float_of(coordinate(frame, decoded, axes + axis, lane)); };
    return point_of_cube(texture, {along(0), along(1), along(2)}, axes != 0 ? coordinate(frame, decoded, 0, lane) : 0);
  }
  TexturePoint point;
  point.integers = i.type2 == ptx::Type::kS32;
  const unsigned first = is_layered(i) ? 1 : 0;
  if (first != 0) point.layer = coordinate(frame, decoded, 0, lane);
  for (unsigned axis = 0; axis < dimensions_of(i); ++axis) {
    const std::uint32_t bits = coordinate(frame, decoded, first + axis, lane);
    point.at[axis] = point.integers ? static_cast<double>(static_cast<std::int32_t>(bits)) : double{float_of(bits)};
  }
  return point;
}

// There is only one level of detail, which is the nearest for any .level and any gradients.
void fetch(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  const bool gathers = op_of(i) == Op::kTld4;
  TextureLanes textures(frame, decoded, TextureUse::kTexture);
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    const Texture& texture = textures.shaped(lane);
    const TexturePoint point = point_of(texture, frame, decoded, lane);
    if (frame.texels) add_texels(texture, point, gathers, *frame.texels);
    const Texel texel = gathers ? gather(texture, frame.memory, point, static_cast<unsigned>(i.variant >> 3 & 3))
                                : sample(texture, frame.memory, point);
    for (unsigned e = 0; e < decoded.elements; ++e) row<std::uint32_t>(frame, decoded.element[e])[lane] = texel[e];
  }
}

// PTX uses OpenCL's numbers for formats and orders of channels.
std::uint32_t channel_type(const Texture& t) {
  const std::uint32_t size = t.channel_bits == 8 ? 0 : t.channel_bits == 16 ? 1 : 2;
  constexpr std::uint32_t kSnorm = 0x10d0, kUnorm = 0x10d2, kSigned = 0x10d7, kUnsigned = 0x10da, kHalf = 0x10dd;
  switch (t.channel) {
    case Texture::Channel::kFloat: return kHalf + size - 1;
    case Texture::Channel::kSigned: return (t.normalized_values ? kSnorm : kSigned) + size;
    case Texture::Channel::kUnsigned: break;
  }
  return (t.normalized_values ? kUnorm : kUnsigned) + size;
}
std::uint32_t channel_order(const Texture& t) {
  constexpr std::uint32_t kR = 0x10b0, kRg = 0x10b2, kRgba = 0x10b5;
  return t.channels == 1 ? kR : t.channels == 2 ? kRg : kRgba;
}

std::uint32_t answer(const Texture& t, Query query) {
  switch (query) {
    case Query::kWidth: return static_cast<std::uint32_t>(t.width);
    case Query::kHeight: return static_cast<std::uint32_t>(t.height);
    case Query::kDepth: return static_cast<std::uint32_t>(t.depth);
    case Query::kChannelType: return channel_type(t);
    case Query::kChannelOrder: return channel_order(t);
    case Query::kNormalized: break;
  }
  return t.normalized_coordinates ? 1 : 0;
}

void query(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  TextureLanes objects(frame, decoded, op_of(i) == Op::kTxq ? TextureUse::kTexture : TextureUse::kSurface);
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    row<std::uint32_t>(frame, decoded.element[0])[lane] = answer(objects.of(lane), static_cast<Query>(i.variant));
  }
}

}  // namespace

Handler texture_handler(const ptx::Instruction& i) {
  switch (op_of(i)) {
    case Op::kTex: case Op::kTld4: return &fetch;
    case Op::kTxq: case Op::kSuq: return &query;
    default: return nullptr;
  }
}

}  // namespace unibank::simt
