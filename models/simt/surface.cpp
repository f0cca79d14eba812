// suld, sust and sured.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <sstream>
#include <type_traits>

#include "ptx/instruction_table.h"
#include "simt/lanes.h"
#include "simt/texture_access.h"
#include "simt/texture_sample.h"

namespace unibank::simt {
namespace {

using ptx::Op;
using ptx::Outside;
using Channel = Texture::Channel;

constexpr unsigned kFormatted = 1u << 5;  // sust.p, sured.p

Outside outside_of(const ptx::Instruction& i) { return static_cast<Outside>(i.variant >> 3 & 3); }

// The coordinates of a lane: x counts bytes, or texels in a formatted access; z is also the layer.
using Place = std::array<std::int64_t, 3>;

Place place_of(const Frame& frame, const Decoded& decoded, unsigned lane) {
  const ptx::Instruction& i = *decoded.instruction;
  const unsigned first = is_layered(i) ? 1 : 0;
  Place at{};
  if (first != 0) at[2] = coordinate(frame, decoded, 0, lane);
  for (unsigned axis = 0; axis < dimensions_of(i); ++axis)
    at[axis] = static_cast<std::int32_t>(coordinate(frame, decoded, first + axis, lane));
  return at;
}

std::string text(const ptx::Instruction& i, const Place& at, const Texture& surface, unsigned bytes) {
  std::ostringstream text;
  text << "surface " << (op_of(i) == Op::kSuld ? "load" : op_of(i) == Op::kSust ? "store" : "reduction") << " of "
       << bytes << " bytes at x = " << at[0] << ((i.variant & kFormatted) != 0 ? " texels" : " bytes");
  if (surface.dimensions > 1) text << ", y = " << at[1];
  if (surface.dimensions > 2) text << ", z = " << at[2];
  if (is_layered(i)) text << ", layer = " << at[2];
  return text.str();
}

std::string shape(const Texture& s) {
  std::ostringstream text;
  text << s.width;
  if (s.dimensions > 1) text << " x " << s.height;
  if (s.dimensions > 2) text << " x " << s.depth;
  text << " texels of " << s.texel_bytes() << " bytes";
  if (s.dimensions < 3 && s.depth > 1) text << " in " << s.depth << " layers";
  return text.str();
}

void note_outside(const Frame& frame, unsigned lane, const std::string& what) {
  const LaneMask mask = LaneMask{1} << lane;
  if (frame.outside == nullptr) throw LaneFault{mask, what};
  if (frame.outside->lanes == 0) frame.outside->first = what;
  frame.outside->lanes |= mask;
}

// The address of a lane's `bytes`; none: a store has no effect, and a load returns zeros.
std::optional<std::uint64_t> address_of(const Frame& frame, const Decoded& decoded, const Texture& surface,
                                        unsigned lane, unsigned bytes) {
  const ptx::Instruction& i = *decoded.instruction;
  const bool formatted = (i.variant & kFormatted) != 0;
  const Place at = place_of(frame, decoded, lane);
  if (!formatted && (at[0] & (bytes - 1)) != 0)
    throw LaneFault{LaneMask{1} << lane, text(i, at, surface, bytes) + " is not aligned to its size"};
  const std::int64_t columns = formatted ? std::int64_t(surface.width)
                                         : std::int64_t(surface.width * surface.texel_bytes()) - bytes + 1;
  const Place sizes{columns, std::int64_t(surface.height), std::int64_t(surface.depth)};
  Place nearest = at;
  for (unsigned axis = 0; axis < 3; ++axis)
    nearest[axis] = std::clamp(at[axis], std::int64_t{0}, std::max(std::int64_t{1}, sizes[axis]) - 1);
  const bool holds_any = columns > 0;
  if (!holds_any || nearest != at) {
    if (outside_of(i) == Outside::kZero) return std::nullopt;
    if (outside_of(i) == Outside::kTrap || !holds_any) {
      note_outside(frame, lane, text(i, at, surface, bytes) + " lies outside of the surface of " + shape(surface));
      return std::nullopt;
    }
  }
  const auto x = static_cast<std::uint64_t>(nearest[0]);
  return surface.address + texel_offset(surface, formatted ? x : 0, static_cast<std::uint64_t>(nearest[1]),
                                        static_cast<std::uint64_t>(nearest[2])) +
         (formatted ? 0 : x / bytes * bytes);
}

// C: the registers' cells. Elements of less than 32 bits are zero-extended.
template <typename C>
void load(const Frame& frame, const Decoded& decoded) {
  TextureLanes surfaces(frame, decoded, TextureUse::kSurface);
  const unsigned bytes = decoded.elements * decoded.element_bytes;
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    const auto address = address_of(frame, decoded, surfaces.shaped(lane), lane, bytes);
    for (unsigned e = 0; e < decoded.elements; ++e) {
      C value = 0;
      if (address) std::memcpy(&value, frame.memory + *address + e * decoded.element_bytes, decoded.element_bytes);
      row<C>(frame, decoded.element[e])[lane] = value;
    }
  }
}

template <typename C>
void store(const Frame& frame, const Decoded& decoded) {
  TextureLanes surfaces(frame, decoded, TextureUse::kSurface);
  const unsigned bytes = decoded.elements * decoded.element_bytes;
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    const auto address = address_of(frame, decoded, surfaces.shaped(lane), lane, bytes);
    for (unsigned e = 0; address && e < decoded.elements; ++e) {
      const C value = row<C>(frame, decoded.element[e])[lane];
      std::memcpy(frame.memory + *address + e * decoded.element_bytes, &value, decoded.element_bytes);
    }
  }
}

// Channels without data become 0.
void store_formatted(const Frame& frame, const Decoded& decoded) {
  TextureLanes surfaces(frame, decoded, TextureUse::kSurface);
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    const Texture& surface = surfaces.shaped(lane);
    const auto address = address_of(frame, decoded, surface, lane, static_cast<unsigned>(surface.texel_bytes()));
    Texel value{};
    for (unsigned e = 0; e < decoded.elements; ++e) value[e] = row<std::uint32_t>(frame, decoded.element[e])[lane];
    if (address) store_texel(surface, frame.memory + *address, value);
  }
}

template <typename T>
T combined(ptx::Atomic operation, T a, T b) {
  using Bits = std::make_unsigned_t<T>;  // sums wrap around
  switch (operation) {
    case ptx::Atomic::kMin: return std::min(a, b);
    case ptx::Atomic::kMax: return std::max(a, b);
    case ptx::Atomic::kAnd: return a & b;
    case ptx::Atomic::kOr: return a | b;
    default: return static_cast<T>(static_cast<Bits>(a) + static_cast<Bits>(b));
  }
}

// Lanes with one location are executed one after the other. Formatted: T has the size of the surface's integers; the
// surface defines their sign.
template <typename T>
void reduce(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  TextureLanes surfaces(frame, decoded, TextureUse::kSurface);
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    const Texture& surface = surfaces.shaped(lane);
    const bool formatted = (i.variant & kFormatted) != 0;
    const bool integer = surface.channels == 1 && surface.channel != Channel::kFloat;
    if (formatted && (!integer || surface.texel_bytes() != sizeof(T)))
      throw LaneFault{LaneMask{1} << lane,
                      "found a surface of " + shape(surface) + "; expected texels of one 32-bit integer"};
    const auto address = address_of(frame, decoded, surface, lane, sizeof(T));
    if (!address) continue;
    T value;
    std::memcpy(&value, frame.memory + *address, sizeof value);
    const T given = get<T>(row<T>(frame, decoded.element[0])[lane]);
    const auto operation = static_cast<ptx::Atomic>(i.operation);
    using Signed = std::make_signed_t<T>;
    if (formatted && surface.channel == Channel::kSigned)
      value = static_cast<T>(combined(operation, static_cast<Signed>(value), static_cast<Signed>(given)));
    else value = combined(operation, value, given);
    std::memcpy(frame.memory + *address, &value, sizeof value);
  }
}

Handler reduction(const ptx::Instruction& i, bool formatted) {
  if (formatted) return i.type == ptx::Type::kB32 ? &reduce<std::uint32_t> : nullptr;
  switch (i.type) {
    case ptx::Type::kU32: case ptx::Type::kB32: return &reduce<std::uint32_t>;
    case ptx::Type::kS32: return &reduce<std::int32_t>;
    case ptx::Type::kU64: return &reduce<std::uint64_t>;
    case ptx::Type::kS64: return &reduce<std::int64_t>;
    default: return nullptr;
  }
}

}  // namespace

Handler surface_handler(const ptx::Instruction& i, const Decoded& decoded) {
  const bool known = op_of(i) == Op::kSuld || op_of(i) == Op::kSust || op_of(i) == Op::kSured;
  if (!known) return nullptr;
  const bool wide = decoded.element[0].wide, formatted = (i.variant & kFormatted) != 0;
  if (op_of(i) == Op::kSured) return reduction(i, formatted);
  if (formatted) return op_of(i) == Op::kSust && i.type == ptx::Type::kB32 && !wide ? &store_formatted : nullptr;
  if (op_of(i) == Op::kSuld) return wide ? &load<std::uint64_t> : &load<std::uint32_t>;
  return wide ? &store<std::uint64_t> : &store<std::uint32_t>;
}

}  // namespace unibank::simt
