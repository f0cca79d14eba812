// cvt to and from pairs of floats of 8 bits, and to tf32: on exact values, rounded once.
#include "ptx/instruction_table.h"
#include "simt/convert_small.h"
#include "simt/float_format.h"
#include "simt/half.h"
#include "simt/small_float.h"

namespace unibank::simt {

namespace {

using ptx::Type;

constexpr Format kTf32Format{10, 8};
constexpr unsigned kTf32Unused = 13;  // the lowest bits of an f32, which tf32 does not use

// Every NaN becomes one. Numbers beyond the largest, and infinities, become the largest.
std::uint64_t to_small(Type type, Exact value, bool relu) {
  if (value.kind == Exact::Kind::kNan) return kSmallNan;
  if (relu && value.negative) return 0;
  const std::uint64_t sign = value.negative ? 0x80 : 0;
  value.negative = false;
  const bool e5m2 = type == Type::kE5m2x2;
  const std::uint64_t most = e5m2 ? 0x7b : 0x7e;
  // e4m3 has numbers where a format of its width has infinity, so it is packed as one with more exponents.
  constexpr Format wider{kE4m3Format.fraction, kE4m3Format.exponent + 1};
  if (!e5m2) value.exponent -= wider.bias() - kE4m3Format.bias();
  return sign | std::min(most, packed(e5m2 ? kE5m2Format : wider, value, ptx::Rounding::kRn));
}

std::uint64_t from_small(Type type, std::uint64_t bits, bool relu) {
  const double value = type == Type::kE5m2x2 ? e5m2_value(bits) : e4m3_value(bits);
  if (std::isnan(value)) return kNarrowNan;
  return relu && (bits & 0x80) != 0 ? 0 : narrowed<Half>(value).bits;
}

// The element of a source in the upper or lower half of the result.
Exact element(const Frame& frame, const Decoded& decoded, unsigned lane, bool upper) {
  if (decoded.sources == 2) return exact_of(kSingleFormat, cell(frame, decoded.source[upper ? 0 : 1], lane));
  return exact_of(kHalfFormat, cell(frame, decoded.source[0], lane) >> (upper ? 16 : 0) & 0xffff);
}

template <typename Convert>
void each_lane(const Frame& frame, const Decoded& decoded, const Convert& convert) {
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    set_cell(frame, decoded.result, lane, convert(lane));
  }
}

void pair_to_small(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  const bool relu = has(i, ptx::kRelu);
  each_lane(frame, decoded, [&](unsigned lane) {
    const std::uint64_t upper = to_small(i.type, element(frame, decoded, lane, true), relu);
    return upper << 8 | to_small(i.type, element(frame, decoded, lane, false), relu);
  });
}

void pair_from_small(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  const bool relu = has(i, ptx::kRelu);
  each_lane(frame, decoded, [&](unsigned lane) {
    const std::uint64_t pair = cell(frame, decoded.source[0], lane);
    return from_small(i.type2, pair >> 8 & 0xff, relu) << 16 | from_small(i.type2, pair & 0xff, relu);
  });
}

// The unused bits are zeros.
void to_tf32(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  each_lane(frame, decoded, [&](unsigned lane) -> std::uint64_t {
    const Exact value = exact_of(kSingleFormat, cell(frame, decoded.source[0], lane));
    if (value.kind == Exact::Kind::kNan) return kNan;
    if (has(i, ptx::kRelu) && value.negative) return 0;
    std::uint64_t bits = packed(kTf32Format, value, rounding_of(i));
    const bool infinite = (bits & (kTf32Format.sign() - 1)) == kTf32Format.infinity();
    if (infinite && has(i, ptx::kSatFinite)) --bits;
    return bits << kTf32Unused;
  });
}

}  // namespace

Handler small_convert_handler(const ptx::Instruction& i) {
  if (i.type == Type::kTf32) return &to_tf32;
  if (i.type == Type::kE4m3x2 || i.type == Type::kE5m2x2) return &pair_to_small;
  return i.type2 == Type::kE4m3x2 || i.type2 == Type::kE5m2x2 ? &pair_from_small : nullptr;
}

}  // namespace unibank::simt
