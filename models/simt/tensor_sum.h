// How tensor cores add products of f16, bf16, tf32 and f8, as measured on an H200 (compute capability 9.0, driver
// 580.159.04): tests/data/tensor has results of the card, and tests/simt compares this rule with them bit by bit.
//
// - The products of one sum and its element of C are added at once, not one after another. Products are exact.
// - The largest exponent of all terms that are not zero decides the unit: 2^-25 of it. A product's exponent is the sum
//   of its factors' exponents, a subnormal number has its format's least one (of f8: that of f16), and a carry in the
//   product of the significands does not count.
// - Each term is truncated to whole units, towards zero, and the units are added exactly.
// - The sum is truncated to f32, or rounded to nearest even to f16. What is beyond f32's range becomes infinity; a sum
//   of zero is +0. An invalid operation or a NaN gives the type's one NaN.
//
// Earlier chips add fewer products at once (four a sum on V100, eight on A100: Fasi et al., "Numerical behavior of
// NVIDIA tensor cores", 2021) and keep fewer bits. The rule here is the H200's, for every design.
#pragma once

#include <cstdint>

#include "ptx/instruction_table.h"

namespace unibank::simt {

// Exponents of numbers of a type, of at least the type's least. Infinities and NaNs have one that is above all others
// also if a zero's is added to it; zeros have one that is below all others.
void tensor_exponents(const double* values, unsigned count, ptx::Type type, std::int16_t* exponents);

// Lines of numbers that are doubles, with their exponents.
struct TensorLine {
  const double* values = nullptr;
  const std::int16_t* exponents = nullptr;
};

// c[j] + sum over i of a[i] b[i x n + j] for all j < n <= 32, before the last rounding.
void tensor_sums(TensorLine a, TensorLine b, TensorLine c, unsigned n, unsigned k, double* sums);

// The bits in f32, truncated.
std::uint32_t truncated_single(double sum);

}  // namespace unibank::simt
