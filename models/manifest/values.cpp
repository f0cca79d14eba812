#include "manifest/values.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "simt/half.h"

namespace unibank::manifest_values {
namespace {

using ptx::Type;

enum class Class : std::uint8_t { kUnsigned, kSigned, kBits, kFloat };
struct Named {
  const char* name;
  Type type;
  Class of;
};
constexpr Named kTypes[] = {
    {"u8", Type::kU8, Class::kUnsigned},   {"s8", Type::kS8, Class::kSigned},     {"u16", Type::kU16, Class::kUnsigned},
    {"s16", Type::kS16, Class::kSigned},   {"u32", Type::kU32, Class::kUnsigned}, {"s32", Type::kS32, Class::kSigned},
    {"u64", Type::kU64, Class::kUnsigned}, {"s64", Type::kS64, Class::kSigned},   {"f16", Type::kF16, Class::kFloat},
    {"f32", Type::kF32, Class::kFloat},    {"f64", Type::kF64, Class::kFloat},    {"b8", Type::kB8, Class::kBits},
    {"b16", Type::kB16, Class::kBits},     {"b32", Type::kB32, Class::kBits},     {"b64", Type::kB64, Class::kBits},
};

const Named* find(Type type) {
  for (const Named& named : kTypes)
    if (named.type == type) return &named;
  return nullptr;
}
bool is_signed(Type type) { return find(type)->of == Class::kSigned; }

// The range of a type, as far as a manifest's 64-bit integers reach.
struct Range {
  std::int64_t least, most;
};
Range range_of(Type type, bool bits) {
  const unsigned width = 8 * ptx::bytes_of(type);
  const Class of = find(type)->of;
  const bool either = bits || of == Class::kBits;
  const std::int64_t high = std::numeric_limits<std::int64_t>::max() >> (64 - width);  // 2^(width - 1) - 1
  Range range{-high - 1, high};
  if (of == Class::kUnsigned && !either) range.least = 0;
  if ((of == Class::kUnsigned || either) && width < 64) range.most = 2 * high + 1;
  return range;
}

// The float of the same width, kNone when there is none.
Type float_of(Type type) {
  switch (type) {
    case Type::kB16: case Type::kF16: return Type::kF16;
    case Type::kB32: case Type::kF32: return Type::kF32;
    case Type::kB64: case Type::kF64: return Type::kF64;
    default: return Type::kNone;
  }
}

// A finite number that becomes infinite in the type does not fit.
bool fits_float(double value, Type type) {
  if (!std::isfinite(value)) return true;
  if (type == Type::kF32) return std::isfinite(static_cast<float>(value));
  if (type == Type::kF16) return std::isfinite(simt::value_of(simt::narrowed<simt::Half>(value)));
  return true;
}

}  // namespace

Type element_type(std::string_view name) {
  for (const Named& named : kTypes)
    if (named.of != Class::kBits && name == named.name) return named.type;
  return Type::kNone;
}

std::vector<std::string> element_type_names() {
  std::vector<std::string> names;
  for (const Named& named : kTypes)
    if (named.of != Class::kBits) names.emplace_back(named.name);
  return names;
}

std::string type_name(Type type) {
  const Named* named = find(type);
  return named ? named->name : "no number";
}

bool is_float(Type type) { return find(type)->of == Class::kFloat; }

void append_integer(Bytes& bytes, std::uint64_t value, Type type) {
  for (unsigned i = 0; i < ptx::bytes_of(type); ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

void append_real(Bytes& bytes, double value, Type type) {
  std::uint64_t bits = 0;
  if (type == Type::kF64) {
    std::memcpy(&bits, &value, sizeof value);
  } else if (type == Type::kF32) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(&bits, &narrow, sizeof narrow);
  } else {
    bits = simt::narrowed<simt::Half>(value).bits;
  }
  append_integer(bytes, bits, type);
}

bool append(Bytes& bytes, const ManifestNumber& number, Type type, bool bits) {
  if (number.is_float || is_float(type)) {
    const Type as = float_of(type);
    const double value = number.is_float ? number.real : static_cast<double>(number.integer);
    if (as == Type::kNone || !fits_float(value, as)) return false;
    append_real(bytes, value, as);
    return true;
  }
  const Range range = range_of(type, bits);
  if (number.integer < range.least || number.integer > range.most) return false;
  append_integer(bytes, static_cast<std::uint64_t>(number.integer), type);
  return true;
}

std::string expected_text(Type type, bool bits) {
  if (type == Type::kF16) return "a number from -65504 to 65504";
  if (type == Type::kF32) return "a number from -3.40282e+38 to 3.40282e+38";
  if (is_float(type)) return "a number";
  const Range range = range_of(type, bits);
  return "an integer from " + std::to_string(range.least) + " to " + std::to_string(range.most) +
         (float_of(type) != Type::kNone ? " or a fraction" : "");
}

std::uint64_t integer_at(const Bytes& bytes, std::uint64_t index, Type type) {
  const unsigned size = ptx::bytes_of(type);
  std::uint64_t value = 0;
  for (unsigned i = 0; i < size; ++i) value |= std::uint64_t{bytes[index * size + i]} << (8 * i);
  const unsigned unused = 64 - 8 * size;
  if (is_signed(type)) value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
  return value;
}

double real_at(const Bytes& bytes, std::uint64_t index, Type type) {
  const std::uint64_t bits = integer_at(bytes, index, type);
  if (type == Type::kF16) return simt::value_of(simt::Half(static_cast<std::uint32_t>(bits)));
  if (type == Type::kF64) {
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  if (type == Type::kF32) {
    const auto low = static_cast<std::uint32_t>(bits);
    float value = 0;
    std::memcpy(&value, &low, sizeof value);
    return value;
  }
  return is_signed(type) ? static_cast<double>(static_cast<std::int64_t>(bits)) : static_cast<double>(bits);
}

std::string text_at(const Bytes& bytes, std::uint64_t index, Type type) {
  char text[32];
  std::to_chars_result end{};
  if (type == Type::kF64) {
    end = std::to_chars(text, text + sizeof text, real_at(bytes, index, type));
  } else if (is_float(type)) {
    end = std::to_chars(text, text + sizeof text, static_cast<float>(real_at(bytes, index, type)));
  } else if (is_signed(type)) {
    end = std::to_chars(text, text + sizeof text, static_cast<std::int64_t>(integer_at(bytes, index, type)));
  } else {
    end = std::to_chars(text, text + sizeof text, integer_at(bytes, index, type));
  }
  return std::string(text, end.ptr);
}

}  // namespace unibank::manifest_values
