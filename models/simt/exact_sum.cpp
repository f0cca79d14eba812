#include "simt/exact_sum.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "simt/lanes.h"
#include "simt/rounding.h"

namespace unibank::simt {

namespace {

constexpr unsigned kMost = 32;  // parallel sums

// Sums in order, and the rounding errors: 0 if the sum is exact.
UNIBANK_LANES void plain_sums(const double* a, const double* b, unsigned n, unsigned k, double* sums, double* lost) {
  for (unsigned i = 0; i < k; ++i) {
    const double factor = a[i];
    UNIBANK_EACH_LANE
    for (unsigned j = 0; j < n; ++j) {
      const double product = factor * b[i * n + j], before = sums[j], sum = before + product;
      const double part = sum - before;
      lost[j] += std::fabs((before - (sum - part)) + (product - part));
      sums[j] = sum;
    }
  }
}

// A sum as doubles that do not overlap, the smallest first (Shewchuk 1997).
class Expansion {
 public:
  void add(double term) {
    std::size_t kept = 0;
    for (const double one : parts_) {
      const double sum = term + one, part = sum - one;
      const double error = (one - (sum - part)) + (term - part);
      if (error != 0) parts_[kept++] = error;
      term = sum;
    }
    parts_.resize(kept);
    parts_.push_back(term);
  }
  double rounded_to_odd() const {
    double sum = 0, rest = 0;
    for (auto part = parts_.rbegin(); part != parts_.rend() && rest == 0; ++part) {
      const double next = sum + *part;
      rest = *part - (next - sum);
      sum = next;
    }
    const std::uint64_t bits = bits_of(sum);
    if (rest == 0 || (bits & 1) != 0) return sum;
    return double_of((rest > 0) == (sum > 0) ? bits + 1 : bits - 1);
  }

 private:
  std::vector<double> parts_;
};

}  // namespace

void exact_sums(const double* a, const double* b, const double* c, unsigned n, unsigned k, double* sums) {
  double lost[kMost] = {};
  for (unsigned j = 0; j < n; ++j) sums[j] = c[j];
  plain_sums(a, b, n, k, sums, lost);
  for (unsigned j = 0; j < n; ++j) {
    if (lost[j] == 0 || !std::isfinite(sums[j])) continue;
    Expansion exact;
    exact.add(c[j]);
    for (unsigned i = 0; i < k; ++i) exact.add(a[i] * b[i * n + j]);
    sums[j] = exact.rounded_to_odd();
  }
}

}  // namespace unibank::simt
