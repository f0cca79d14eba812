// setp and set on 16-bit floats and pairs of them; set in all types.
#include "simt/exact.h"

using namespace unibank;

namespace {

using U = std::uint64_t;

const std::vector<std::string> kComparisons = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                               "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};

bool holds(const std::string& comparison, Quad a, Quad b) {
  const bool ordered = a == a && b == b;
  if (comparison == "num" || comparison == "nan") return ordered == (comparison == "num");
  if (!ordered) return comparison.size() == 3;
  const std::string base = comparison.substr(0, 2);
  if (base == "eq") return a == b;
  if (base == "ne") return a != b;
  return base == "lt" ? a < b : base == "le" ? a <= b : base == "gt" ? a > b : a >= b;
}

struct SetKind {
  const char* name;
  FloatFormat format;
  U one;
};
constexpr SetKind kSetKinds[] = {{"f16", kF16, 0x3c00}, {"bf16", kBf16, 0x3f80}};

const std::vector<Operands>& set_operands(const SetKind& kind) {
  return kind.format.exponent == 5 ? awkward_halves() : awkward_bfloats();
}
U flushed_compared(FloatFormat f, U bits) { return bits & f.infinity() ? bits : bits & f.sign(); }

// The comparison of the halves in the bits from `shift` on.
auto compared(const SetKind& kind, const std::string& comparison, unsigned shift, bool flush, U yes) {
  const FloatFormat f = kind.format;
  return [=](U a, U b, U, U) -> U {
    a = a >> shift & 0xffff, b = b >> shift & 0xffff;
    if (flush) a = flushed_compared(f, a), b = flushed_compared(f, b);
    return holds(comparison, number(f, a), number(f, b)) ? yes : 0;
  };
}

}  // namespace

TEST_CASE("16-bit floats compare with NaN as false - or as true when unordered") {
  for (const SetKind& kind : kSetKinds) {
    for (const std::string& comparison : kComparisons) {
      for (const bool flush : {false, true}) {
        if (flush && kind.format.exponent != 5) continue;
        const std::string opcode = "setp." + comparison + (flush ? ".ftz." : ".") + kind.name;
        const auto& operands = set_operands(kind);
        check_form(opcode + " %p1, %h2, %h3;", "%p1", operands, compared(kind, comparison, 0, flush, 1));
        check_form(opcode + "x2 %p1|%p2, %r2, %r3;", "%p1", operands, compared(kind, comparison, 0, flush, 1));
        check_form(opcode + "x2 %p2|%p1, %r2, %r3;", "%p1", operands, compared(kind, comparison, 16, flush, 1));
      }
    }
  }
}

TEST_CASE("a comparison of pairs combines with another predicate in both halves") {
  for (const unsigned shift : {0u, 16u}) {
    check_form("setp.ge.s32 %p2, %r4, 0;\nsetp.lt.and.f16x2 " + std::string(shift ? "%p3|%p1" : "%p1|%p3") +
                   ", %r2, %r3, !%p2;",
               "%p1", awkward_halves(), [=](U a, U b, U c, U d) {
                 return (c & 0x80000000) != 0 ? compared(kSetKinds[0], "lt", shift, false, 1)(a, b, c, d) : 0;
               });
  }
}

TEST_CASE("set gives ones or 1.0 for 16-bit floats and pairs") {
  for (const SetKind& kind : kSetKinds) {
    const auto& operands = set_operands(kind);
    const std::string name = kind.name, pair = name + "x2";
    for (const std::string& comparison : kComparisons) {
      const std::string opcode = "set." + comparison + ".";
      check_form(opcode + "u32." + name + " %r10, %h2, %h3;", "%r10", operands,
                 compared(kind, comparison, 0, false, 0xffffffff));
      check_form(opcode + "s16." + name + " %h1, %h2, %h3;", "%h1", operands,
                 compared(kind, comparison, 0, false, 0xffff));
      check_form(opcode + name + "." + name + " %h1, %h2, %h3;", "%h1", operands,
                 compared(kind, comparison, 0, false, kind.one));
      const auto both = [&](U yes) {
        return [=](U a, U b, U c, U d) {
          return compared(kind, comparison, 0, false, yes)(a, b, c, d) |
                 compared(kind, comparison, 16, false, yes)(a, b, c, d) << 16;
        };
      };
      check_form(opcode + "u32." + pair + " %r10, %r2, %r3;", "%r10", operands, both(0xffff));
      check_form(opcode + pair + "." + pair + " %r10, %r2, %r3;", "%r10", operands, both(kind.one));
    }
  }
}

TEST_CASE("set compares every type and gives every type") {
  const std::vector<std::pair<std::string, U>> results = {
      {"u32", 0xffffffff}, {"s32", 0xffffffff}, {"f32", 0x3f800000}, {"f16", 0x3c00}, {"bf16", 0x3f80}};
  const auto check = [&](const std::string& type, const std::string& letter, const std::vector<Operands>& operands,
                         const Expected& less) {
    for (const auto& [to, yes] : results) {
      const std::string reg = to == "f32" ? "%f10" : to[1] == '1' || to[0] == 'b' ? "%h1" : "%r10";
      check_form("set.lt." + to + "." + type + " " + reg + ", %" + letter + "2, %" + letter + "3;", reg, operands,
                 [&, one = yes](U a, U b, U c, U d) { return less(a, b, c, d) != 0 ? one : 0; });
    }
  };
  check("u16", "h", awkward32(), [](U a, U b, U, U) { return U{(a & 0xffff) < (b & 0xffff)}; });
  check("s16", "h", awkward32(),
        [](U a, U b, U, U) { return U{static_cast<std::int16_t>(a) < static_cast<std::int16_t>(b)}; });
  check("u32", "r", awkward32(), [](U a, U b, U, U) { return U{a < b}; });
  check("s32", "r", awkward32(),
        [](U a, U b, U, U) { return U{static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b)}; });
  check("u64", "l", awkward64(), [](U a, U b, U, U) { return U{a < b}; });
  check("s64", "l", awkward64(),
        [](U a, U b, U, U) { return U{static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b)}; });
  check("f32", "f", awkward_floats(), [](U a, U b, U, U) { return U{f32(a) < f32(b)}; });
  check("f64", "d", awkward_doubles(), [](U a, U b, U, U) { return U{f64(a) < f64(b)}; });
}
