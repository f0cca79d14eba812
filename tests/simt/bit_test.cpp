#include "simt/forms.h"

using namespace unibank;

namespace {

using U = std::uint64_t;

// PTX's own definitions, bit by bit.
U bfe(U a, U position, U length, unsigned width, bool is_signed) {
  position &= 255;
  length &= 255;
  const U msb = width - 1;
  const U sign = is_signed && length != 0 ? a >> std::min(position + length - 1, msb) & 1 : 0;
  U d = 0;
  for (U i = 0; i <= msb; ++i) {
    const U bit = i < length && position + i <= msb ? a >> (position + i) & 1 : sign;
    d |= bit << i;
  }
  return d;
}
U bfi(U a, U b, U position, U length, unsigned width) {
  position &= 255;
  length &= 255;
  for (U i = 0; i < length && position + i < width; ++i) {
    const U place = U{1} << (position + i);
    b = (b & ~place) | ((a >> i & 1) << (position + i));
  }
  return b;
}
U reversed(U a, unsigned width) {
  U d = 0;
  for (unsigned i = 0; i < width; ++i) d |= (a >> i & 1) << (width - 1 - i);
  return d;
}
U highest(U a, unsigned width) {
  for (unsigned i = width; i-- > 0;) {
    if (a >> i & 1) return i;
  }
  return ~U{0};
}
void check_bits32(const std::string& code, const Expected& expected) {
  check_form(code, "%r10", awkward32(), expected);
}
void check_bits64(const std::string& code, const Expected& expected) {
  check_form(code, "%l10", awkward64(), expected);
}

}  // namespace

TEST_CASE("logic operations work on all widths and on predicates") {
  check_form("and.b16 %h1, %h2, %h3;", "%h1", awkward32(), [](U a, U b, U, U) { return a & b; });
  check_bits32("or.b32 %r10, %r2, %r3;", [](U a, U b, U, U) { return a | b; });
  check_bits64("xor.b64 %l10, %l2, %l3;", [](U a, U b, U, U) { return a ^ b; });
  check_bits32("not.b32 %r10, %r2;", [](U a, U, U, U) { return ~a; });
  check_bits64("cnot.b64 %l10, %l2;", [](U a, U, U, U) { return a == 0 ? 1 : 0; });
  check_form("setp.eq.s32 %p2, %r2, 0;\nsetp.eq.s32 %p3, %r3, 0;\nxor.pred %p1, %p2, %p3;", "%p1", awkward32(),
             [](U a, U b, U, U) { return (a == 0) != (b == 0); });
  check_form("setp.eq.s32 %p2, %r2, 0;\nnot.pred %p1, %p2;", "%p1", awkward32(), [](U a, U, U, U) { return a != 0; });
}

TEST_CASE("a shift by the width or more shifts everything out") {
  check_bits32("shl.b32 %r10, %r2, %r3;", [](U a, U b, U, U) { return b > 31 ? 0 : a << b; });
  check_bits32("shr.u32 %r10, %r2, %r3;", [](U a, U b, U, U) { return b > 31 ? 0 : a >> b; });
  check_bits32("shr.s32 %r10, %r2, %r3;", [](U a, U b, U, U) {
    return static_cast<U>(std::int64_t{static_cast<std::int32_t>(a)} >> std::min<U>(b, 31));
  });
  check_bits64("shl.b64 %l10, %l2, %r3;", [](U a, U b, U, U) { return (b & 0xffffffff) > 63 ? 0 : a << (b & 63); });
  check_bits64("shr.u64 %l10, %l2, %r3;", [](U a, U b, U, U) { return (b & 0xffffffff) > 63 ? 0 : a >> (b & 63); });
  check_bits64("shr.s64 %l10, %l2, %r3;", [](U a, U b, U, U) {
    return static_cast<U>(static_cast<std::int64_t>(a) >> std::min<U>(b & 0xffffffff, 63));
  });
  check_form("shl.b16 %h1, %h2, %r3;", "%h1", awkward32(), [](U a, U b, U, U) { return b > 15 ? 0 : a << b; });
  check_form("shr.s16 %h1, %h2, %r3;", "%h1", awkward32(), [](U a, U b, U, U) {
    return static_cast<U>(std::int64_t{static_cast<std::int16_t>(a)} >> std::min<U>(b, 15));
  });
}

TEST_CASE("a funnel shift takes 32 bits out of a pair") {
  check_bits32("shf.l.wrap.b32 %r10, %r2, %r3, %r4;", [](U a, U b, U c, U) { return (b << 32 | a) << (c & 31) >> 32; });
  check_bits32("shf.r.wrap.b32 %r10, %r2, %r3, %r4;", [](U a, U b, U c, U) { return (b << 32 | a) >> (c & 31); });
  check_bits32("shf.l.clamp.b32 %r10, %r2, %r3, %r4;",
               [](U a, U b, U c, U) { return c >= 32 ? a : (b << 32 | a) << c >> 32; });
  check_bits32("shf.r.clamp.b32 %r10, %r2, %r3, %r4;",
               [](U a, U b, U c, U) { return c >= 32 ? b : (b << 32 | a) >> c; });
}

TEST_CASE("bit fields are extracted and inserted as PTX defines them") {
  check_bits32("bfe.u32 %r10, %r2, %r3, %r4;", [](U a, U b, U c, U) { return bfe(a, b, c, 32, false); });
  check_bits32("bfe.s32 %r10, %r2, %r3, %r4;", [](U a, U b, U c, U) { return bfe(a, b, c, 32, true); });
  check_bits64("bfe.u64 %l10, %l2, %r3, %r4;", [](U a, U b, U c, U) { return bfe(a, b, c, 64, false); });
  check_bits64("bfe.s64 %l10, %l2, %r3, %r4;", [](U a, U b, U c, U) { return bfe(a, b, c, 64, true); });
  check_bits32("bfi.b32 %r10, %r2, %r3, %r4, %r5;", [](U a, U b, U c, U d) { return bfi(a, b, c, d, 32); });
  check_bits64("bfi.b64 %l10, %l2, %l3, %r4, %r5;", [](U a, U b, U c, U d) { return bfi(a, b, c, d, 64); });
}

TEST_CASE("bits are counted, found and reversed") {
  check_bits32("clz.b32 %r10, %r2;", [](U a, U, U, U) { return 31 - highest(a, 32) > 32 ? 32 : 31 - highest(a, 32); });
  check_bits32("popc.b32 %r10, %r2;", [](U a, U, U, U) { return static_cast<U>(__builtin_popcountll(a)); });
  check_bits32("brev.b32 %r10, %r2;", [](U a, U, U, U) { return reversed(a, 32); });
  check_bits64("brev.b64 %l10, %l2;", [](U a, U, U, U) { return reversed(a, 64); });
  check_form("popc.b64 %r10, %l2;", "%r10", awkward64(),
             [](U a, U, U, U) { return static_cast<U>(__builtin_popcountll(a)); });
  check_form("clz.b64 %r10, %l2;", "%r10", awkward64(), [](U a, U, U, U) { return a == 0 ? 64 : 63 - highest(a, 64); });
  check_bits32("bfind.u32 %r10, %r2;", [](U a, U, U, U) { return highest(a, 32); });
  check_bits32("bfind.s32 %r10, %r2;", [](U a, U, U, U) { return highest(a >> 31 ? ~a & 0xffffffff : a, 32); });
  check_bits32("bfind.shiftamt.u32 %r10, %r2;", [](U a, U, U, U) { return a == 0 ? ~U{0} : 31 - highest(a, 32); });
  check_form("bfind.s64 %r10, %l2;", "%r10", awkward64(), [](U a, U, U, U) { return highest(a >> 63 ? ~a : a, 64); });
}

TEST_CASE("prmt picks bytes, or their sign") {
  const auto permuted = [](const std::string& mode, std::uint64_t selector) {
    return evaluate("prmt.b32" + mode + " %r10, %r2, %r3, %r4;", "%r10", {{0x83828180, 0x77665544, selector}}).front();
  };
  CHECK(permuted("", 0x3210) == 0x83828180);
  CHECK(permuted("", 0x7654) == 0x77665544);
  CHECK(permuted("", 0x0415) == 0x80448155);
  CHECK(permuted("", 0xb8f4) == 0xffff0044);  // nibbles with bit 3: eight times the sign of bytes 3, 0 and 7
  CHECK(permuted(".f4e", 1) == 0x44838281);
  CHECK(permuted(".b4e", 1) == 0x66778081);
  CHECK(permuted(".rc8", 2) == 0x82828282);
  CHECK(permuted(".ecl", 1) == 0x83828181);
  CHECK(permuted(".ecr", 2) == 0x82828180);
  CHECK(permuted(".rc16", 1) == 0x83828382);
}
