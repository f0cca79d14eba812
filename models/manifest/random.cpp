#include "manifest/random.h"

#include <cmath>

namespace unibank::manifest_values {

std::int64_t Random::integer(std::int64_t least, std::int64_t most) {
  const std::uint64_t span = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least) + 1;  // 0: all 2^64
  std::uint64_t drawn = engine_();
  if (span != 0) {
    // The highest numbers, which would make low remainders more likely, are drawn again.
    const std::uint64_t unfair = (~std::uint64_t{0} % span + 1) % span;
    while (drawn > ~std::uint64_t{0} - unfair) drawn = engine_();
    drawn %= span;
  }
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(least) + drawn);
}

// Marsaglia's polar method: two numbers from a point in the unit circle.
double Random::normal() {
  if (has_kept_) {
    has_kept_ = false;
    return kept_;
  }
  double x = 0, y = 0, square = 0;
  do {
    x = 2 * unit() - 1;
    y = 2 * unit() - 1;
    square = x * x + y * y;
  } while (square >= 1 || square == 0);
  const double scale = std::sqrt(-2 * portable_log(square) / square);  // a square root is exact in IEEE arithmetic
  kept_ = y * scale;
  has_kept_ = true;
  return x * scale;
}

// ln(m 2^e) = e ln 2 + 2 artanh((m - 1) / (m + 1)), the series of artanh up to the precision of a double.
double portable_log(double x) {
  constexpr double kLn2 = 0.693147180559945309417232;
  constexpr int kLast = 23;  // z^2 <= 0.0295: the next term is below 1e-19
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // 0.5 <= mantissa < 1, exact
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  const double z = (mantissa - 1) / (mantissa + 1), square = z * z;
  double sum = 0;
  for (int n = kLast; n >= 1; n -= 2) sum = sum * square + 1.0 / n;
  return exponent * kLn2 + 2 * z * sum;
}

}  // namespace unibank::manifest_values
