// Sums of doubles without a rounding but the last, which is to odd: rounding that again to at most 50 bits is the same
// as rounding the exact sum once.
#pragma once

namespace unibank::simt {

// c[j] + sum over i of a[i] b[i x n + j] for all j < n <= 32, where each product is exact. Infinities and NaNs come out
// as those of one sum after the other.
void exact_sums(const double* a, const double* b, const double* c, unsigned n, unsigned k, double* sums);

}  // namespace unibank::simt
