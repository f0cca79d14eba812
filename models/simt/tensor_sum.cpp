#include "simt/tensor_sum.h"

#include <algorithm>
#include <cmath>

#include "simt/lanes.h"
#include "simt/rounding.h"

namespace unibank::simt {

namespace {

constexpr unsigned kMost = 32;  // parallel sums
constexpr int kUnit = 25;       // distance of the unit from the largest exponent, in bits
constexpr std::int16_t kZero = -10000, kNotFinite = 15000;  // exponents
constexpr std::int16_t kSpecial = 4000;                    // smaller: neither an infinity nor a NaN
constexpr std::int16_t kLeast = -300;                       // smaller: all terms are zero

int least_exponent(ptx::Type type) {
  switch (type) {
    case ptx::Type::kF16:
    case ptx::Type::kE4m3:  // becomes f16 first, in which it is never subnormal
    case ptx::Type::kE5m2: return -14;
    default: return -126;
  }
}

double power_of_two(int exponent) { return double_of(static_cast<std::uint64_t>(1023 + exponent) << 52); }

[[gnu::always_inline]] inline void take_largest(const std::int16_t* a, const std::int16_t* b, unsigned n, unsigned k,
                                                std::int16_t* largest) {
  for (unsigned i = 0; i < k; ++i) {
    const std::int16_t factor = a[i];
    UNIBANK_EACH_LANE
    for (unsigned j = 0; j < n; ++j) {
      const auto both = static_cast<std::int16_t>(factor + b[i * n + j]);
      largest[j] = std::max(largest[j], both);
    }
  }
}

// Compiled separately for n = 8, the width of mma.
UNIBANK_LANES void largest_exponents(const std::int16_t* a, const std::int16_t* b, unsigned n, unsigned k,
                                     std::int16_t* largest) {
  if (n == 8) return take_largest(a, b, 8, k, largest);
  take_largest(a, b, n, k, largest);
}

// Columns `first` to `end` of n: a term has at most 27 bits before its point, so it fits into 32 bits; and the sum of
// the terms is exact as a double.
[[gnu::always_inline]] inline void add_aligned(const double* a, const double* b, unsigned n, unsigned k,
                                               unsigned first, unsigned end, const double* scale, double* sums) {
  for (unsigned i = 0; i < k; ++i) {
    const double factor = a[i];
    UNIBANK_EACH_LANE
    for (unsigned j = first; j < end; ++j)
      sums[j] += static_cast<double>(static_cast<std::int32_t>(factor * b[i * n + j] * scale[j]));
  }
}
UNIBANK_LANES void aligned_sums(const double* a, const double* b, unsigned n, unsigned k, unsigned first, unsigned end,
                                const double* scale, double* sums) {
  if (n == 8 && first == 0 && end == 8) return add_aligned(a, b, 8, k, 0, 8, scale, sums);
  add_aligned(a, b, n, k, first, end, scale, sums);
}

void sum_columns(const double* a, const double* b, const double* c, unsigned n, unsigned k, unsigned first,
                 unsigned end, const std::int16_t* largest, double* sums) {
  double scale[kMost] = {};
  for (unsigned j = first; j < end; ++j) {
    scale[j] = power_of_two(kUnit - std::max(largest[j], kLeast));
    sums[j] = static_cast<double>(static_cast<std::int32_t>(c[j] * scale[j]));
  }
  aligned_sums(a, b, n, k, first, end, scale, sums);
  for (unsigned j = first; j < end; ++j) sums[j] *= power_of_two(std::max(largest[j], kLeast) - kUnit);
}

// With an infinity or a NaN among the terms the order does not matter.
double special_sum(const double* a, const double* b, double c, unsigned n, unsigned k) {
  for (unsigned i = 0; i < k; ++i) c += a[i] * b[i * n];
  return c;
}

}  // namespace

UNIBANK_LANES void tensor_exponents(const double* values, unsigned count, ptx::Type type, std::int16_t* exponents) {
  const auto least = static_cast<std::int64_t>(least_exponent(type));
  UNIBANK_EACH_LANE
  for (unsigned i = 0; i < count; ++i) {
    const auto field = static_cast<std::int64_t>(bits_of(values[i]) >> 52 & 0x7ff);
    std::int64_t exponent = std::max(field - 1023, least);
    if (field == 0x7ff) exponent = kNotFinite;
    if (field == 0) exponent = kZero;  // no operand is subnormal as a double
    exponents[i] = static_cast<std::int16_t>(exponent);
  }
}

void tensor_sums(TensorLine a, TensorLine b, TensorLine c, unsigned n, unsigned k, double* sums) {
  std::int16_t largest[kMost];
  std::copy(c.exponents, c.exponents + n, largest);
  largest_exponents(a.exponents, b.exponents, n, k, largest);
  const auto special = [](std::int16_t exponent) { return exponent > kSpecial; };
  if (std::none_of(largest, largest + n, special))
    return sum_columns(a.values, b.values, c.values, n, k, 0, n, largest, sums);
  for (unsigned j = 0; j < n; ++j) {
    if (special(largest[j])) sums[j] = special_sum(a.values, b.values + j, c.values[j], n, k);
    else sum_columns(a.values, b.values, c.values, n, k, j, j + 1, largest, sums);
  }
}

std::uint32_t truncated_single(double sum) {
  const double size = std::fabs(sum);
  if (!(size < 0x1p128)) return bits_of(canonical(static_cast<float>(sum)));
  // Each of these is a float, so the conversion does not round.
  if (size < 0x1p-126) return bits_of(static_cast<float>(std::trunc(sum * 0x1p149) * 0x1p-149));
  constexpr std::uint64_t kBelowSingle = (std::uint64_t{1} << 29) - 1;
  return bits_of(static_cast<float>(double_of(bits_of(sum) & ~kBelowSingle)));
}

}  // namespace unibank::simt
