#include "simt/matrix_product.h"

#include <algorithm>
#include <limits>

#include "simt/half.h"
#include "simt/small_float.h"
#include "simt/tensor_sum.h"

namespace unibank::simt {

namespace {

using ptx::BitProduct;
using ptx::MatrixPart;
using ptx::Type;

constexpr unsigned kGroupsOfLanes = 4, kQuadLanes = 16;

bool is_small(Type type) { return type == Type::kE4m3 || type == Type::kE5m2; }

// Along k: registers have four floats of 8 bits, and the first sum has the first two of each.
unsigned small_place(unsigned at, unsigned k) { return (at % 4 < 2 ? 0 : k / 2) + at / 4 * 2 + at % 2; }

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

// Computes in the current rounding mode: the operands are read from memory, and the results are written there.
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
        unsigned& along = which == MatrixPart::kA ? place.column : place.row;
        if (words) along /= 32;
        if (is_small(part.type)) along = small_place(along, form_.k);
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

void MatrixProduct::multiply_doubles(const Frame& frame, const Decoded& decoded) const {
  Matrix<double> a, b, c, d;
  collect_floats(a_, frame, decoded, a);
  collect_floats(b_, frame, decoded, b);
  collect_floats(c_, frame, decoded, c);
  RoundingScope rounding(form_.rounding);
  for (unsigned row = 0; row < form_.m; ++row)
    chain(&a[row * form_.k], b.data(), &c[row * form_.n], form_.n, form_.k, &d[row * form_.n]);
  scatter(frame, decoded, [](double value) { return bits_of(value); }, d);
}

// The products of a sum. An H200 has no tensor units for f8 in mma.sync: its compiler makes two products in f16. For
// tf32 in wmma it also makes two products.
unsigned MatrixProduct::products_of_sum() const {
  if (is_small(form_.a)) return form_.k / 2;
  return form_.wmma && form_.a == Type::kTf32 ? form_.k / 2 : form_.k;
}

// Computes the sums one after the other; each uses the previous result in place of C.
void MatrixProduct::sum_parts(TensorLine a, TensorLine b, TensorLine c, double* to) const {
  std::array<double, kWarpSize> sums{};
  std::array<std::int16_t, kWarpSize> exponents{};
  const unsigned part = products_of_sum();
  for (unsigned first = 0; first < form_.k; first += part) {
    if (first != 0) {
      std::copy(to, to + form_.n, sums.begin());
      tensor_exponents(sums.data(), form_.n, form_.d, exponents.data());
      c = {sums.data(), exponents.data()};
    }
    tensor_sums({a.values + first, a.exponents + first},
                {b.values + first * form_.n, b.exponents + first * form_.n}, c, form_.n, part, to);
    if (part == form_.k) return;
    for (unsigned j = 0; j < form_.n; ++j)
      to[j] = form_.d == Type::kF16 ? value_of(narrowed<Half>(to[j])) : double{float_of(truncated_single(to[j]))};
  }
}

// C is added at the end. A sum of two f16 is exact as a double, and rounded when it becomes a result.
void MatrixProduct::sum_small(TensorLine a, TensorLine b, const double* c, double* to) const {
  const std::array<double, kWarpSize> zeros{};
  std::array<std::int16_t, kWarpSize> exponents{};
  tensor_exponents(zeros.data(), form_.n, form_.d, exponents.data());
  sum_parts(a, b, {zeros.data(), exponents.data()}, to);
  for (unsigned j = 0; j < form_.n; ++j)
    to[j] = form_.d == Type::kF16 ? to[j] + c[j] : double{static_cast<float>(to[j]) + static_cast<float>(c[j])};
}

// mma.m8n8k4, which an H200 computes without tensor units: operations of f32, in the order of its compiler.
void MatrixProduct::sum_quads(const double* a, const double* b, const double* c, double* to) const {
  const auto term = [&](unsigned i, unsigned column, float sum) {
    return std::fma(static_cast<float>(a[i]), static_cast<float>(b[i * form_.n + column]), sum);
  };
  for (unsigned j = 0; j < form_.n; ++j) {
    const auto with = static_cast<float>(c[j]);
    if (form_.d == Type::kF16) to[j] = double{with + term(1, j, term(0, j, -0.0f)) + term(3, j, term(2, j, -0.0f))};
    else to[j] = double{with + term(3, j, term(2, j, term(1, j, term(0, j, 0.0f))))};
  }
}

void MatrixProduct::multiply_floats(const Frame& frame, const Decoded& decoded) const {
  Matrix<double> a, b, c, d;
  Matrix<std::int16_t> a_exponents, b_exponents, c_exponents;
  const auto collect_all = [&](const Part& part, Type type, unsigned elements, Matrix<double>& to,
                               Matrix<std::int16_t>& powers) {
    collect_floats(part, frame, decoded, to);
    tensor_exponents(to.data(), products_ * elements, type, powers.data());
  };
  collect_all(a_, form_.a, form_.m * form_.k, a, a_exponents);
  collect_all(b_, form_.b, form_.k * form_.n, b, b_exponents);
  // With a D in f32, a C in f16 becomes f32 first.
  collect_all(c_, form_.d == Type::kF32 ? Type::kF32 : form_.c, form_.m * form_.n, c, c_exponents);
  for (unsigned line = 0; line < products_ * form_.m; ++line) {
    const unsigned in_a = line * form_.k, in_b = line / form_.m * form_.k * form_.n, in_c = line * form_.n;
    const TensorLine factors{&a[in_a], &a_exponents[in_a]}, columns{&b[in_b], &b_exponents[in_b]};
    if (form_.quad_pairs) sum_quads(&a[in_a], &b[in_b], &c[in_c], &d[in_c]);
    else if (is_small(form_.a)) sum_small(factors, columns, &c[in_c], &d[in_c]);
    else sum_parts(factors, columns, {&c[in_c], &c_exponents[in_c]}, &d[in_c]);
  }
  const auto half = [](double sum) { return std::uint64_t{narrowed<Half>(sum).bits}; };
  if (form_.d == Type::kF16) scatter(frame, decoded, half, d);
  else scatter(frame, decoded, [](double sum) { return std::uint64_t{truncated_single(sum)}; }, d);
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
  else if (form_.d == Type::kF64) multiply_doubles(frame, decoded);
  else multiply_floats(frame, decoded);
}

}  // namespace unibank::simt
