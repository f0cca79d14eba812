// cvt between all types, in all rounding modes and with all modifiers.
#include "simt/exact.h"

using namespace unibank;

namespace {

using U = std::uint64_t;

struct ConvertKind {
  std::string name;
  unsigned bits;
  bool is_float, is_signed;
  FloatFormat format;
};
const std::vector<ConvertKind> kIntegers = {
    {"u8", 8, false, false, {}},   {"s8", 8, false, true, {}},   {"u16", 16, false, false, {}},
    {"s16", 16, false, true, {}},  {"u32", 32, false, false, {}}, {"s32", 32, false, true, {}},
    {"u64", 64, false, false, {}}, {"s64", 64, false, true, {}}};
const std::vector<ConvertKind> kFloats = {{"f16", 16, true, true, kF16}, {"bf16", 16, true, true, kBf16},
                                   {"f32", 32, true, true, kF32}, {"f64", 64, true, true, kF64}};

// A register for the type; 8-bit types use 16-bit registers.
std::string source_register(const ConvertKind& kind) {
  if (kind.name == "f32") return "%f2";
  if (kind.name == "f64") return "%d2";
  return kind.bits == 16 ? "%h2" : kind.bits == 64 ? "%l2" : "%r2";
}
std::string result_register(const ConvertKind& kind) {
  if (kind.name == "f32") return "%f10";
  if (kind.name == "f64") return "%d10";
  return kind.bits == 16 ? "%h1" : kind.bits == 64 ? "%l10" : "%r10";
}
const std::vector<Operands>& convert_operands(const ConvertKind& kind) {
  if (kind.name == "f16") return awkward_halves();
  if (kind.name == "bf16") return awkward_bfloats();
  if (kind.name == "f32") return awkward_floats();
  if (kind.name == "f64") return awkward_doubles();
  return kind.bits == 64 ? awkward64() : awkward32();
}

// The source's value; NaN is not a number.
Quad value_of(const ConvertKind& kind, U bits) {
  if (kind.is_float) return number(kind.format, bits);
  const U mask = kind.bits == 64 ? ~U{0} : (U{1} << kind.bits) - 1;
  bits &= mask;
  if (kind.is_signed && (bits >> (kind.bits - 1) & 1) != 0) return -Quad(mask - bits + 1);
  return Quad(bits);
}

Quad integral(Quad value, char mode) {
  const Quad size = magnitude(value);
  if (value != value || !(size < power_of_two(63))) return value;
  const bool negative = is_negative(value);
  const auto whole = static_cast<U>(size);
  const Quad rest = size - Quad(whole);
  const bool up = rest != 0 && rounds_up(mode, negative, rest > 0.5, rest == 0.5 && (whole & 1) != 0);
  const Quad result = Quad(whole) + (up ? 1 : 0);
  return negative ? -result : result;
}

struct ConvertForm {
  ConvertKind to, from;
  char mode = 'n';
  bool to_integral = false, saturate = false, flush = false, relu = false;
};

U nan_as_integer(const ConvertForm& form) {
  if (form.from.bits < 64 && form.to.bits < 64) return 0;
  return U{1} << (form.to.bits - 1);
}
U integer_result(const ConvertForm& form, Quad value) {
  const unsigned bits = form.to.bits;
  const Quad most = power_of_two(static_cast<int>(bits) - (form.to.is_signed ? 1 : 0)) - 1;
  const Quad least = form.to.is_signed ? -power_of_two(static_cast<int>(bits) - 1) : Quad(0);
  if (form.saturate || form.from.is_float) value = value > most ? most : value < least ? least : value;
  const bool negative = value < 0;
  const auto size = static_cast<U>(magnitude(value));
  return negative ? ~size + 1 : size;
}
U nan_result(const ConvertForm& form, U bits) {
  if (form.saturate) return 0;
  if (form.to.bits == 16) return 0x7fff;
  if (form.from.bits == 16) return form.to.bits == 32 ? 0x7fffffff : 0x7fffffffe0000000;
  if (form.to.bits == form.from.bits) return bits | U{1} << (form.to.format.fraction - 1);
  if (form.to.bits == 32) return (bits >> 63) << 31 | 0x7fc00000 | (bits >> 29 & 0x3fffff);
  return (bits >> 31) << 63 | 0x7ff8000000000000 | (bits & 0x3fffff) << 29;
}

U converted_bits(const ConvertForm& form, U bits) {
  const FloatFormat from = form.from.format;
  const bool plain = !form.to_integral && !form.saturate && !form.flush;
  if (form.to.is_float && form.to.name == form.from.name && plain) return bits;
  const bool subnormal = form.from.bits == 32 && (bits & from.infinity()) == 0;
  if (form.from.is_float && form.flush && subnormal) bits &= from.sign();
  Quad value = value_of(form.from, bits);
  if (form.to_integral) value = integral(value, form.mode);
  if (!form.to.is_float) {
    U result = value != value ? nan_as_integer(form) : integer_result(form, value);
    if (form.to.bits == 8) result = form.to.is_signed ? static_cast<U>(static_cast<std::int8_t>(result)) : result & 255;
    return result;
  }
  if (value != value) return nan_result(form, bits);
  if (form.saturate) value = value > 1 ? Quad(1) : value > 0 ? value : Quad(0);
  if (form.relu && is_negative(value)) value = 0;
  const U result = rounded(form.to.format, {value}, form.mode);
  // A result is subnormal if it is so after rounding with an unbounded exponent.
  const U scaled = rounded(kF32, {value * power_of_two(64)}, form.mode) & (kF32.sign() - 1);
  const bool flushes = form.flush && form.to.bits == 32 && scaled < U{65} << 23;
  return flushes ? result & kF32.sign() : result;
}

void check_convert(const ConvertForm& form, const std::string& rounding) {
  const std::string opcode = "cvt" + rounding + (form.flush ? ".ftz" : "") + (form.relu ? ".relu" : "") +
                             (form.saturate ? ".sat" : "") + "." + form.to.name + "." + form.from.name + " ";
  const std::string result = result_register(form.to);
  const U mask = form.from.bits == 64 ? ~U{0} : (U{1} << form.from.bits) - 1;
  check_form(opcode + result + ", " + source_register(form.from) + ";", result, convert_operands(form.from),
             [&](U a, U, U, U) { return converted_bits(form, a & mask); });
}

void check_convert_modes(ConvertForm form, const std::string& suffix) {
  for (const char mode : {'n', 'z', 'm', 'p'}) {
    form.mode = mode;
    check_convert(form, std::string(".r") + mode + suffix);
  }
}

}  // namespace

TEST_CASE("integers become integers of every other type") {
  for (const ConvertKind& to : kIntegers) {
    for (const ConvertKind& from : kIntegers) {
      check_convert({to, from}, "");
      check_convert({to, from, 'n', false, true}, "");
    }
  }
}

TEST_CASE("floats become integers in four roundings - saturating and with a rule for NaN") {
  for (const ConvertKind& to : kIntegers) {
    for (const ConvertKind& from : kFloats) {
      check_convert_modes({to, from, 'n', true}, "i");
      if (from.bits == 32) check_convert({to, from, 'p', true, false, true}, ".rpi");
    }
    check_convert({to, kFloats[2], 'z', true, true}, ".rzi");
  }
}

TEST_CASE("integers become floats with one rounding") {
  for (const ConvertKind& to : kFloats) {
    for (const ConvertKind& from : kIntegers) {
      check_convert_modes({to, from}, "");
      if (to.name != "bf16") check_convert({to, from, 'n', false, true}, ".rn");
    }
  }
}

TEST_CASE("floats become other floats with one rounding") {
  for (const ConvertKind& to : kFloats) {
    for (const ConvertKind& from : kFloats) {
      const bool single = to.bits == 32 || from.bits == 32, narrows = to.bits < from.bits;
      if (to.name == from.name) continue;
      for (const bool flush : {false, true}) {
        if (flush && !single) continue;
        for (const bool saturate : {false, true}) {
          if (narrows || to.bits == from.bits) check_convert_modes({to, from, 'n', false, saturate, flush}, "");
          else check_convert({to, from, 'n', false, saturate, flush}, "");
        }
      }
      if (to.bits == 16 && from.bits == 32) check_convert({to, from, 'n', false, false, false, true}, ".rn");
    }
  }
}

TEST_CASE("floats become integral floats of their own type") {
  for (const ConvertKind& kind : kFloats) {
    check_convert_modes({kind, kind, 'n', true}, "i");
    check_convert({kind, kind}, "");
    check_convert({kind, kind, 'n', false, true}, "");
    if (kind.bits == 32) check_convert({kind, kind, 'm', true, true, true}, ".rmi");
  }
}

TEST_CASE("two floats become a pair - the first in the upper half") {
  for (unsigned n = 0; n < 2; ++n) {
    for (const char mode : {'n', 'z'}) {
      for (const bool relu : {false, true}) {
        const ConvertForm form{kFloats[n], kFloats[2], mode, false, false, false, relu};
        const std::string suffix = std::string(1, mode) + (relu ? ".relu." : ".") + kFloats[n].name;
        check_form("cvt.r" + suffix + "x2.f32 %r10, %f2, %f3;", "%r10", awkward_floats(), [&](U a, U b, U, U) {
          return converted_bits(form, a & 0xffffffff) << 16 | converted_bits(form, b & 0xffffffff);
        });
      }
    }
  }
}

TEST_CASE("narrow results are extended to wider registers as their type says") {
  const auto byte = [](U a) { return static_cast<U>(static_cast<std::int8_t>(a)); };
  check_form("cvt.s8.s64 %l10, %l2;", "%l10", awkward64(), [=](U a, U, U, U) { return byte(a); });
  check_form("cvt.u16.u64 %r10, %l2;", "%r10", awkward64(), [](U a, U, U, U) { return a & 0xffff; });
  check_form("cvt.s16.u32 %l10, %r2;", "%l10", awkward32(),
             [](U a, U, U, U) { return static_cast<U>(static_cast<std::int16_t>(a)); });
  check_form("cvt.s32.s8 %r10, %l2;", "%r10", awkward64(), [=](U a, U, U, U) { return byte(a); });
}
