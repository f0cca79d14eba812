// Runs one instruction on many operands, one thread each.
#pragma once

#include <catch2/catch.hpp>
#include <cstring>
#include <functional>
#include <random>

#include "simt/run_kernel.h"

namespace unibank {

struct Operands {
  std::uint64_t a = 0, b = 0, c = 0, d = 0;
};

inline std::uint32_t bits(float value) {
  std::uint32_t result;
  std::memcpy(&result, &value, 4);
  return result;
}
inline std::uint64_t bits(double value) {
  std::uint64_t result;
  std::memcpy(&result, &value, 8);
  return result;
}
inline float f32(std::uint64_t value) {
  const auto low = static_cast<std::uint32_t>(value);
  float result;
  std::memcpy(&result, &low, 4);
  return result;
}
inline double f64(std::uint64_t value) {
  double result;
  std::memcpy(&result, &value, 8);
  return result;
}

constexpr std::uint64_t kOld = 0x5555555555555555;  // initial value of the result registers

// The operands are in %l2-5, their low halves in %r2-5 and %f2-5, their low 16 bits in %h2-5, and as doubles in %d2-5.
// `result` names the register to return: %r10, %h1, %l10, %f10, %d10, or %p1 as 0 or 1.
inline std::vector<std::uint64_t> evaluate(const std::string& instruction, const std::string& result,
                                           const std::vector<Operands>& operands) {
  std::string body = "mov.u32 %r1, %ctaid.x;\nmad.lo.s32 %r0, %r1, 32, %r0;\n"
                     "mul.wide.u32 %l9, %r0, 32;\nadd.s64 %l1, %l1, %l9;\n"
                     "mul.wide.u32 %l9, %r0, 8;\nadd.s64 %l0, %l0, %l9;\n";
  for (const char* n : {"2", "3", "4", "5"}) {
    const std::string i = n, offset = std::to_string(8 * (i[0] - '2'));
    body += "ld.global.u64 %l" + i + ", [%l1+" + offset + "];\nld.global.u32 %r" + i + ", [%l1+" + offset +
            "];\nld.global.u16 %h" + i + ", [%l1+" + offset + "];\nmov.b32 %f" + i + ", %r" + i + ";\nmov.b64 %d" + i +
            ", %l" + i + ";\n";
  }
  body += "mov.u32 %r10, 0x55555555;\nmov.u16 %h1, 0x5555;\nmov.u64 %l10, 0x5555555555555555;\n"
          "mov.b32 %f10, %r10;\nmov.b64 %d10, %l10;\nsetp.ne.s32 %p1, %r0, %r0;\n"
          "and.b32 %r11, %r0, 1;\nsetp.eq.s32 %p9, %r11, 1;\n" + instruction + "\n";
  if (result == "%p1") body += "selp.u64 %l10, 1, 0, %p1;\n";
  if (result == "%r10") body += "cvt.u64.u32 %l10, %r10;\n";
  if (result == "%h1") body += "cvt.u64.u16 %l10, %h1;\n";
  if (result == "%f10") body += "mov.b32 %r10, %f10;\ncvt.u64.u32 %l10, %r10;\n";
  if (result == "%d10") body += "mov.b64 %l10, %d10;\n";
  KernelRun kernel(module_of(body + "st.global.u64 [%l0], %l10;"));
  std::vector<Operands> padded = operands;
  padded.resize((operands.size() + 31) / 32 * 32, operands.front());
  const Dim3 grid{static_cast<unsigned>(padded.size() / 32), 1, 1};
  auto out = kernel.run<std::uint64_t>(padded, padded.size(), grid);
  out.resize(operands.size());
  return out;
}

using Expected = std::function<std::uint64_t(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d)>;

// Checks one form on all operands: executed by all lanes, then by the odd lanes alone, where the others must keep their
// old values.
inline void check_form(const std::string& instruction, const std::string& result, const std::vector<Operands>& operands,
                       const Expected& expected) {
  const std::uint64_t width = result[1] == 'h' ? 0xffffu : result[1] == 'r' || result[1] == 'f' ? 0xffffffffu : ~0ull;
  const std::uint64_t old = result == "%p1" ? 0 : kOld & width;
  const auto all = evaluate(instruction, result, operands);
  std::string guarded = "@%p9 " + instruction;
  for (std::size_t line = guarded.find('\n'); line != std::string::npos; line = guarded.find('\n', line + 1)) {
    guarded.insert(line + 1, "@%p9 ");
  }
  const auto odd = evaluate(guarded, result, operands);
  CHECK(all.size() == operands.size());
  constexpr unsigned kShown = 3;
  for (std::size_t i = 0, wrong = 0; i < operands.size() && wrong < kShown; ++i) {
    const Operands& o = operands[i];
    const std::uint64_t right = expected(o.a, o.b, o.c, o.d) & width, right_odd = i % 2 == 1 ? right : old;
    if (all[i] == right && odd[i] == right_odd) continue;
    ++wrong;
    INFO(instruction << std::hex << " on 0x" << o.a << ", 0x" << o.b << ", 0x" << o.c << ", 0x" << o.d << ": 0x"
                     << all[i] << " and, under a guard, 0x" << odd[i] << "; expected 0x" << right << ", 0x"
                     << right_odd);
    CHECK(all[i] == right);
    CHECK(odd[i] == right_odd);
  }
}

// Every pair of the values, with c and d taking all values too.
inline std::vector<Operands> pairs(const std::vector<std::uint64_t>& values) {
  std::vector<Operands> all;
  for (const std::uint64_t a : values) {
    for (const std::uint64_t b : values) {
      const std::size_t n = all.size();
      all.push_back({a, b, values[n * 5 % values.size()], values[n * 7 % values.size()]});
    }
  }
  return all;
}

constexpr std::size_t kOperands = 10240;  // for each form, at least

// Adds random operands: special values, their neighbours, values near powers of two, and random bits.
inline std::vector<Operands> with_random(const std::vector<std::uint64_t>& values, unsigned bits) {
  std::vector<Operands> all = pairs(values);
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  std::mt19937_64 random(bits);
  const auto value = [&]() -> std::uint64_t {
    const std::uint64_t draw = random();
    const std::uint64_t awkward = values[draw % values.size()];
    switch (draw >> 60) {
      case 0: case 1: case 2: case 3: return awkward;
      case 4: case 5: return awkward + (draw >> 56 & 3) - 1;
      case 6: case 7: return (std::uint64_t{1} << (draw % bits)) + (draw >> 56 & 3) - 1;
      case 8: return ~((std::uint64_t{1} << (draw % bits)) + (draw >> 56 & 3) - 1);
      default: return random();
    }
  };
  while (all.size() < kOperands) {
    Operands o{value(), value(), value(), value()};
    if (all.size() % 8 == 0) o.b = o.a ^ (random() & 3);  // nearly equal
    if (all.size() % 8 == 1) o.c = o.a ^ (random() & 7);
    all.push_back({o.a & mask, o.b & mask, o.c & mask, o.d & mask});
  }
  return all;
}

inline const std::vector<Operands>& awkward32() {
  static const std::vector<Operands> all = with_random(
      {0, 1, 2, 7, 31, 32, 33, 255, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe,
       0xffffffff, 0x12345678, 16, 17, 64, 256, 0x80, 0x7f, 0xff00ff80, 0x80007fff}, 32);
  return all;
}
inline const std::vector<Operands>& awkward64() {
  static const std::vector<Operands> all = with_random(
      {0, 1, 2, 63, 64, 65, 255, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
       0x8000000000000000, 0x8000000000000001, 0xfffffffffffffffe, 0xffffffffffffffff, 0x123456789abcdef0}, 64);
  return all;
}

// A floating-point format, given by its number of fraction and exponent bits.
struct FloatFormat {
  unsigned fraction, exponent;
  unsigned bits() const { return 1 + fraction + exponent; }
  std::uint64_t infinity() const { return ((std::uint64_t{1} << exponent) - 1) << fraction; }
  std::uint64_t sign() const { return std::uint64_t{1} << (fraction + exponent); }
  bool is_nan(std::uint64_t value) const { return (value & (sign() - 1)) > infinity(); }
};
constexpr FloatFormat kF16{10, 5}, kBf16{7, 8}, kF32{23, 8}, kF64{52, 11};

// Numbers of all sizes, with equal exponents, with a single bit set and with all but one, and zeros, subnormals,
// infinities and NaNs. For 16-bit formats the upper bits hold other numbers.
inline std::vector<Operands> float_operands(FloatFormat format) {
  const std::uint64_t step = std::uint64_t{1} << format.fraction, sign = format.sign(), infinity = format.infinity();
  const std::uint64_t unit = (infinity >> 1) & infinity, ulp = 1;  // 1.0
  const std::vector<std::uint64_t> values = {
      0, sign, unit, unit | sign, unit + ulp, unit - ulp, unit + step, unit + step / 2, 1, sign | 1, step - 1, step,
      sign | step, infinity - 1, sign | (infinity - 1), infinity, sign | infinity, infinity + step / 2, infinity + 1,
      sign | (infinity + step / 2 + 5), unit - step / 2, unit + format.fraction * step + 1, unit + 3 * step + 1};
  std::vector<Operands> all = pairs(values);
  std::mt19937_64 random(format.fraction);
  const auto any = [&](std::uint64_t near) -> std::uint64_t {
    const std::uint64_t draw = random(), bit = std::uint64_t{1} << (random() % format.fraction);
    const std::uint64_t fraction = draw % 4 == 0 ? bit : draw % 4 == 1 ? step - bit : random();
    std::uint64_t exponent = random() % (infinity / step + 1);
    const std::uint64_t near_exponent = (near & infinity) / step;
    const std::uint64_t close = std::max<std::uint64_t>(near_exponent, 8) + (draw >> 8 & 31) - 8;
    if (draw & 4) exponent = std::min(close, infinity / step - 1);
    if ((draw & 24) == 0) return values[(draw >> 16) % values.size()];
    return (draw & 32 ? sign : 0) | exponent * step | (fraction & (step - 1));
  };
  while (all.size() < kOperands) {
    Operands o;
    o.a = any(unit);
    o.b = any(o.a);
    o.c = any(random() & 1 ? o.a : (o.a & infinity) + (o.b & infinity) - unit);
    o.d = any(unit);
    if (all.size() % 16 == 0) o.b = o.a ^ sign ^ (random() & 3);
    all.push_back(o);
  }
  if (format.bits() != 16) return all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Operands& other = all[(i * 7 + 5) % all.size()];
    Operands& o = all[i];
    o = {(o.a & 0xffff) | other.a << 16, (o.b & 0xffff) | other.b << 16, (o.c & 0xffff) | other.c << 16, o.d & 0xffff};
  }
  return all;
}

inline const std::vector<Operands>& awkward_floats() {
  static const std::vector<Operands> all = float_operands(kF32);
  return all;
}
inline const std::vector<Operands>& awkward_doubles() {
  static const std::vector<Operands> all = float_operands(kF64);
  return all;
}
inline const std::vector<Operands>& awkward_halves() {
  static const std::vector<Operands> all = float_operands(kF16);
  return all;
}
inline const std::vector<Operands>& awkward_bfloats() {
  static const std::vector<Operands> all = float_operands(kBf16);
  return all;
}

}  // namespace unibank
