#include "simt/matrix_product.h"

#include <algorithm>
#include <limits>

#include "simt/exact_sum.h"
#include "simt/half.h"
#include "simt/small_float.h"

namespace unibank::simt {

namespace {

using ptx::BitProduct;
using ptx::MatrixPart;
using ptx::Type;

constexpr unsigned kGroupsOfLanes = 4, kQuadLanes = 16;

double double_from(std::uint64_t bits) { return double_of(bits); }
double single_from(std::uint64_t bits) { return double{float_of(static_cast<std::uint32_t>(bits))}; }
// The low 13 bits do not belong to the format.
double tensor_from(std::uint64_t bits) { return single_from(bits & 0xffffe000u); }
template <typename T>
double narrow_from(std::uint64_t bits) { return value_of(T(static_cast<std::uint32_t>(bits))); }

std::int64_t extended(std::uint64_t bits, unsigned width) {
  const unsigned above = 64 - width;
  return static_cast<std::int64_t>(bits << above) >> above;
}

// In the current rounding mode: the operands come from memory and the results go there.
[[gnu::noinline]] void chain(const double* a, const double* b, const double* c, unsigned n, unsigned k, double* d) {
  for (unsigned j = 0; j < n; ++j) {
    double sum = c[j];
    for (unsigned i = 0; i < k; ++i) sum = with_nan(std::fma(a[i], b[i * n + j], sum), a[i], b[i * n + j], sum);
    d[j] = sum;
  }
}

}  // namespace

MatrixProduct::MatrixProduct(const ptx::MatrixForm& form)
    : form_(form),
      products_(form.quad_pairs ? kGroupsOfLanes : 1),
      depth_(form.bit_product == BitProduct::kNone ? form.k : form.k / 32) {
  unsigned first = 0;
  const auto next = [&](MatrixPart part) {
    const Part made = part_of(part, first);
    first += registers_of(form, part);
    return made;
  };
  d_ = next(MatrixPart::kD);
  a_ = next(MatrixPart::kA);
  b_ = next(MatrixPart::kB);
  c_ = next(MatrixPart::kC);
}

// Words of .b1 count as elements: consecutive along the rows of A and the columns of B.
MatrixProduct::Part MatrixProduct::part_of(MatrixPart which, unsigned first) const {
  Part part;
  part.type = type_of(form_, which);
  part.first = first;
  part.registers = distinct_registers(form_, which);
  const bool words = part.type == Type::kB1;
  part.bits = words ? 32 : bits_of(part.type);
  part.elements = part.bits >= 32 ? 1 : 32 / part.bits;
  ptx::MatrixShape shape = shape_of(form_, which);
  if (words) (which == MatrixPart::kA ? shape.columns : shape.rows) /= 32;
  for (unsigned reg = 0; reg < part.registers; ++reg) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      for (unsigned element = 0; element < part.elements; ++element) {
        ptx::MatrixPlace place = place_of(form_, which, lane, reg, element);
        if (words) (which == MatrixPart::kA ? place.column : place.row) /= 32;
        const unsigned product = form_.quad_pairs ? lane % kQuadLanes / kGroupsOfLanes : 0;
        part.places.push_back(static_cast<std::uint16_t>((product * shape.rows + place.row) * shape.columns +
                                                         place.column));
      }
    }
  }
  return part;
}

template <typename Value, typename Convert>
void MatrixProduct::collect(const Part& part, const Frame& frame, const Decoded& decoded, const Convert& convert,
                            Matrix<Value>& to) const {
  const std::uint64_t mask = part.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << part.bits) - 1;
  const std::uint16_t* place = part.places.data();
  for (unsigned reg = part.first; reg < part.first + part.registers; ++reg) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      std::uint64_t bits = cell(frame, decoded.fragments[reg], lane);
      for (unsigned element = 0; element < part.elements; ++element, bits >>= part.bits % 64)
        to[*place++] = convert(bits & mask);
    }
  }
}

template <typename Value, typename Convert>
void MatrixProduct::scatter(const Frame& frame, const Decoded& decoded, const Convert& convert,
                            const Matrix<Value>& from) const {
  const std::uint16_t* place = d_.places.data();
  for (unsigned reg = 0; reg < d_.registers; ++reg) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      std::uint64_t bits = 0;
      for (unsigned element = 0; element < d_.elements; ++element)
        bits |= convert(from[*place++]) << element * d_.bits % 64;
      set_cell(frame, decoded.fragments[reg], lane, bits);
    }
  }
}

void MatrixProduct::collect_floats(const Part& part, const Frame& frame, const Decoded& decoded,
                                   Matrix<double>& to) const {
  switch (part.type) {
    case Type::kF64: return collect(part, frame, decoded, double_from, to);
    case Type::kTf32: return collect(part, frame, decoded, tensor_from, to);
    case Type::kF16: return collect(part, frame, decoded, narrow_from<Half>, to);
    case Type::kBf16: return collect(part, frame, decoded, narrow_from<Bfloat>, to);
    case Type::kE4m3: return collect(part, frame, decoded, e4m3_value, to);
    case Type::kE5m2: return collect(part, frame, decoded, e5m2_value, to);
    default: return collect(part, frame, decoded, single_from, to);
  }
}

void MatrixProduct::collect_integers(const Part& part, const Frame& frame, const Decoded& decoded,
                                     Matrix<std::int64_t>& to) const {
  const bool is_signed = part.type == Type::kS8 || part.type == Type::kS4 || part.type == Type::kS32;
  const unsigned width = part.bits;
  const auto sign_extended = [width](std::uint64_t bits) { return extended(bits, width); };
  if (is_signed) return collect(part, frame, decoded, sign_extended, to);
  collect(part, frame, decoded, [](std::uint64_t bits) { return static_cast<std::int64_t>(bits); }, to);
}

// The result for the exact sum, or for one that is rounded to odd.
std::uint64_t MatrixProduct::float_result(double exact) const {
  return form_.d == Type::kF16 ? narrowed<Half>(exact).bits : bits_of(canonical(static_cast<float>(exact)));
}

void MatrixProduct::multiply_floats(const Frame& frame, const Decoded& decoded) const {
  Matrix<double> a, b, c, d;
  collect_floats(a_, frame, decoded, a);
  collect_floats(b_, frame, decoded, b);
  collect_floats(c_, frame, decoded, c);
  const bool doubles = form_.d == Type::kF64;
  for (unsigned line = 0; line < products_ * form_.m; ++line) {
    const double* const factors = &b[line / form_.m * form_.k * form_.n];
    const double *from = &a[line * form_.k], *sum = &c[line * form_.n];
    double* const to = &d[line * form_.n];
    if (doubles) {
      RoundingScope rounding(form_.rounding);
      chain(from, factors, sum, form_.n, form_.k, to);
    } else {
      exact_sums(from, factors, sum, form_.n, form_.k, to);
    }
  }
  if (doubles) return scatter(frame, decoded, [](double value) { return bits_of(value); }, d);
  scatter(frame, decoded, [this](double exact) { return float_result(exact); }, d);
}

void MatrixProduct::multiply_integers(const Frame& frame, const Decoded& decoded) const {
  Matrix<std::int64_t> a, b, c, d;
  collect_integers(a_, frame, decoded, a);
  collect_integers(b_, frame, decoded, b);
  collect_integers(c_, frame, decoded, c);
  const auto product = [this](std::int64_t x, std::int64_t y) -> std::int64_t {
    if (form_.bit_product == BitProduct::kNone) return x * y;
    return __builtin_popcountll(static_cast<std::uint64_t>(form_.bit_product == BitProduct::kXor ? x ^ y : x & y));
  };
  for (unsigned row = 0; row < form_.m; ++row) {
    for (unsigned column = 0; column < form_.n; ++column) {
      std::int64_t sum = c[row * form_.n + column];
      for (unsigned i = 0; i < depth_; ++i) sum += product(a[row * depth_ + i], b[i * form_.n + column]);
      using Limits = std::numeric_limits<std::int32_t>;
      if (form_.saturates) sum = std::clamp<std::int64_t>(sum, Limits::min(), Limits::max());
      d[row * form_.n + column] = sum;
    }
  }
  scatter(frame, decoded, [](std::int64_t sum) -> std::uint64_t { return static_cast<std::uint32_t>(sum); }, d);
}

void MatrixProduct::run(const Frame& frame, const Decoded& decoded) const {
  if (form_.d == Type::kS32) multiply_integers(frame, decoded);
  else multiply_floats(frame, decoded);
}

}  // namespace unibank::simt
