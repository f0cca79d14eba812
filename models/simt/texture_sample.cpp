#include "simt/texture_sample.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "simt/half.h"
#include "simt/rounding.h"

namespace unibank::simt {
namespace {

using Address = Texture::Address;
using Channel = Texture::Channel;

constexpr std::int64_t kBorder = -1;  // as a texel index: outside, the border's value
constexpr int kOne = 256;             // filter weights have 8 bits of fraction

bool returns_floats(const Texture& t) { return t.channel == Channel::kFloat || t.normalized_values; }

// --- Formats

std::uint32_t raw_channel(const Texture& t, const std::uint8_t* from) {
  std::uint32_t raw = 0;
  std::memcpy(&raw, from, t.channel_bits / 8);
  return raw;
}

std::uint32_t channel_value(const Texture& t, std::uint32_t raw) {
  if (t.channel == Channel::kFloat)
    return t.channel_bits == 32 ? raw : bits_of(static_cast<float>(value_of(Half(raw))));
  const unsigned above = 32 - t.channel_bits;
  if (t.channel == Channel::kSigned) {
    const auto value = static_cast<std::int32_t>(raw << above) >> above;
    if (!t.normalized_values) return static_cast<std::uint32_t>(value);
    const double most = std::ldexp(1.0, static_cast<int>(t.channel_bits) - 1) - 1;
    return bits_of(static_cast<float>(std::max(-1.0, value / most)));
  }
  if (!t.normalized_values) return raw;
  const double most = std::ldexp(1.0, static_cast<int>(t.channel_bits)) - 1;
  return bits_of(static_cast<float>(raw / most));
}

Texel absent_channels(const Texture& t) { return {0, 0, 0, returns_floats(t) ? bits_of(1.0f) : 1}; }

Texel texel(const Texture& t, const std::uint8_t* from) {
  Texel result = absent_channels(t);
  for (unsigned c = 0; c < t.channels; ++c)
    result[c] = channel_value(t, raw_channel(t, from + c * (t.channel_bits / 8)));
  return result;
}

Texel border(const Texture& t) {
  Texel result = absent_channels(t);
  for (unsigned c = 0; c < t.channels; ++c) {
    const double value = std::isnan(t.border[c]) ? 0 : t.border[c];
    if (returns_floats(t)) result[c] = bits_of(t.border[c]);
    else if (t.channel == Channel::kSigned)
      result[c] = static_cast<std::uint32_t>(static_cast<std::int32_t>(std::clamp(value, -0x1p31, 0x1p31 - 1)));
    else result[c] = static_cast<std::uint32_t>(std::clamp(value, 0.0, 0x1p32 - 1));
  }
  return result;
}

std::uint32_t stored_channel(const Texture& t, std::uint32_t value) {
  if (t.channel == Channel::kFloat)
    return t.channel_bits == 32 ? value : narrowed<Half>(double{float_of(value)}).bits;
  const bool is_signed = t.channel == Channel::kSigned;
  const std::int64_t most = (std::int64_t{1} << (t.channel_bits - (is_signed ? 1 : 0))) - 1;
  const std::int64_t least = is_signed ? -most - 1 : 0;
  if (t.normalized_values) {
    const double given = float_of(value), known = std::isnan(given) ? 0 : given;
    const double clamped = std::clamp(known, is_signed ? -1.0 : 0.0, 1.0);
    return static_cast<std::uint32_t>(std::llrint(clamped * static_cast<double>(most)));
  }
  const std::int64_t given = is_signed ? std::int64_t{static_cast<std::int32_t>(value)} : std::int64_t{value};
  return static_cast<std::uint32_t>(std::clamp(given, least, most));
}

// --- Places

// The texels read on one axis: `first`, and the next with a weight of `fraction` / 256.
struct Place {
  std::int64_t first = 0;
  int fraction = 0;
};

// Wrap and mirror exist only for normalized coordinates; for others, and on a face of a cube, the mode is clamp.
Address mode_of(const Texture& t, unsigned axis, const TexturePoint& point) {
  const Address mode = t.outside[axis];
  const bool repeats = mode == Address::kWrap || mode == Address::kMirror;
  return repeats && (point.integers || point.on_face || !t.normalized_coordinates) ? Address::kClamp : mode;
}

// A normalized coordinate in texels. A mirrored one stays within the texture, so a filter reads the edge texel beyond
// it.
double in_texels(double x, std::uint64_t size, Address mode) {
  const double whole = std::floor(x), part = x - whole;
  if (mode == Address::kWrap) x = part;
  if (mode == Address::kMirror) x = std::fmod(whole, 2) != 0 ? 1 - part : part;
  return x * static_cast<double>(size);
}

// `spread`: the place is between two texels, as a linear filter and a gather need it.
Place place(const Texture& t, const TexturePoint& point, unsigned axis, std::uint64_t size, bool spread) {
  double x = point.at[axis];
  const bool normalized = t.normalized_coordinates && !point.integers && !point.on_face;
  if (normalized) x = in_texels(x, size, mode_of(t, axis, point));
  if (std::isnan(x)) x = 0;
  // From two texels beyond the edge on the result is constant, and the numbers below stay in range.
  x = std::clamp(x, -2.0, static_cast<double>(size) + 2);
  if (!spread) return {static_cast<std::int64_t>(std::floor(x)), 0};
  const auto fixed = static_cast<std::int64_t>(std::floor((x - 0.5) * kOne + 0.5));
  return {fixed >> 8, static_cast<int>(fixed & (kOne - 1))};
}

std::int64_t inside(std::int64_t number, std::uint64_t texels, Address mode) {
  const auto size = static_cast<std::int64_t>(texels);
  if (number >= 0 && number < size) return number;
  if (mode == Address::kBorder) return kBorder;
  if (mode == Address::kWrap) return (number % size + size) % size;
  return number < 0 ? 0 : size - 1;
}

// The places of all axes, and the texels around them.
class Footprint {
 public:
  Footprint(const Texture& t, const std::uint8_t* memory, const TexturePoint& point, bool spread)
      : texture_(t), arena_(memory), point_(point), size_{t.width, t.height, t.depth} {
    for (unsigned axis = 0; axis < t.dimensions; ++axis) places_[axis] = place(t, point, axis, size_[axis], spread);
  }

  // Bit a of `corner`: the second texel of axis a.
  Texel corner(unsigned corner) const {
    const std::optional<std::uint64_t> place = address(corner);
    return place ? texel(texture_, arena_ + *place) : border(texture_);
  }

  // The address of the same texel; none: the texel is outside and has the border's value.
  std::optional<std::uint64_t> address(unsigned corner) const {
    std::array<std::uint64_t, 3> at{0, 0, std::min(point_.layer, texture_.depth - 1)};
    for (unsigned axis = 0; axis < texture_.dimensions; ++axis) {
      const Address mode = mode_of(texture_, axis, point_);
      const std::int64_t number = inside(places_[axis].first + (corner >> axis & 1), size_[axis], mode);
      if (number == kBorder) return {};
      at[axis] = static_cast<std::uint64_t>(number);
    }
    return texture_.address + texel_offset(texture_, at[0], at[1], at[2]);
  }

  // The weight of a corner, in units of 1/256 to the power of the number of dimensions.
  int weight(unsigned corner) const {
    int product = 1;
    for (unsigned axis = 0; axis < texture_.dimensions; ++axis) {
      const int fraction = places_[axis].fraction;
      product *= (corner >> axis & 1) != 0 ? fraction : kOne - fraction;
    }
    return product;
  }

 private:
  const Texture& texture_;
  const std::uint8_t* arena_;
  const TexturePoint& point_;
  std::array<std::uint64_t, 3> size_;
  std::array<Place, 3> places_{};
};

// Weights are exact; the sum is rounded once. Texels with weight 0 are ignored, whatever their value.
Texel filtered(const Texture& t, const Footprint& footprint) {
  std::array<double, 4> sum{};
  for (unsigned corner = 0; corner < 1u << t.dimensions; ++corner) {
    const int weight = footprint.weight(corner);
    if (weight == 0) continue;
    const Texel value = footprint.corner(corner);
    for (unsigned c = 0; c < t.channels; ++c) sum[c] += weight * static_cast<double>(float_of(value[c]));
  }
  Texel result = absent_channels(t);
  for (unsigned c = 0; c < t.channels; ++c)
    result[c] = bits_of(static_cast<float>(std::ldexp(sum[c], -8 * static_cast<int>(t.dimensions))));
  return result;
}

}  // namespace

std::uint64_t texel_offset(const Texture& t, std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  return (z * t.height + y) * t.row_bytes() + x * t.texel_bytes();
}

Texel sample(const Texture& t, const std::uint8_t* memory, const TexturePoint& point) {
  const bool linear = t.filter == Texture::Filter::kLinear && !point.integers;
  const Footprint footprint(t, memory, point, linear);
  return linear ? filtered(t, footprint) : footprint.corner(0);
}

Texel gather(const Texture& t, const std::uint8_t* memory, const TexturePoint& point, unsigned channel) {
  const Footprint footprint(t, memory, point, true);
  return {footprint.corner(2)[channel], footprint.corner(3)[channel], footprint.corner(1)[channel],
          footprint.corner(0)[channel]};
}

void add_texels(const Texture& t, const TexturePoint& point, bool gathers, std::vector<std::uint64_t>& addresses) {
  const bool linear = t.filter == Texture::Filter::kLinear && !point.integers;
  const Footprint footprint(t, nullptr, point, linear || gathers);
  for (unsigned corner = 0; corner < (linear || gathers ? 1u << t.dimensions : 1u); ++corner) {
    if (!gathers && linear && footprint.weight(corner) == 0) continue;
    if (const std::optional<std::uint64_t> address = footprint.address(corner)) addresses.push_back(*address);
  }
}

void store_texel(const Texture& t, std::uint8_t* to, const Texel& value) {
  for (unsigned c = 0; c < t.channels; ++c) {
    const std::uint32_t raw = stored_channel(t, value[c]);
    std::memcpy(to + c * (t.channel_bits / 8), &raw, t.channel_bits / 8);
  }
}

}  // namespace unibank::simt
