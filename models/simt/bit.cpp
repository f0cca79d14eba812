// Bits: and or xor not cnot lop3 shl shr shf bfe bfi bfind brev clz popc prmt bmsk szext fns; and or xor not of
// predicates.
#include <algorithm>
#include <cstdlib>

#include "ptx/instruction_table.h"
#include "simt/lanes.h"
#include "simt/types.h"

namespace unibank::simt {
namespace {

using ptx::Op;
using ptx::Type;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

struct And { template <typename T> static T run(T a, T b) { return a & b; } };
struct Or { template <typename T> static T run(T a, T b) { return a | b; } };
struct Xor { template <typename T> static T run(T a, T b) { return a ^ b; } };
struct Not { template <typename T> static T run(T a) { return ~a; } };
struct Cnot { template <typename T> static T run(T a) { return a == 0 ? 1 : 0; } };

// Amounts beyond the width shift everything out.
struct Shl {
  template <typename T>
  static T run(T a, U32 n) {
    return n < 8 * sizeof(T) ? static_cast<T>(a << n) : T{0};
  }
};
struct Shr {
  template <typename T>
  static T run(T a, U32 n) {
    constexpr U32 bits = 8 * sizeof(T);
    if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> (n < bits ? n : bits - 1));
    else return n < bits ? static_cast<T>(a >> n) : T{0};
  }
};

// shf: the pair {b, a} shifted; left gives its upper half, right its lower.
template <bool left, bool clamp>
struct Funnel {
  static U32 run(U32 a, U32 b, U32 n) {
    n = clamp ? std::min(n, U32{32}) : n & 31;
    const U64 pair = U64{b} << 32 | a;
    return static_cast<U32>(left ? pair << n >> 32 : pair >> n);
  }
};

struct Bfe {
  template <typename T>
  static T run(T a, U32 position, U32 length) {
    constexpr U32 bits = 8 * sizeof(T);
    position &= 255;
    length &= 255;
    if (length == 0) return 0;
    const T shifted = Shr::run(a, position);
    if (length >= bits) return shifted;
    using U = std::make_unsigned_t<T>;
    if constexpr (std::is_signed_v<T>) {
      // A field that extends beyond the top already has the top bit in every bit above.
      return static_cast<T>(static_cast<U>(shifted) << (bits - length)) >> (bits - length);
    } else {
      return shifted & ((U{1} << length) - 1);
    }
  }
};
struct Bfi {
  template <typename T>
  static T run(T field, T base, U32 position, U32 length) {
    constexpr U32 bits = 8 * sizeof(T);
    position &= 255;
    length &= 255;
    if (position >= bits) return base;
    const T mask = (length < bits ? (T{1} << length) - 1 : ~T{0}) << position;
    return (base & ~mask) | (field << position & mask);
  }
};

template <typename T>
U32 leading_zeros(T a) {
  if (a == 0) return 8 * sizeof(T);
  return sizeof(T) == 8 ? static_cast<U32>(__builtin_clzll(a)) : static_cast<U32>(__builtin_clz(static_cast<U32>(a)));
}
struct Clz { template <typename T> static U32 run(T a) { return leading_zeros(a); } };
struct Popc { template <typename T> static U32 run(T a) { return static_cast<U32>(__builtin_popcountll(a)); } };
struct Brev {
  template <typename T>
  static T run(T a) {
    T reversed = 0;
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit) reversed = static_cast<T>(reversed << 1 | (a >> bit & 1));
    return reversed;
  }
};
// Position of the most significant bit that is not a sign bit; with `shift`, the left shift that brings it to the top.
template <bool shift>
struct Bfind {
  template <typename T>
  static U32 run(T a) {
    using U = std::make_unsigned_t<T>;
    U bits = static_cast<U>(a);
    if constexpr (std::is_signed_v<T>) bits = a < 0 ? ~bits : bits;
    if (bits == 0) return ~U32{0};
    const U32 zeros = leading_zeros(bits);
    return shift ? zeros : static_cast<U32>(8 * sizeof(T) - 1) - zeros;
  }
};

// The low `length` bits. With clamp a length of 32 or more means all bits, with wrap only the low 5 bits of the length
// are used.
template <bool clamp>
U32 low_mask(U32 length) {
  if (clamp && length >= 32) return ~U32{0};
  return (U32{1} << (length & 31)) - 1;
}
template <bool clamp>
struct Bmsk {
  static U32 run(U32 position, U32 length) {
    if (clamp && position >= 32) return 0;
    return low_mask<clamp>(length) << (position & 31);
  }
};
template <bool clamp>
struct Szext {
  static U32 run(U32 a, U32 length) { return a & low_mask<clamp>(length); }
  static std::int32_t run(std::int32_t a, U32 length) {
    const U32 mask = low_mask<clamp>(length), low = static_cast<U32>(a) & mask;
    const bool negative = (low & (mask ^ mask >> 1)) != 0;
    return static_cast<std::int32_t>(negative ? low | ~mask : low);
  }
};
// The position of the n-th set bit from `base` on, upwards, or downwards if n is negative.
struct Fns {
  static U32 run(U32 mask, U32 base, std::int32_t n) {
    if (base >= 32) return ~U32{0};
    const int step = n < 0 ? -1 : 1;
    std::int64_t left = n == 0 ? 1 : std::abs(std::int64_t{n});
    for (int position = static_cast<int>(base); position >= 0 && position < 32; position += step) {
      if ((mask >> position & 1) != 0 && --left == 0) return static_cast<U32>(position);
      if (n == 0) break;
    }
    return ~U32{0};
  }
};

U32 byte_of(U64 pair, U32 index) { return static_cast<U32>(pair >> (8 * (index & 7)) & 255); }
// The modes other than kIndex, by the selector's low bits: a nibble for each byte of the result is the number of a byte
// of the pair {b, a}.
constexpr std::uint16_t kPermuted[][4] = {
    {0x3210, 0x4321, 0x5432, 0x6543},  // f4e
    {0x5670, 0x6701, 0x7012, 0x0123},  // b4e
    {0x0000, 0x1111, 0x2222, 0x3333},  // rc8
    {0x3210, 0x3211, 0x3222, 0x3333},  // ecl
    {0x0000, 0x1110, 0x2210, 0x3210},  // ecr
    {0x1010, 0x3232, 0x1010, 0x3232},  // rc16
};
template <ptx::Permute mode>
struct Prmt {
  static U32 run(U32 a, U32 b, U32 selector) {
    const U64 pair = U64{b} << 32 | a;
    if constexpr (mode != ptx::Permute::kIndex) selector = kPermuted[static_cast<unsigned>(mode) - 1][selector & 3];
    U32 result = 0;
    for (unsigned byte = 0; byte < 4; ++byte) {
      const U32 nibble = selector >> (4 * byte) & 15;
      U32 value = byte_of(pair, nibble);
      if (nibble & 8) value = value & 128 ? 255 : 0;  // the byte's sign, eight times
      result |= value << (8 * byte);
    }
    return result;
  }
};

template <typename O>
Handler cells1(Type type) {
  return for_cell(type, [](auto t) -> Handler { return &unary<O, decltype(t), decltype(t)>; });
}
template <typename O>
Handler cells2(Type type) {
  return for_cell(type, [](auto t) -> Handler { return &binary<O, decltype(t), decltype(t), decltype(t)>; });
}
template <typename O>
Handler counted(Type type) {
  return for_cell(type, [](auto t) -> Handler { return &unary<O, U32, decltype(t)>; });
}
template <typename O>
Handler shift(Type type) {
  return for_integer(type, [](auto t) -> Handler { return &binary<O, decltype(t), decltype(t), U32>; });
}

Handler bfe(Type type) {
  return for_integer(type, [](auto t) -> Handler { return &ternary<Bfe, decltype(t), decltype(t), U32, U32>; });
}
template <typename T>
UNIBANK_LANES void bfi(const Frame& frame, const Decoded& decoded) {
  alignas(32) T values[kWarpSize];
  const T* field = row<T>(frame, decoded.source[0]);
  const T* base = row<T>(frame, decoded.source[1]);
  const U32* position = row<U32>(frame, decoded.source[2]);
  const U32* length = row<U32>(frame, decoded.source[3]);
  for (unsigned l = 0; l < kWarpSize; ++l) values[l] = Bfi::run(field[l], base[l], position[l], length[l]);
  blend(row<T>(frame, decoded.result), values, frame.mask);
}
Handler bfind(const ptx::Instruction& i) {
  if (has(i, ptx::kShiftAmount)) {
    return for_integer(i.type, [](auto t) -> Handler { return &unary<Bfind<true>, U32, decltype(t)>; });
  }
  return for_integer(i.type, [](auto t) -> Handler { return &unary<Bfind<false>, U32, decltype(t)>; });
}
Handler shf(const ptx::Instruction& i) {
  const bool clamp = has(i, ptx::kClamp);
  if (has(i, ptx::kLeft)) {
    return clamp ? &ternary<Funnel<true, true>, U32, U32, U32, U32> : &ternary<Funnel<true, false>, U32, U32, U32, U32>;
  }
  return clamp ? &ternary<Funnel<false, true>, U32, U32, U32, U32> : &ternary<Funnel<false, false>, U32, U32, U32, U32>;
}
Handler bmsk(const ptx::Instruction& i) {
  return has(i, ptx::kClamp) ? &binary<Bmsk<true>, U32, U32, U32> : &binary<Bmsk<false>, U32, U32, U32>;
}
template <bool clamp>
Handler szext(Type type) {
  using S = std::int32_t;
  return type == Type::kS32 ? Handler{&binary<Szext<clamp>, S, S, U32>} : &binary<Szext<clamp>, U32, U32, U32>;
}
Handler prmt(const ptx::Instruction& i) {
  using P = ptx::Permute;
  switch (static_cast<P>(i.variant)) {
    case P::kIndex: return &ternary<Prmt<P::kIndex>, U32, U32, U32, U32>;
    case P::kF4e: return &ternary<Prmt<P::kF4e>, U32, U32, U32, U32>;
    case P::kB4e: return &ternary<Prmt<P::kB4e>, U32, U32, U32, U32>;
    case P::kRc8: return &ternary<Prmt<P::kRc8>, U32, U32, U32, U32>;
    case P::kEcl: return &ternary<Prmt<P::kEcl>, U32, U32, U32, U32>;
    case P::kEcr: return &ternary<Prmt<P::kEcr>, U32, U32, U32, U32>;
    case P::kRc16: return &ternary<Prmt<P::kRc16>, U32, U32, U32, U32>;
  }
  return nullptr;
}

// lop3: bit 4 a + 2 b + c of the table is the result for the bits a, b and c.
UNIBANK_LANES void lop3(const Frame& frame, const Decoded& decoded) {
  const U32* a = row<U32>(frame, decoded.source[0]);
  const U32* b = row<U32>(frame, decoded.source[1]);
  const U32* c = row<U32>(frame, decoded.source[2]);
  const U32 table = *row<U32>(frame, decoded.source[3]);
  alignas(32) U32 values[kWarpSize] = {};
  for (U32 entry = 0; entry < 8; ++entry) {
    if ((table >> entry & 1) == 0) continue;
    const U32 not_a = entry & 4 ? 0 : ~U32{0}, not_b = entry & 2 ? 0 : ~U32{0}, not_c = entry & 1 ? 0 : ~U32{0};
    for (unsigned l = 0; l < kWarpSize; ++l) values[l] |= (a[l] ^ not_a) & (b[l] ^ not_b) & (c[l] ^ not_c);
  }
  blend(row<U32>(frame, decoded.result), values, frame.mask);
}

// Predicates: all lanes at once.
template <typename O>
void predicates(const Frame& frame, const Decoded& decoded) {
  const LaneMask a = predicate(frame, decoded.source[0]);
  if constexpr (std::is_same_v<O, Not>) set_predicate(frame, decoded.result, ~a);
  else set_predicate(frame, decoded.result, O::run(a, predicate(frame, decoded.source[1])));
}
Handler predicate_handler(const ptx::Instruction& i) {
  switch (op_of(i)) {
    case Op::kAnd: return &predicates<And>;
    case Op::kOr: return &predicates<Or>;
    case Op::kXor: return &predicates<Xor>;
    case Op::kNot: return &predicates<Not>;
    default: return nullptr;
  }
}

}  // namespace

Handler bit_handler(const ptx::Instruction& i, Decoded&) {
  if (i.type == Type::kPred) return predicate_handler(i);
  switch (op_of(i)) {
    case Op::kAnd: return cells2<And>(i.type);
    case Op::kOr: return cells2<Or>(i.type);
    case Op::kXor: return cells2<Xor>(i.type);
    case Op::kNot: return cells1<Not>(i.type);
    case Op::kCnot:
      return for_integer(i.type, [](auto t) -> Handler { return &unary<Cnot, decltype(t), decltype(t)>; });
    case Op::kLop3: return &lop3;
    case Op::kShl: return shift<Shl>(i.type);
    case Op::kShr: return shift<Shr>(i.type);
    case Op::kShf: return shf(i);
    case Op::kBfe: return bfe(i.type);
    case Op::kBfi: return for_cell(i.type, [](auto t) -> Handler { return &bfi<decltype(t)>; });
    case Op::kBfind: return bfind(i);
    case Op::kBrev: return cells1<Brev>(i.type);
    case Op::kClz: return counted<Clz>(i.type);
    case Op::kPopc: return counted<Popc>(i.type);
    case Op::kPrmt: return prmt(i);
    case Op::kBmsk: return bmsk(i);
    case Op::kSzext: return has(i, ptx::kClamp) ? szext<true>(i.type) : szext<false>(i.type);
    case Op::kFns: return &ternary<Fns, U32, U32, U32, std::int32_t>;
    default: return nullptr;
  }
}

}  // namespace unibank::simt
