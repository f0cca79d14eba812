// How tensor cores add products of f16, bf16, tf32 and f8, as measured on an H200 (compute capability 9.0, driver
// 580.159.04): tests/data/tensor has results of the card, and tests/simt compares this rule with them bit by bit.
//
// - The products of one sum and its element of C are added at once, not one after another. Products are exact.
// - The largest exponent E of all terms that are not zero determines the unit, which is 2^(E - 25). A product's
//   exponent is the sum of its factors' exponents; a subnormal number has the least exponent of its format (f8: that of
//   f16); and a carry in the product of the significands does not count.
// - Each term is truncated to whole units, towards zero, and the units are added exactly.
// - The sum is truncated to f32, or rounded to nearest even to f16. A sum beyond the range of f32 becomes infinity; a
//   sum of zero is +0. An invalid operation or a NaN gives the type's one NaN.
//
// Earlier chips add fewer products at once (four per sum on V100, eight on A100: Fasi et al., "Numerical behavior of
// NVIDIA tensor cores", 2021) and keep fewer bits. The rule here is the H200's, for every design.
#pragma once

#include <cstdint>

#include "ptx/instruction_table.h"

namespace unibank::simt {

// The exponents of numbers of a type, at least the type's least exponent. Infinities and NaNs get an exponent that
// stays above all others even if a zero's exponent is added; zeros get one that is below all others.
void tensor_exponents(const double* values, unsigned count, ptx::Type type, std::int16_t* exponents);

// A row or column of numbers, as doubles, with their exponents.
struct TensorLine {
  const double* values = nullptr;
  const std::int16_t* exponents = nullptr;
};

// c[j] + sum over i of a[i] b[i x n + j] for all j < n <= 32, before the last rounding.
void tensor_sums(TensorLine a, TensorLine b, TensorLine c, unsigned n, unsigned k, double* sums);

// The sum truncated to f32, as bits.
std::uint32_t truncated_single(double sum);

}  // namespace unibank::simt
