// cvt to and from pairs of floats of 8 bits, to tf32, and with .satfinite. The reference searches the numbers of a
// format for the nearest.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "simt/run_kernel.h"

using namespace unibank;

namespace {

using SmallWord = std::uint32_t;
using SmallWords = std::vector<SmallWord>;

// The number of a code, from the definition of its fields: sign, exponent, fraction. The codes from `numbers` on
// (without the sign) are no numbers.
struct Small {
  const char* name;
  unsigned fraction;
  int bias;
  unsigned numbers;
  double value(unsigned code) const {
    const auto field = static_cast<int>((code & 0x7f) >> fraction);
    const double part = (code & ((1u << fraction) - 1)) / static_cast<double>(1 << fraction);
    const double size = field == 0 ? std::ldexp(part, 1 - bias) : std::ldexp(1 + part, field - bias);
    return (code & 0x80) != 0 ? -size : size;
  }
};
const Small kE4m3{"e4m3x2", 3, 7, 0x7f}, kE5m2{"e5m2x2", 2, 15, 0x7c};

// The nearest number; of two equally near ones the even code; beyond the largest number that one.
unsigned nearest_code(const Small& format, double x, bool relu) {
  if (std::isnan(x)) return 0x7f;
  if (relu && std::signbit(x)) return 0;
  unsigned best = 0;
  for (unsigned code = 1; code < format.numbers; ++code) {
    const double far = std::fabs(format.value(code) - std::fabs(x));
    const double before = std::fabs(format.value(best) - std::fabs(x));
    if (far < before || (far == before && code % 2 == 0)) best = code;
  }
  if (std::fabs(x) > format.value(format.numbers - 1)) best = format.numbers - 1;
  return best | (std::signbit(x) ? 0x80u : 0u);
}

double half_value(SmallWord bits) {
  const int field = static_cast<int>(bits >> 10 & 31);
  const double part = (bits & 1023) / 1024.0, sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (field == 31) return part != 0 ? std::nan("") : sign * HUGE_VAL;
  return sign * (field == 0 ? std::ldexp(part, -14) : std::ldexp(1 + part, field - 15));
}
double single_value(SmallWord bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// Each thread has two words of input, in %r4 and %r5 (as floats %f4 and %f5), and a result in %r6; %h1 and %h2 are
// free.
SmallWords converted(const std::string& body, const SmallWords& input) {
  const std::size_t threads = input.size() / 2;
  KernelRun kernel(module_of("mov.u32 %r1, %ctaid.x;\nmad.lo.u32 %r1, %r1, 64, %r0;\nmul.wide.u32 %l2, %r1, 8;\n"
                             "add.u64 %l3, %l1, %l2;\nld.global.v2.u32 {%r4, %r5}, [%l3];\nmov.b32 %f4, %r4;\n"
                             "mov.b32 %f5, %r5;\n" + body + "\nmul.wide.u32 %l2, %r1, 4;\nadd.u64 %l3, %l0, %l2;\n"
                             "st.global.u32 [%l3], %r6;"));
  return kernel.run<SmallWord>(input, threads, {static_cast<unsigned>(threads / 64), 1, 1}, {64, 1, 1});
}

// Random bits; numbers near the edges and the middles between two codes of both formats; and the special values.
SmallWords singles() {
  std::mt19937 random(5);
  SmallWords all;
  const auto add = [&all](double value, int step) {
    const auto near = static_cast<float>(value);
    SmallWord bits;
    std::memcpy(&bits, &near, sizeof bits);
    all.push_back(bits + static_cast<SmallWord>(step));
  };
  for (const Small* format : {&kE4m3, &kE5m2}) {
    for (unsigned code = 0; code < format->numbers; ++code) {
      const double value = format->value(code), next = format->value(code + 1);
      for (const int step : {-1, 0, 1})
        for (const double sign : {1.0, -1.0}) add(sign * (value + next) / 2, step);
      add(value, 0);
    }
  }
  for (const SmallWord special : {0x0u, 0x80000000u, 0x1u, 0x807fffffu, 0x7f800000u, 0xff800000u, 0x7f7fffffu,
                                  0xff7fffffu, 0x7fc00000u, 0xff800001u, 0x7fffffffu})
    all.push_back(special);
  while (all.size() % 2 != 0 || all.size() < 24000) {
    const SmallWord bits = static_cast<SmallWord>(random());
    // Half of them have exponents of the small formats.
    all.push_back(random() % 2 == 0 ? bits : (bits & 0x807fffffu) | (100 + random() % 50) << 23);
  }
  all.resize(all.size() / 128 * 128);
  return all;
}

// Every half in the low part; the high part takes them in another order.
SmallWords halves() {
  SmallWords all;
  for (SmallWord bits = 0; bits < 65536; ++bits) {
    all.push_back(bits | (bits * 40503u + 977u) << 16);
    all.push_back(0);
  }
  return all;
}

const std::string kStore = "cvt.u32.u16 %r6, %h1;";

}  // namespace

TEST_CASE("pairs of singles become the nearest pair of 8 bits") {
  const SmallWords input = singles();
  for (const Small* format : {&kE4m3, &kE5m2}) {
    for (const bool relu : {false, true}) {
      const SmallWords found = converted(std::string("cvt.rn.satfinite") + (relu ? ".relu." : ".") + format->name +
                                        ".f32 %h1, %f4, %f5;\n" + kStore, input);
      for (std::size_t i = 0; i < found.size(); ++i) {
        const unsigned upper = nearest_code(*format, single_value(input[2 * i]), relu);
        INFO(format->name << " of " << std::hex << input[2 * i] << " and " << input[2 * i + 1]);
        REQUIRE(found[i] == (upper << 8 | nearest_code(*format, single_value(input[2 * i + 1]), relu)));
      }
    }
  }
}

TEST_CASE("every half in either place of a pair becomes the nearest value of 8 bits") {
  const SmallWords input = halves();
  for (const Small* format : {&kE4m3, &kE5m2}) {
    for (const bool relu : {false, true}) {
      std::vector<unsigned> code(65536);
      for (SmallWord bits = 0; bits < 65536; ++bits) code[bits] = nearest_code(*format, half_value(bits), relu);
      const SmallWords found = converted(std::string("cvt.rn.satfinite") + (relu ? ".relu." : ".") + format->name +
                                        ".f16x2 %h1, %r4;\n" + kStore, input);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < found.size(); ++i)
        wrong += found[i] != (code[input[2 * i] >> 16] << 8 | code[input[2 * i] & 0xffff]);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("all pairs of 8 bits are exact as halves") {
  const SmallWords input = halves();
  for (const Small* format : {&kE4m3, &kE5m2}) {
    for (const bool relu : {false, true}) {
      const SmallWords found = converted(std::string("cvt.u16.u32 %h2, %r4;\ncvt.rn") + (relu ? ".relu" : "") +
                                             ".f16x2." + format->name + " %r6, %h2;",
                                         input);
      const auto right = [&](SmallWord half, unsigned code) {
        const bool infinite = format->fraction == 2 && (code & 0x7f) == 0x7c;
        if ((code & 0x7f) >= format->numbers && !infinite) return half == 0x7fff;
        if (relu && (code & 0x80) != 0) return half == 0;
        const double expected = infinite ? ((code & 0x80) != 0 ? -HUGE_VAL : HUGE_VAL) : format->value(code);
        return half_value(half) == expected && (half >> 15 != 0) == ((code & 0x80) != 0);
      };
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < found.size(); ++i)
        wrong += !right(found[i] >> 16, input[2 * i] >> 8 & 0xff) || !right(found[i] & 0xffff, input[2 * i] & 0xff);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("singles become the nearest number of tf32") {
  const SmallWords input = singles();
  const auto expected = [](SmallWord bits, const std::string& form) -> SmallWord {
    constexpr SmallWord kUnit = 1u << 13, kInfinity = 0x7f800000;
    const SmallWord sign = bits & 0x80000000u, size = bits & 0x7fffffffu;
    if (size > kInfinity) return 0x7fffffff;
    if (form.find(".relu") != std::string::npos && sign != 0) return 0;
    const SmallWord below = size / kUnit * kUnit, rest = size - below;
    const bool even = below / kUnit % 2 == 0, middle = rest == kUnit / 2;
    bool up = rest > kUnit / 2;
    if (form.find("rna") != std::string::npos) up = up || middle;
    else if (form.find("rz") != std::string::npos) up = false;
    else up = up || (middle && !even);
    const SmallWord result = up ? below + kUnit : below;
    const bool finite = form.find("satfinite") != std::string::npos;
    return sign | (finite && result == kInfinity ? kInfinity - kUnit : result);
  };
  for (const std::string form : {"rna", "rna.satfinite", "rn", "rz", "rn.relu", "rz.relu", "rn.satfinite",
                                 "rz.satfinite", "rn.satfinite.relu"}) {
    const SmallWords found = converted("cvt." + form + ".tf32.f32 %r6, %f4;", input);
    for (std::size_t i = 0; i < found.size(); ++i) {
      INFO(form << " of " << std::hex << input[2 * i]);
      REQUIRE(found[i] == expected(input[2 * i], form));
    }
  }
}

TEST_CASE("a finite conversion to 16 bits differs where the usual one is infinite") {
  const SmallWords input = singles();
  const auto pair = [&](const std::string& form) { return converted("cvt." + form + ".f32 %r6, %f4, %f5;", input); };
  for (const std::string type : {"f16x2", "bf16x2"}) {
    const SmallWord infinity = type == "f16x2" ? 0x7c00 : 0x7f80;
    for (const std::string rounding : {"rn", "rz", "rn.relu"}) {
      const SmallWords usual = pair(rounding + "." + type), finite = pair(rounding + ".satfinite." + type);
      const auto clamped = [&](SmallWord half) { return (half & 0x7fff) == infinity ? half - 1 : half; };
      std::size_t wrong = 0, infinite = 0;
      for (std::size_t i = 0; i < usual.size(); ++i) {
        wrong += finite[i] != (clamped(usual[i] >> 16) << 16 | clamped(usual[i] & 0xffff));
        infinite += finite[i] != usual[i];
      }
      CHECK(wrong == 0);
      CHECK(infinite != 0);
    }
  }
}
