// atom and red: the lanes one after the other, lowest first, each atomically.
#include <algorithm>

#include "ptx/instruction_table.h"
#include "simt/half.h"
#include "simt/lanes.h"
#include "simt/types.h"

namespace unibank::simt {
namespace {

using ptx::Atomic;
using ptx::Type;

// old: in memory; b, c: the lane's operands (only cas has c: atom.cas d, [a], b, c stores c where memory holds b).
struct And { template <typename T> static T run(T old, T b, T) { return old & b; } };
struct Or { template <typename T> static T run(T old, T b, T) { return old | b; } };
struct Xor { template <typename T> static T run(T old, T b, T) { return old ^ b; } };
struct Cas { template <typename T> static T run(T old, T b, T c) { return old == b ? c : old; } };
struct Exchange { template <typename T> static T run(T, T b, T) { return b; } };
struct Add { template <typename T> static T run(T old, T b, T) { return old + b; } };
struct FloatAdd { template <typename T> static T run(T old, T b, T) { return with_nan(old + b, old, b); } };
struct FlushingAdd {
  template <typename T>
  static T run(T old, T b, T) { return flushed(canonical(flushed(old) + flushed(b))); }
};
struct NarrowAdd {
  template <typename T>
  static T run(T old, T b, T) { return narrowed<T>(odd_sum(value_of(old), value_of(b))); }
};
struct PairAdd {
  template <typename T>
  static T run(T old, T b, T) {
    return {NarrowAdd::run(old.low, b.low, b.low), NarrowAdd::run(old.high, b.high, b.high)};
  }
};
struct Inc { template <typename T> static T run(T old, T b, T) { return old >= b ? 0 : old + 1; } };
struct Dec { template <typename T> static T run(T old, T b, T) { return old == 0 || old > b ? b : old - 1; } };
struct Min { template <typename T> static T run(T old, T b, T) { return std::min(old, b); } };
struct Max { template <typename T> static T run(T old, T b, T) { return std::max(old, b); } };

template <typename O, typename T>
void atomic(const Frame& frame, const Decoded& decoded) {
  const bool returns = decoded.instruction->destinations != 0;
  const Cell<T>* b = row<T>(frame, decoded.source[0]);
  const Cell<T>* c = decoded.sources > 1 ? row<T>(frame, decoded.source[1]) : b;
  alignas(32) Cell<T> values[kWarpSize] = {};
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned l = static_cast<unsigned>(__builtin_ctz(left));
    std::uint8_t* at = frame.memory + frame.address[l];
    T old;
    std::memcpy(&old, at, sizeof old);
    const T result = O::template run<T>(old, get<T>(b[l]), get<T>(c[l]));
    std::memcpy(at, &result, sizeof result);
    values[l] = put<T>(old);
  }
  if (returns) blend(row<T>(frame, decoded.result), values, frame.mask);
}

template <typename O>
Handler bits(Type type) {
  return for_cell(type, [](auto t) -> Handler { return &atomic<O, decltype(t)>; });
}
template <typename O>
Handler ordered(Type type) {
  switch (type) {
    case Type::kS32: return &atomic<O, std::int32_t>;
    case Type::kS64: return &atomic<O, std::int64_t>;
    default: return bits<O>(type);
  }
}
// In single precision, only the scratchpad supports subnormals. A generic access runs once for each window, so its
// lanes have one place.
void single_add(const Frame& frame, const Decoded& decoded) {
  if (frame.in_scratchpad) atomic<FloatAdd, float>(frame, decoded);
  else atomic<FlushingAdd, float>(frame, decoded);
}

Handler add(const ptx::Instruction& i) {
  switch (i.type) {
    case Type::kF16: return &atomic<NarrowAdd, Half>;
    case Type::kBf16: return &atomic<NarrowAdd, Bfloat>;
    case Type::kF16x2: return &atomic<PairAdd, Pair<Half>>;
    case Type::kBf16x2: return &atomic<PairAdd, Pair<Bfloat>>;
    case Type::kF32: return &single_add;
    case Type::kF64: return &atomic<FloatAdd, double>;
    default: return bits<Add>(i.type);
  }
}

}  // namespace

// Lane-interleaved local memory and the constant bank have no atomics.
Handler atomic_handler(const ptx::Instruction& i, Decoded&) {
  const bool writable = i.space == ptx::StateSpace::kGlobal || i.space == ptx::StateSpace::kShared ||
                        i.space == ptx::StateSpace::kGeneric;
  if (!writable) return nullptr;
  switch (static_cast<Atomic>(i.variant)) {
    case Atomic::kAnd: return bits<And>(i.type);
    case Atomic::kOr: return bits<Or>(i.type);
    case Atomic::kXor: return bits<Xor>(i.type);
    case Atomic::kCas:
      return ptx::bytes_of(i.type) == 2 ? Handler{&atomic<Cas, std::uint16_t>} : bits<Cas>(i.type);
    case Atomic::kExch: return bits<Exchange>(i.type);
    case Atomic::kAdd: return add(i);
    case Atomic::kInc: return bits<Inc>(i.type);
    case Atomic::kDec: return bits<Dec>(i.type);
    case Atomic::kMin: return ordered<Min>(i.type);
    case Atomic::kMax: return ordered<Max>(i.type);
  }
  return nullptr;
}

}  // namespace unibank::simt
