// Floating point: the host's IEEE arithmetic in the requested rounding mode, doubles rounded by hand, and long doubles
// where a tolerance allows it.
#include <cfenv>
#include <cmath>
#include <limits>

#include "reference.h"

namespace unibank::kernels {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;

// Runs `operation` under a rounding mode. The volatile operands keep the compiler from moving it out.
template <typename T, typename Operation>
T rounded(int mode, T a, T b, Operation operation) {
  std::fesetround(mode);
  volatile T x = a, y = b;
  volatile T result = operation(T{x}, T{y});
  std::fesetround(FE_TONEAREST);
  return result;
}

template <typename T>
std::vector<T> arithmetic(const std::vector<T>& a, const std::vector<T>& b, int mode, std::size_t results) {
  const std::size_t n = a.size();
  std::vector<T> out(results * n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto put = [&](std::size_t k, auto operation) { out[k * n + i] = rounded<T>(mode, a[i], b[i], operation); };
    put(0, [](T x, T y) { return x + y; });
    put(1, [](T x, T y) { return x - y; });
    put(2, [](T x, T y) { return x * y; });
    put(3, [](T x, T y) { return std::fma(x, y, x); });
    put(4, [](T x, T y) { return x / y; });
    put(5, [](T x, T) { return std::sqrt(std::fabs(x)); });
    put(6, [](T, T y) { return T{1} / y; });
  }
  return out;
}

// Rounds a double that is not a float: down, up, towards zero or to nearest.
float to_float(double x, int mode) {
  const float nearest = static_cast<float>(x);
  if (nearest == x || mode == FE_TONEAREST || std::isnan(x)) return nearest;
  const bool up = mode == FE_UPWARD || (mode == FE_TOWARDZERO && x < 0);
  if (up) return nearest > x ? nearest : std::nextafter(nearest, std::numeric_limits<float>::infinity());
  return nearest < x ? nearest : std::nextafter(nearest, -std::numeric_limits<float>::infinity());
}

const std::pair<const char*, int> kModes[] = {
    {"rn", FE_TONEAREST}, {"rz", FE_TOWARDZERO}, {"rd", FE_DOWNWARD}, {"ru", FE_UPWARD}};

void rounding(Buffers& buffers) {
  const auto a = buffers.get<float>("a"), b = buffers.get<float>("b");
  const auto c = buffers.get<double>("c"), d = buffers.get<double>("d");
  for (const auto& [name, mode] : kModes) {
    std::vector<float> single = arithmetic(a, b, mode, 8);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const int scaled = static_cast<int>(a[i] * 100000.0f);
      single[7 * a.size() + i] = to_float(scaled * 1001.0, mode);
    }
    buffers.set(std::string("f_") + name, single);
    buffers.set(std::string("d_") + name, arithmetic(c, d, mode, 7));
  }
}

template <typename T>
void from_integers(Buffers& buffers, const std::string& type) {
  std::vector<float> single;
  std::vector<double> wide;
  for (const T x : buffers.get<T>(type)) {
    single.push_back(static_cast<float>(x));
    wide.push_back(static_cast<double>(x));
  }
  buffers.set("f_" + type, single);
  buffers.set("d_" + type, wide);
}

// A float rounded to an integer of type T; values out of range saturate, NaN becomes `nan`.
template <typename T>
T to_integer(double x, double (*integral)(double), T nan = 0) {
  if (std::isnan(x)) return nan;
  const double whole = integral(x);
  const double least = static_cast<double>(std::numeric_limits<T>::min());
  const double beyond = std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (whole < least) return std::numeric_limits<T>::min();
  if (whole >= beyond) return std::numeric_limits<T>::max();
  return static_cast<T>(whole);
}

double nearest(double x) { return std::nearbyint(x); }
double down(double x) { return std::floor(x); }
double up(double x) { return std::ceil(x); }
double toward_zero(double x) { return std::trunc(x); }

void floats_to_integers(Buffers& buffers) {
  const auto from = buffers.get<float>("floats");
  const std::size_t n = from.size();
  std::vector<std::int32_t> out(8 * n);
  std::vector<i64> wide(4 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const float x = from[i];
    const float far = x * 1e8f, farther = x * 1e16f;
    const double y = 1e9 * x;
    // A NaN becomes 0 in 32 bits if it is a float, and the smallest integer if it is a double; in 64 bits 2^63.
    const std::int32_t results[] = {
        to_integer<std::int32_t>(x, nearest), to_integer<std::int32_t>(x, toward_zero),
        to_integer<std::int32_t>(x, down), to_integer<std::int32_t>(x, up),
        static_cast<std::int32_t>(to_integer<u32>(x, nearest)),
        static_cast<std::int32_t>(to_integer<u32>(far, toward_zero)), to_integer<std::int32_t>(far, toward_zero),
        to_integer<std::int32_t>(y, toward_zero, std::numeric_limits<std::int32_t>::min())};
    const i64 least = std::numeric_limits<i64>::min();
    const i64 wider[] = {to_integer<i64>(farther, toward_zero, least), to_integer<i64>(y, nearest, least),
                         to_integer<i64>(x / 3.0, down, least),
                         static_cast<i64>(to_integer<u64>(std::fabs(y), toward_zero, u64{1} << 63))};
    for (std::size_t k = 0; k < 8; ++k) out[k * n + i] = results[k];
    for (std::size_t k = 0; k < 4; ++k) wide[k * n + i] = wider[k];
  }
  buffers.set("integers", out);
  buffers.set("wide_integers", wide);
}

float bits_as_float(u32 bits) {
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}
// PTX has one NaN in f32.
float canonical(float x) { return std::isnan(x) ? bits_as_float(0x7fffffff) : x; }

void floats_to_floats(Buffers& buffers) {
  const auto from = buffers.get<float>("floats");
  const std::size_t n = from.size();
  std::vector<float> out(9 * n);
  std::vector<double> wide(5 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const float x = from[i];
    const float number = std::isnan(x) ? 0.0f : x;
    const double third = number / 3.0;
    const float results[] = {std::floor(number), std::ceil(number), std::trunc(number), std::nearbyint(number),
                             to_float(third, FE_TONEAREST), to_float(third, FE_TOWARDZERO),
                             to_float(third, FE_DOWNWARD), to_float(third, FE_UPWARD),
                             x > 0.0f ? std::fmin(x, 1.0f) : 0.0f};
    const double wider[] = {std::floor(third), std::ceil(third), std::trunc(third), std::nearbyint(third), number};
    for (std::size_t k = 0; k < 9; ++k) out[k * n + i] = results[k];
    for (std::size_t k = 0; k < 5; ++k) wide[k * n + i] = wider[k];
  }
  buffers.set("out", out);
  buffers.set("wide", wide);
}

void narrow_integers(Buffers& buffers) {
  const auto from = buffers.get<std::int32_t>("words");
  const std::size_t n = from.size();
  std::vector<std::int32_t> out(8 * n);
  const auto between = [](int x, int low, int high) { return x < low ? low : x > high ? high : x; };
  for (std::size_t i = 0; i < n; ++i) {
    const int x = from[i], byte = ((x % 256) + 256) % 256, half = ((x % 65536) + 65536) % 65536;
    const int results[] = {byte > 127 ? byte - 256 : byte, byte, half > 32767 ? half - 65536 : half, half,
                           between(x, -128, 127), between(x, 0, 255), between(x, -32768, 32767), x < 0 ? 0 : x};
    for (std::size_t k = 0; k < 8; ++k) out[k * n + i] = results[k];
  }
  buffers.set("narrow", out);
}

void convert(Buffers& buffers) {
  from_integers<std::int8_t>(buffers, "s8");
  from_integers<std::uint8_t>(buffers, "u8");
  from_integers<std::int16_t>(buffers, "s16");
  from_integers<std::uint16_t>(buffers, "u16");
  from_integers<std::int32_t>(buffers, "s32");
  from_integers<u32>(buffers, "u32");
  from_integers<i64>(buffers, "s64");
  from_integers<u64>(buffers, "u64");
  floats_to_integers(buffers);
  floats_to_floats(buffers);
  narrow_integers(buffers);
}

const u32 kAwkward[16] = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                          0x7fc00000, 0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff,
                          0x40490fdb, 0x34000000, 0x4f000000, 0xcf800001};

float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x; }
float saturated(float x) { return !(x > 0.0f) ? 0.0f : x > 1.0f ? 1.0f : x; }
// The smaller of two; if one is NaN the other, and -0 is below +0.
template <typename T>
T smaller(T x, T y) {
  if (std::isnan(x)) return y;
  if (std::isnan(y)) return x;
  if (x == y) return std::signbit(x) ? x : y;
  return x < y ? x : y;
}
template <typename T>
T larger(T x, T y) {
  return -smaller(-x, -y);
}

void awkward(Buffers& buffers) {
  const std::size_t n = 256;
  std::vector<float> out(14 * n);
  std::vector<u32> flags(5 * n);
  std::vector<double> wide(8 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const float x = bits_as_float(kAwkward[i % 16]), y = bits_as_float(kAwkward[i / 16]);
    const bool unordered = std::isnan(x) || std::isnan(y);
    const float results[] = {x + y, x - y, x * y, x / y, std::sqrt(x), std::fma(x, y, x), smaller(x, y), larger(x, y)};
    for (std::size_t k = 0; k < 8; ++k) out[k * n + i] = canonical(results[k]);
    const float number = std::isnan(x) ? 0.0f : x;
    out[8 * n + i] = std::copysign(number, y);
    out[9 * n + i] = -number;
    out[10 * n + i] = std::fabs(number);
    out[11 * n + i] = saturated(x);
    out[12 * n + i] = canonical(flushed(flushed(x) + flushed(y)));
    out[13 * n + i] = saturated(flushed(flushed(x) * flushed(y)));
    const bool relations[] = {x == y, x != y, x < y, x <= y, x > y, x >= y, !(x < y), !(x <= y), !(x > y), !(x >= y)};
    for (std::size_t k = 0; k < 10; ++k) flags[i] |= u32{relations[k]} << k;
    const bool equal_or_unordered = unordered || x == y;
    flags[n + i] = equal_or_unordered ? 1 : 2;
    flags[2 * n + i] = (unordered ? 2 : 1) + (unordered || x < y ? 4 : 0) + (flushed(x) < flushed(y) ? 8 : 0);
    flags[3 * n + i] = x > y ? 0xffffffff : 0;
    flags[4 * n + i] = (std::fpclassify(x) == FP_SUBNORMAL ? 1 : 0) + (std::isinf(x) ? 2 : 0);

    const double p = x * 1e-290, q = y * 1e-290;
    const double wider[] = {p + q, p * q, p / q, std::sqrt(p), std::fma(p, q, p), smaller(p, q), larger(p, q),
                            std::copysign(p, q)};
    for (std::size_t k = 0; k < 8; ++k) wide[k * n + i] = std::isnan(wider[k]) ? 1234.5 : wider[k];
  }
  buffers.set("out", out);
  buffers.set("flags", flags);
  buffers.set("wide", wide);
}

// The largest errors that the PTX ISA documents here: ex2 2^-22 relative, lg2 2^-22 absolute, sin and cos 2^-20.5
// absolute, rsqrt 2^-22.4 relative, rcp, sqrt and div 2 units in the last place.
void special(Buffers& buffers) {
  const auto from = buffers.get<float>("x");
  const std::size_t n = from.size();
  std::vector<float> out(11 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const float x = from[i], positive = std::fabs(x) + 0.5f;
    const double results[] = {std::exp2(double{x}), std::log2(double{positive}), std::sin(double{x}),
                              std::cos(double{x}), 1 / std::sqrt(double{positive}), 1 / double{positive},
                              std::sqrt(double{positive}), double{x} / positive, double{x} / positive,
                              std::exp2(-double{positive}), std::log2(double{positive})};
    for (std::size_t k = 0; k < 11; ++k) out[k * n + i] = static_cast<float>(results[k]);
  }
  buffers.set("out", out);
  buffers.tolerances["out"] = {std::exp2(-20.5), std::exp2(-22)};
}

// Two units in the last place: CUDA's documented error of sinf and cosf.
void trigonometry(Buffers& buffers) {
  std::vector<float> sine, cosine;
  for (const float angle : buffers.get<float>("angle")) {
    sine.push_back(static_cast<float>(std::sin(double{angle})));
    cosine.push_back(static_cast<float>(std::cos(double{angle})));
  }
  buffers.set("sine", sine);
  buffers.set("cosine", cosine);
  buffers.tolerances["sine"] = buffers.tolerances["cosine"] = {0, std::exp2(-22)};
}

// The value of a half, and the halves nearest to a value, found by bisection among the 31,744 finite halves from 0 on.
double half_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double magnitude = std::ldexp(fraction + (exponent == 0 ? 0 : 1024), (exponent == 0 ? 1 : exponent) - 25);
  if (exponent == 31) magnitude = fraction == 0 ? std::numeric_limits<double>::infinity() : std::nan("");
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}
std::uint16_t half_toward_zero(double x) {
  std::uint16_t low = 0, high = 0x7c00;  // the largest half not above |x|, for finite |x|
  while (high - low > 1) {
    const auto middle = static_cast<std::uint16_t>((low + high) / 2);
    (half_value(middle) <= std::fabs(x) ? low : high) = middle;
  }
  return static_cast<std::uint16_t>(low | (std::signbit(x) ? 0x8000 : 0));
}
std::uint16_t half_nearest(double x) {
  const std::uint16_t low = half_toward_zero(x);
  const double magnitude = std::fabs(x), below = half_value(low & 0x7fff);
  const auto next = static_cast<std::uint16_t>(low + 1);
  const double above = (next & 0x7fff) == 0x7c00 ? 65536.0 : half_value(next & 0x7fff);
  const double to_low = magnitude - below, to_next = above - magnitude;
  return to_low < to_next || (to_low == to_next && (low & 1) == 0) ? low : next;
}

u32 pair_of(std::uint16_t low, std::uint16_t high) { return static_cast<u32>(high) << 16 | low; }

void half(Buffers& buffers) {
  const auto from = buffers.get<float>("f");
  const std::size_t n = from.size();
  std::vector<std::uint16_t> converted(2 * n);
  std::vector<float> back(n);
  for (std::size_t i = 0; i < n; ++i) {
    converted[i] = half_nearest(from[i]);
    converted[n + i] = half_toward_zero(from[i]);
    back[i] = static_cast<float>(half_value(static_cast<std::uint16_t>(converted[i] ^ i << 3)));
  }
  buffers.set("h", converted);
  buffers.set("back", back);

  // Sums, products and fused products of halves with close exponents are exact in f64: 11 + 11 + 11 bits.
  const auto a = buffers.get<std::uint16_t>("a"), b = buffers.get<std::uint16_t>("b");
  std::vector<std::uint16_t> out(6 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const double x = half_value(a[i]), y = half_value(b[i]);
    out[i] = half_nearest(x + y);
    out[n + i] = half_nearest(x - y);
    out[2 * n + i] = half_nearest(x * y);
    out[3 * n + i] = half_nearest(x * y + x);
    out[4 * n + i] = a[i] ^ 0x8000;
    out[5 * n + i] = x < y ? a[i] : b[i];
  }
  buffers.set("out", out);

  std::vector<u32> pairs(3 * n / 2);
  for (std::size_t i = 0; i < n / 2; ++i) {
    const double x[] = {half_value(a[2 * i]), half_value(a[2 * i + 1])};
    const double y[] = {half_value(b[2 * i]), half_value(b[2 * i + 1])};
    pairs[i] = pair_of(half_nearest(x[0] + y[0]), half_nearest(x[1] + y[1]));
    pairs[n / 2 + i] = pair_of(half_nearest(x[0] * y[0]), half_nearest(x[1] * y[1]));
    pairs[n + i] = pair_of(half_nearest(x[0] * y[0] + y[0]), half_nearest(x[1] * y[1] + y[1]));
  }
  buffers.set("pairs", pairs);
}

}  // namespace

References float_references() {
  return {{"rounding", rounding},   {"convert", convert}, {"awkward", awkward}, {"special", special},
          {"trigonometry", trigonometry}, {"half", half}};
}

}  // namespace unibank::kernels
