// Sums of doubles with only one rounding, the last, which is to odd: rounding that again to at most 50 bits is the same
// as rounding the exact sum once.
#pragma once

namespace unibank::simt {

// c[j] + sum over i of a[i] b[i x n + j] for all j < n <= 32, where each product is exact. Infinities and NaNs are
// those of summing in order.
void exact_sums(const double* a, const double* b, const double* c, unsigned n, unsigned k, double* sums);

}  // namespace unibank::simt
