// The less common integer and bit instructions, in all types and with all modifiers.
#include "simt/forms.h"

using namespace unibank;

namespace {

using U = std::uint64_t;
using Big = __int128;

struct IntegerKind {
  std::string name;
  unsigned bits;
  bool is_signed;
  std::string reg(unsigned n) const {
    return (bits == 16 ? "%h" : bits == 32 ? "%r" : "%l") + std::to_string(n);
  }
  std::string result() const { return bits == 16 ? "%h1" : bits == 32 ? "%r10" : "%l10"; }
  const std::vector<Operands>& operands() const { return bits == 64 ? awkward64() : awkward32(); }
  // The operand as an integer of the type.
  Big value(U v) const {
    if (bits == 64) return is_signed ? Big{static_cast<std::int64_t>(v)} : Big{v};
    const Big low = v & ((U{1} << bits) - 1);
    return is_signed && (v >> (bits - 1) & 1) != 0 ? low - (Big{1} << bits) : low;
  }
};
const std::vector<IntegerKind> kIntegerKinds = {{"u16", 16, false}, {"s16", 16, true},  {"u32", 32, false},
                                                {"s32", 32, true},  {"u64", 64, false}, {"s64", 64, true}};

using Function2 = std::function<Big(Big, Big)>;
using Function3 = std::function<Big(Big, Big, Big)>;

void check_two(const std::string& opcode, const IntegerKind& k, const Function2& f) {
  check_form(opcode + "." + k.name + " " + k.result() + ", " + k.reg(2) + ", " + k.reg(3) + ";", k.result(),
             k.operands(), [&](U a, U b, U, U) { return static_cast<U>(f(k.value(a), k.value(b))); });
}
void check3(const std::string& opcode, const IntegerKind& k, const Function3& f) {
  check_form(opcode + "." + k.name + " " + k.result() + ", " + k.reg(2) + ", " + k.reg(3) + ", " + k.reg(4) + ";",
             k.result(), k.operands(),
             [&](U a, U b, U c, U) { return static_cast<U>(f(k.value(a), k.value(b), k.value(c))); });
}
// The high half of a product, exact even for 64-bit operands, whose product has 128 bits.
Big high(const IntegerKind& k, Big a, Big b) {
  if (k.bits < 64 || k.is_signed) return (a * b) >> k.bits;
  return static_cast<Big>(static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b) >> 64);
}
Big saturated32(Big v) { return std::max<Big>(std::min<Big>(v, 0x7fffffff), -Big{0x80000000}); }

U byte(const std::string& type, U word, unsigned n) {
  return type == "s32" ? static_cast<U>(static_cast<std::int8_t>(word >> (8 * n))) : word >> (8 * n) & 255;
}
U half(const std::string& type, U word, unsigned n) {
  return type == "s32" ? static_cast<U>(static_cast<std::int16_t>(word >> (16 * n))) : word >> (16 * n) & 0xffff;
}

}  // namespace

TEST_CASE("products and multiply-adds in every type") {
  for (const IntegerKind& k : kIntegerKinds) {
    const auto low = [](Big a, Big b) {
      return static_cast<Big>(static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b));
    };
    check_two("mul.lo", k, low);
    check_two("mul.hi", k, [&](Big a, Big b) { return high(k, a, b); });
    check3("mad.lo", k, [&](Big a, Big b, Big c) { return Big{static_cast<U>(low(a, b)) + static_cast<U>(c)}; });
    check3("mad.hi", k, [&](Big a, Big b, Big c) { return high(k, a, b) + c; });
    if (k.bits == 64) continue;
    const IntegerKind wide{k.name, 2 * k.bits, k.is_signed};
    check_form("mul.wide." + k.name + " " + wide.result() + ", " + k.reg(2) + ", " + k.reg(3) + ";", wide.result(),
               k.operands(), [&](U a, U b, U, U) { return static_cast<U>(k.value(a) * k.value(b)); });
    const std::string sources = k.reg(2) + ", " + k.reg(3) + ", " + wide.reg(4) + ";";
    check_form("mad.wide." + k.name + " " + wide.result() + ", " + sources, wide.result(), k.operands(),
               [&](U a, U b, U c, U) { return static_cast<U>(k.value(a) * k.value(b)) + c; });
  }
  check3("mad.hi.sat", kIntegerKinds[3], [](Big a, Big b, Big c) { return saturated32((a * b >> 32) + c); });
}

TEST_CASE("24-bit multiply-adds take the low or the high 32 of 48 bits") {
  for (const IntegerKind& k : {kIntegerKinds[2], kIntegerKinds[3]}) {
    const IntegerKind low{"", 24, k.is_signed};
    const auto product = [=](Big a, Big b) { return low.value(static_cast<U>(a)) * low.value(static_cast<U>(b)); };
    check3("mad24.lo", k, [=](Big a, Big b, Big c) { return product(a, b) + c; });
    check3("mad24.hi", k, [=](Big a, Big b, Big c) { return (product(a, b) >> 16) + c; });
    if (k.is_signed) {
      check3("mad24.hi.sat", k,
             [=](Big a, Big b, Big c) { return saturated32(Big{static_cast<std::int32_t>(product(a, b) >> 16)} + c); });
    }
  }
}

TEST_CASE("quotients - extremes and differences in every type") {
  for (const IntegerKind& k : kIntegerKinds) {
    check_two("div", k, [](Big a, Big b) { return b == 0 ? Big{-1} : a / b; });
    check_two("rem", k, [](Big a, Big b) { return b == 0 ? Big{-1} : a % b; });
    check_two("min", k, [](Big a, Big b) { return std::min(a, b); });
    check_two("max", k, [](Big a, Big b) { return std::max(a, b); });
    check3("sad", k, [](Big a, Big b, Big c) { return c + (a < b ? b - a : a - b); });
    if (!k.is_signed) continue;
    const std::string operands = "." + k.name + " " + k.result() + ", " + k.reg(2) + ";";
    check_form("neg" + operands, k.result(), k.operands(), [&](U a, U, U, U) { return static_cast<U>(-k.value(a)); });
    check_form("abs" + operands, k.result(), k.operands(), [&](U a, U, U, U) {
      return static_cast<U>(k.value(a) < 0 ? -k.value(a) : k.value(a));
    });
  }
  check_two("min.relu", kIntegerKinds[3], [](Big a, Big b) { return std::max<Big>(std::min(a, b), 0); });
  check_two("max.relu", kIntegerKinds[3], [](Big a, Big b) { return std::max<Big>(std::max(a, b), 0); });
}

TEST_CASE("pairs of 16-bit integers") {
  const auto check = [](const std::string& form, const IntegerKind& k, const Function2& f) {
    check_form(form + "x2 %r10, %r2, %r3;", "%r10", awkward32(), [&](U a, U b, U, U) {
      const U high = static_cast<U>(f(k.value(a >> 16), k.value(b >> 16)));
      return (static_cast<U>(f(k.value(a), k.value(b))) & 0xffff) | high << 16;
    });
  };
  for (const IntegerKind& k : {kIntegerKinds[0], kIntegerKinds[1]}) {
    check("add." + k.name, k, [](Big a, Big b) { return a + b; });
    check("min." + k.name, k, [](Big a, Big b) { return std::min(a, b); });
    check("max." + k.name, k, [](Big a, Big b) { return std::max(a, b); });
  }
  check("min.relu.s16", kIntegerKinds[1], [](Big a, Big b) { return std::max<Big>(std::min(a, b), 0); });
  check("max.relu.s16", kIntegerKinds[1], [](Big a, Big b) { return std::max<Big>(std::max(a, b), 0); });
}

TEST_CASE("dot products of bytes are added up in 32 bits") {
  for (const std::string a_type : {"u32", "s32"}) {
    for (const std::string b_type : {"u32", "s32"}) {
      const std::string rest = "." + a_type + "." + b_type + " %r10, %r2, %r3, %r4;";
      check_form("dp4a" + rest, "%r10", awkward32(), [=](U a, U b, U c, U) {
        for (unsigned n = 0; n < 4; ++n) c += byte(a_type, a, n) * byte(b_type, b, n);
        return c;
      });
      for (const unsigned first : {0u, 2u}) {
        check_form((first ? "dp2a.hi" : "dp2a.lo") + rest, "%r10", awkward32(), [=](U a, U b, U c, U) {
          for (unsigned n = 0; n < 2; ++n) c += half(a_type, a, n) * byte(b_type, b, first + n);
          return c;
        });
      }
    }
  }
}

TEST_CASE("vabsdiff4 takes four differences of bytes") {
  for (const std::string type : {"u32", "s32"}) {
    for (const std::string a_type : {"u32", "s32"}) {
      for (const std::string b_type : {"u32", "s32"}) {
        for (const std::string modifier : {"", ".sat", ".add"}) {
          check_form("vabsdiff4." + type + "." + a_type + "." + b_type + modifier + " %r10, %r2, %r3, %r4;", "%r10",
                     awkward32(), [=](U a, U b, U c, U) {
                       U packed = 0;
                       for (unsigned n = 0; n < 4; ++n) {
                         auto difference = static_cast<std::int64_t>(byte(a_type, a, n) - byte(b_type, b, n));
                         if (difference < 0) difference = -difference;
                         const int most = type == "s32" ? 127 : 255;
                         if (modifier == ".sat") difference = std::min<std::int64_t>(difference, most);
                         packed |= static_cast<U>(difference & 255) << (8 * n);
                         c += static_cast<U>(difference);
                       }
                       return modifier == ".add" ? c : packed;
                     });
        }
      }
    }
  }
}

TEST_CASE("carries go through sums - differences and products of 32 and 64 bits") {
  using Wide = unsigned __int128;
  const auto pair = [](U low, U high) { return static_cast<Wide>(high) << 64 | low; };
  check_form("add.cc.u64 %l11, %l2, %l3;\naddc.u64 %l10, %l4, %l5;", "%l10", awkward64(),
             [=](U a, U b, U c, U d) { return static_cast<U>((pair(a, c) + pair(b, d)) >> 64); });
  check_form("sub.cc.s64 %l11, %l2, %l3;\nsubc.s64 %l10, %l4, %l5;", "%l10", awkward64(),
             [=](U a, U b, U c, U d) { return static_cast<U>((pair(a, c) - pair(b, d)) >> 64); });
  // Three words, through .cc of addc, subc and madc.
  check_form("add.cc.u32 %r11, %r2, %r3;\naddc.cc.u32 %r11, %r3, %r4;\naddc.s32 %r10, %r4, %r5;", "%r10", awkward32(),
             [](U a, U b, U c, U d) { return c + d + (((b << 32 | a) + 0 > ~(c << 32 | b)) ? 1 : 0); });
  check_form("sub.cc.u32 %r11, %r2, %r3;\nsubc.cc.u32 %r11, %r3, %r4;\nsubc.u32 %r10, %r4, %r5;", "%r10", awkward32(),
             [](U a, U b, U c, U d) { return c - d - ((b << 32 | a) < (c << 32 | b) ? 1 : 0); });
  for (const IntegerKind& k : {kIntegerKinds[2], kIntegerKinds[3], kIntegerKinds[4], kIntegerKinds[5]}) {
    const std::string operands = "." + k.name + " " + k.reg(11) + ", " + k.reg(2) + ", " + k.reg(3) + ", " + k.reg(4);
    // The low word with its carry, followed by the high word.
    check_form("mad.lo.cc" + operands + ";\nmadc.hi." + k.name + " " + k.result() + ", " + k.reg(2) + ", " + k.reg(3) +
                   ", " + k.reg(5) + ";",
               k.result(), k.operands(), [&](U a, U b, U c, U d) {
                 const U mask = k.bits == 64 ? ~U{0} : (U{1} << k.bits) - 1;
                 const Wide product = static_cast<Wide>(k.value(a)) * static_cast<Wide>(k.value(b));
                 const U low = static_cast<U>(product) & mask, top = static_cast<U>(product >> k.bits);
                 const bool carry = static_cast<Wide>(low) + (c & mask) > mask;
                 return top + d + (carry ? 1 : 0);
               });
    check_form("mad.hi.cc" + operands + ";\nmadc.lo.cc." + k.name + " " + k.result() + ", " + k.reg(3) + ", " +
                   k.reg(4) + ", " + k.reg(5) + ";",
               k.result(), k.operands(), [&](U a, U b, U c, U d) {
                 const U mask = k.bits == 64 ? ~U{0} : (U{1} << k.bits) - 1;
                 const U top = static_cast<U>(high(k, k.value(a), k.value(b))) & mask;
                 return b * c + d + (static_cast<Wide>(top) + (c & mask) > mask ? 1 : 0);
               });
  }
}

TEST_CASE("lop3 makes the function of three bits that its table gives") {
  for (const unsigned table : {0x00u, 0x01u, 0x80u, 0x96u, 0xcau, 0xe8u, 0xf0u, 0xccu, 0xaau, 0xfeu, 0x3cu, 0xffu}) {
    check_form("lop3.b32 %r10, %r2, %r3, %r4, " + std::to_string(table) + ";", "%r10", awkward32(),
               [=](U a, U b, U c, U) {
                 U result = 0;
                 for (unsigned n = 0; n < 32; ++n) {
                   const U index = (a >> n & 1) << 2 | (b >> n & 1) << 1 | (c >> n & 1);
                   result |= U{table >> index & 1} << n;
                 }
                 return result;
               });
  }
}

TEST_CASE("prmt permutes by any selector and in any mode") {
  check_form("prmt.b32 %r10, %r2, %r3, %r4;", "%r10", awkward32(), [](U a, U b, U c, U) {
    const U bytes = b << 32 | a;
    U result = 0;
    for (unsigned n = 0; n < 4; ++n) {
      const U value = bytes >> (8 * (c >> (4 * n) & 7)) & 255;
      result |= (c >> (4 * n) & 8 ? (value & 128 ? U{255} : U{0}) : value) << (8 * n);
    }
    return result;
  });
  const auto check = [](const std::string& mode, unsigned (*source)(unsigned selector, unsigned n)) {
    check_form("prmt.b32." + mode + " %r10, %r2, %r3, %r4;", "%r10", awkward32(), [=](U a, U b, U c, U) {
      const U bytes = b << 32 | a;
      U result = 0;
      for (unsigned n = 0; n < 4; ++n) result |= (bytes >> (8 * source(c & 3, n)) & 255) << (8 * n);
      return result;
    });
  };
  check("f4e", [](unsigned s, unsigned n) { return s + n; });
  check("b4e", [](unsigned s, unsigned n) { return (s - n) & 7; });
  check("rc8", [](unsigned s, unsigned) { return s; });
  check("ecl", [](unsigned s, unsigned n) { return std::max(s, n); });
  check("ecr", [](unsigned s, unsigned n) { return std::min(s, n); });
  check("rc16", [](unsigned s, unsigned n) { return (s & 1) * 2 + (n & 1); });
}

TEST_CASE("bit masks - partial extensions and the n-th set bit") {
  check_form("bmsk.clamp.b32 %r10, %r2, %r3;", "%r10", awkward32(), [](U a, U b, U, U) {
    U result = 0;
    for (U n = 0; n < 32; ++n) result |= U{n >= a && n - a < b} << n;
    return result;
  });
  check_form("bmsk.wrap.b32 %r10, %r2, %r3;", "%r10", awkward32(), [](U a, U b, U, U) {
    U result = 0;
    for (U n = a & 31; n < (a & 31) + (b & 31) && n < 32; ++n) result |= U{1} << n;
    return result;
  });
  for (const bool is_signed : {false, true}) {
    for (const bool clamp : {false, true}) {
      check_form("szext." + std::string(clamp ? "clamp." : "wrap.") + (is_signed ? "s32" : "u32") + " %r10, %r2, %r3;",
                 "%r10", awkward32(), [=](U a, U b, U, U) {
                   if (clamp && b >= 32) return a;
                   b &= 31;
                   const U sign = is_signed && b != 0 ? a >> (b - 1) & 1 : 0;
                   U result = 0;
                   for (U n = 0; n < 32; ++n) result |= (n < b ? a >> n & 1 : sign) << n;
                   return result;
                 });
    }
  }
  check_form("and.b32 %r11, %r3, 31;\nshr.s32 %r12, %r4, 27;\nfns.b32 %r10, %r2, %r11, %r12;", "%r10", awkward32(),
             [](U a, U b, U c, U) -> U {
               const int n = static_cast<std::int32_t>(c) >> 27;
               std::vector<unsigned> found;
               const auto base = static_cast<unsigned>(b & 31);
               if (n == 0) return a >> base & 1 ? base : ~U{0};
               for (unsigned i = 0; i < 32; ++i) {
                 const unsigned at = n > 0 ? i : 31 - i;
                 if ((n > 0 ? at >= base : at <= base) && (a >> at & 1) != 0) found.push_back(at);
               }
               const auto index = static_cast<std::size_t>(n > 0 ? n : -n) - 1;
               return index < found.size() ? found[index] : ~U{0};
             });
}

TEST_CASE("bit operations of the other widths") {
  check_form("not.b16 %h1, %h2;", "%h1", awkward32(), [](U a, U, U, U) { return ~a; });
  check_form("cnot.b16 %h1, %h2;", "%h1", awkward32(), [](U a, U, U, U) { return U{(a & 0xffff) == 0}; });
  check_form("cnot.b32 %r10, %r2;", "%r10", awkward32(), [](U a, U, U, U) { return U{a == 0}; });
  check_form("shr.u16 %h1, %h2, %r3;", "%h1", awkward32(),
             [](U a, U b, U, U) { return b > 15 ? 0 : (a & 0xffff) >> b; });
  check_form("shr.b64 %l10, %l2, %r3;", "%l10", awkward64(),
             [](U a, U b, U, U) { return (b & 0xffffffff) > 63 ? 0 : a >> (b & 63); });
  check_form("bfind.u64 %r10, %l2;", "%r10", awkward64(),
             [](U a, U, U, U) { return a == 0 ? ~U{0} : U{63} - static_cast<U>(__builtin_clzll(a)); });
  check_form("bfind.shiftamt.s64 %r10, %l2;", "%r10", awkward64(), [](U a, U, U, U) {
    const U bits = a >> 63 ? ~a : a;
    return bits == 0 ? ~U{0} : static_cast<U>(__builtin_clzll(bits));
  });
  check_form("bfind.shiftamt.s32 %r10, %r2;", "%r10", awkward32(), [](U a, U, U, U) {
    const U bits = a >> 31 ? ~a & 0xffffffff : a;
    return bits == 0 ? ~U{0} : static_cast<U>(__builtin_clzll(bits)) - 32;
  });
}
