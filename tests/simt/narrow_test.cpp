// Arithmetic on f16, bf16 and pairs of them.
#include "simt/exact.h"

using namespace unibank;

namespace {

using U = std::uint64_t;
using Scalar = std::function<U(U a, U b, U c)>;  // on 16 bits

constexpr U kNarrowNan = 0x7fff;

struct NarrowKind {
  const char* name;
  FloatFormat format;
};
constexpr NarrowKind kNarrowKinds[] = {{"f16", kF16}, {"bf16", kBf16}};

const std::vector<Operands>& narrow_operands(FloatFormat format) {
  return format.exponent == 5 ? awkward_halves() : awkward_bfloats();
}

// Checks the form on single values, then on pairs.
void check_narrow(const std::string& opcode, const NarrowKind& kind, unsigned operands, const Scalar& expected) {
  const auto text = [&](const std::string& type, const std::string& letter, const std::string& result) {
    std::string all = opcode + "." + type + " " + result;
    for (unsigned n = 0; n < operands; ++n) all += ", " + letter + std::to_string(2 + n);
    return all + ";";
  };
  check_form(text(kind.name, "%h", "%h1"), "%h1", narrow_operands(kind.format),
             [&](U a, U b, U c, U) { return expected(a & 0xffff, b & 0xffff, c & 0xffff); });
  check_form(text(std::string(kind.name) + "x2", "%r", "%r10"), "%r10", narrow_operands(kind.format),
             [&](U a, U b, U c, U) {
               const U low = expected(a & 0xffff, b & 0xffff, c & 0xffff);
               return low | expected(a >> 16 & 0xffff, b >> 16 & 0xffff, c >> 16 & 0xffff) << 16;
             });
}

U nearest_bits(FloatFormat f, const Exactly& result) {
  return result.value != result.value ? kNarrowNan : rounded(f, result, 'n');
}
U sum(FloatFormat f, U a, U b) { return nearest_bits(f, exact_sum(number(f, a), number(f, b), 'n')); }
U difference(FloatFormat f, U a, U b) { return nearest_bits(f, exact_sum(number(f, a), -number(f, b), 'n')); }
U rounded_product(FloatFormat f, U a, U b) { return nearest_bits(f, {number(f, a) * number(f, b)}); }
U fused(FloatFormat f, U a, U b, U c) {
  return nearest_bits(f, exact_sum(number(f, a) * number(f, b), number(f, c), 'n'));
}

U flushed_narrow(FloatFormat f, U bits) { return bits & f.infinity() ? bits : bits & 0x8000; }
// Small products and sums of halves are exact in quadruple precision.
U flushed_fused(FloatFormat f, U a, U b, U c) {
  const U result = fused(f, a, b, c);
  const Quad exact = number(f, a) * number(f, b) + number(f, c);
  return magnitude(exact) < 0x1p-14 * (1 - 0x1p-12) ? result & 0x8000 : flushed_narrow(f, result);
}
U saturated_narrow(FloatFormat f, U bits) {
  if ((bits & 0x8000) != 0 || f.is_nan(bits)) return 0;
  return std::min(bits, (f.infinity() >> 1) & f.infinity());
}
U relu(FloatFormat f, U bits) { return (bits & 0x8000) != 0 && !f.is_nan(bits) ? 0 : bits; }

// As a sign-magnitude integer, -0 is below +0.
int key(U v) { return v & 0x8000 ? -static_cast<int>(v & 0x7fff) - 1 : static_cast<int>(v); }

U extreme(FloatFormat f, bool most, bool propagate, U a, U b) {
  const bool nan_a = f.is_nan(a), nan_b = f.is_nan(b);
  if ((nan_a && nan_b) || (propagate && (nan_a || nan_b))) return kNarrowNan;
  if (nan_a || nan_b) return nan_a ? b : a;
  return (key(a) < key(b)) != most ? a : b;
}

}  // namespace

TEST_CASE("16-bit floats add and multiply with one rounding") {
  for (const NarrowKind& kind : kNarrowKinds) {
    const FloatFormat f = kind.format;
    check_narrow("add", kind, 2, [=](U a, U b, U) { return sum(f, a, b); });
    check_narrow("add.rn", kind, 2, [=](U a, U b, U) { return sum(f, a, b); });
    check_narrow("sub.rn", kind, 2, [=](U a, U b, U) { return difference(f, a, b); });
    check_narrow("mul.rn", kind, 2, [=](U a, U b, U) { return rounded_product(f, a, b); });
    check_narrow("fma.rn", kind, 3, [=](U a, U b, U c) { return fused(f, a, b, c); });
    check_narrow("fma.rn.relu", kind, 3, [=](U a, U b, U c) { return relu(f, fused(f, a, b, c)); });
  }
}

TEST_CASE("halves flush subnormals and saturate when asked") {
  const NarrowKind kind = kNarrowKinds[0];
  const FloatFormat f = kind.format;
  // Small sums are exact. A product is subnormal if it is so after rounding with an unbounded exponent: 2^-14 less half
  // a unit in the last of 11 significant bits, or a larger value, is not.
  const auto ftz = [=](U (*operation)(FloatFormat, U, U)) {
    return [=](U a, U b, U) {
      a = flushed_narrow(f, a), b = flushed_narrow(f, b);
      const U result = operation(f, a, b);
      const bool small =
          operation == rounded_product && magnitude(number(f, a) * number(f, b)) < 0x1p-14 * (1 - 0x1p-12);
      return small ? result & 0x8000 : flushed_narrow(f, result);
    };
  };
  check_narrow("add.ftz", kind, 2, ftz(sum));
  check_narrow("sub.ftz", kind, 2, ftz(difference));
  check_narrow("mul.ftz", kind, 2, ftz(rounded_product));
  check_narrow("add.sat", kind, 2, [=](U a, U b, U) { return saturated_narrow(f, sum(f, a, b)); });
  check_narrow("sub.rn.sat", kind, 2, [=](U a, U b, U) { return saturated_narrow(f, difference(f, a, b)); });
  check_narrow("mul.rn.ftz.sat", kind, 2,
               [=](U a, U b, U) { return saturated_narrow(f, ftz(rounded_product)(a, b, 0)); });
  check_narrow("fma.rn.sat", kind, 3, [=](U a, U b, U c) { return saturated_narrow(f, fused(f, a, b, c)); });
  check_narrow("fma.rn.ftz", kind, 3, [=](U a, U b, U c) {
    return flushed_fused(f, flushed_narrow(f, a), flushed_narrow(f, b), flushed_narrow(f, c));
  });
  check_narrow("fma.rn.ftz.relu", kind, 3, [=](U a, U b, U c) {
    return relu(f, flushed_fused(f, flushed_narrow(f, a), flushed_narrow(f, b), flushed_narrow(f, c)));
  });
  check_narrow("neg.ftz", kind, 1, [=](U a, U, U) { return f.is_nan(a) ? kNarrowNan : flushed_narrow(f, a) ^ 0x8000; });
  check_narrow("abs.ftz", kind, 1, [=](U a, U, U) { return f.is_nan(a) ? kNarrowNan : flushed_narrow(f, a) & 0x7fff; });
  check_narrow("min.ftz", kind, 2,
               [=](U a, U b, U) { return extreme(f, false, false, flushed_narrow(f, a), flushed_narrow(f, b)); });
}

TEST_CASE("minimum and maximum of 16-bit floats in all variants") {
  for (const NarrowKind& kind : kNarrowKinds) {
    const FloatFormat f = kind.format;
    check_narrow("neg", kind, 1, [=](U a, U, U) { return f.is_nan(a) ? kNarrowNan : a ^ 0x8000; });
    check_narrow("abs", kind, 1, [=](U a, U, U) { return f.is_nan(a) ? kNarrowNan : a & 0x7fff; });
    for (const bool most : {false, true}) {
      const std::string opcode = most ? "max" : "min";
      for (const bool propagate : {false, true}) {
        const std::string nan = propagate ? ".NaN" : "";
        check_narrow(opcode + nan, kind, 2, [=](U a, U b, U) { return extreme(f, most, propagate, a, b); });
        check_narrow(opcode + nan + ".xorsign.abs", kind, 2, [=](U a, U b, U) {
          const U result = extreme(f, most, propagate, a & 0x7fff, b & 0x7fff);
          return f.is_nan(result) ? kNarrowNan : result | ((a ^ b) & 0x8000);
        });
      }
    }
  }
}

TEST_CASE("special functions of 16-bit floats are the nearest values") {
  for (const NarrowKind& kind : kNarrowKinds) {
    const FloatFormat f = kind.format;
    const auto function = [=](double (*of)(double), bool flush) {
      return [=](U a, U, U) {
        const Quad result = of(static_cast<double>(number(f, flush ? flushed_narrow(f, a) : a)));
        const U bits = nearest_bits(f, {result});
        return flush ? flushed_narrow(f, bits) : bits;
      };
    };
    const bool brain = kind.format.exponent == 8;
    check_narrow(brain ? "ex2.approx.ftz" : "ex2.approx", kind, 1, function(std::exp2, brain));
    check_narrow("tanh.approx", kind, 1, function(std::tanh, false));
  }
}
