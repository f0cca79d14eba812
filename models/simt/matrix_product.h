// D = A B + C of one form of mma or wmma.mma.
//
// PTX does not define how tensor cores add. Here floats of 16 and 8 bits and tf32 are added as an H200 adds them
// (tensor_sum.h): all products of an element of D are added in one sum with C. Exceptions: tf32 of wmma and floats of 8
// bits are added in two sums of half of k each (for floats of 8 bits C is added at the end), and products of mma.m8n8k4
// are added in single precision. Doubles are a chain of fused multiply-adds along k that begins with C. Integers wrap,
// or are clamped after all additions.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ptx/matrix_forms.h"
#include "simt/lanes.h"
#include "simt/tensor_sum.h"

namespace unibank::simt {

class MatrixProduct {
 public:
  explicit MatrixProduct(const ptx::MatrixForm& form);
  // `decoded.fragments`: the registers of D, A, B and C, in this order.
  void run(const Frame& frame, const Decoded& decoded) const;

 private:
  static constexpr unsigned kMost = 16 * 64;  // elements of a part: A of mma.m16n8k64
  template <typename Value>
  using Matrix = std::array<Value, kMost>;
  // The positions of the elements of a part's registers in its matrix, for each register lane after lane.
  struct Part {
    ptx::Type type = ptx::Type::kNone;
    unsigned first = 0, registers = 0;  // in Decoded::fragments
    unsigned bits = 0, elements = 0;    // bits of an element; elements of a register
    std::vector<std::uint16_t> places;  // [register][lane][element]
    unsigned products = 1;              // quad pairs: 4, one after the other
  };
  Part part_of(ptx::MatrixPart part, unsigned first) const;
  template <typename Value, typename Convert>
  void collect(const Part& part, const Frame& frame, const Decoded& decoded, const Convert& convert,
               Matrix<Value>& to) const;
  template <typename Value, typename Convert>
  void scatter(const Frame& frame, const Decoded& decoded, const Convert& convert, const Matrix<Value>& from) const;
  void collect_floats(const Part& part, const Frame& frame, const Decoded& decoded, Matrix<double>& to) const;
  void collect_integers(const Part& part, const Frame& frame, const Decoded& decoded, Matrix<std::int64_t>& to) const;
  void multiply_doubles(const Frame& frame, const Decoded& decoded) const;
  void multiply_floats(const Frame& frame, const Decoded& decoded) const;
  void sum_quads(const double* a, const double* b, const double* c, double* to) const;
  unsigned products_of_sum() const;
  void sum_parts(TensorLine a, TensorLine b, TensorLine c, double* to) const;
  void sum_small(TensorLine a, TensorLine b, const double* c, double* to) const;
  void multiply_integers(const Frame& frame, const Decoded& decoded) const;

  const ptx::MatrixForm& form_;
  const unsigned products_;
  const unsigned depth_;  // the length along k; for .b1 in words of 32 bits
  Part d_, a_, b_, c_;
};

}  // namespace unibank::simt
