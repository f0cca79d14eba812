// IEEE details that PTX defines and C++ does not.
#pragma once

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "ptx/instruction_table.h"

namespace unibank::simt {

inline std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline float float_of(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline std::uint64_t bits_of(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline double double_of(std::uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// NaNs. All single-precision operations return the same one. In double precision the first NaN operand is
// propagated, made quiet; an invalid operation on numbers returns the other constant.
constexpr std::uint32_t kNan = 0x7fffffff;
constexpr std::uint64_t kInvalid64 = 0xfff8000000000000;

inline float canonical(float value) { return value != value ? float_of(kNan) : value; }
inline double quiet(double nan) { return double_of(bits_of(nan) | std::uint64_t{1} << 51); }

// The NaN result of an operation on these operands.
inline double first_nan() { return double_of(kInvalid64); }
template <typename... Ts>
double first_nan(double a, Ts... others) {
  const double rest = first_nan(others...);
  return a != a ? quiet(a) : rest;
}
template <typename... Ts>
float with_nan(float result, Ts...) { return canonical(result); }
template <typename... Ts>
double with_nan(double result, Ts... operands) { return result != result ? first_nan(operands...) : result; }

// Subnormal single-precision values become zeros of the same sign.
inline float flushed(float value) {
  const std::uint32_t bits = bits_of(value);
  return float_of((bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits);
}

// Clamps to [0, 1]; NaN and -0 become +0.
template <typename T>
T unit_range(T value) {
  return value > T{0} ? (value < T{1} ? value : T{1}) : T{0};
}

// Executes the calls in its scope in another rounding mode. Operands must be read from memory, and results written to
// memory inside the scope, otherwise the compiler moves the operation out of it: call a handler.
class RoundingScope {
 public:
  explicit RoundingScope(ptx::Rounding rounding) : before_(std::fegetround()) { std::fesetround(mode(rounding)); }
  ~RoundingScope() { std::fesetround(before_); }
  RoundingScope(const RoundingScope&) = delete;
  RoundingScope& operator=(const RoundingScope&) = delete;

 private:
  static int mode(ptx::Rounding rounding) {
    switch (rounding) {
      case ptx::Rounding::kRz: case ptx::Rounding::kRzi: return FE_TOWARDZERO;
      case ptx::Rounding::kRm: case ptx::Rounding::kRmi: return FE_DOWNWARD;
      case ptx::Rounding::kRp: case ptx::Rounding::kRpi: return FE_UPWARD;
      default: return FE_TONEAREST;
    }
  }
  int before_;
};

}  // namespace unibank::simt
