// How one decoded instruction operates on the 32 lanes of a warp. Registers are rows: 32 cells of 32 or 64 bits, a
// predicate is a LaneMask. A handler is a loop over the lanes that the compiler vectorises.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

#include "base/types.h"
#include "ptx/kernel.h"

// A function with this attribute exists twice: for any x86-64 processor, and for processors with AVX2 and FMA. The
// loader selects one.
// Only GCC can clone templates, and the sanitizers cannot start a program with such a selection.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define UNIBANK_LANES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define UNIBANK_LANES
#endif
// A lane reads and writes only its own cell, even if a result uses the row of a source.
#if defined(__clang__)
#define UNIBANK_EACH_LANE _Pragma("clang loop vectorize(assume_safety)")
#else
#define UNIBANK_EACH_LANE _Pragma("GCC ivdep")
#endif

namespace unibank {
class DeviceMemory;
}

namespace unibank::simt {

constexpr LaneMask kAllLanes = ~LaneMask{0};

// Location of a row or a predicate: an offset in bytes from one of Frame::base.
struct Ref {
  std::uint32_t offset = 0;
  std::uint8_t base = 0;      // kRegisters or kConstants
  bool wide = false;          // cells of 64 bits
  bool negated = false;       // predicates: !%p
  bool sink = false;          // an unused result; it may be written
};
enum Base : std::uint8_t { kRegisters, kConstants };

struct Frame;
struct Decoded;
struct OutsideLanes;
class MatrixProduct;
using Handler = void (*)(const Frame&, const Decoded&);

// An instruction, ready to run.
struct Decoded {
  Handler run = nullptr;
  Handler inner = nullptr;    // called by `run` in another rounding mode; cp.async.mbarrier.arrive: the arrival
  Ref result, result2;        // result2: the second predicate of setp, the predicate of shfl and match
  Ref source[5];
  std::uint64_t immediate = 0;
  std::uint8_t sources = 0;   // how many of `source` are used
  bool invert = false;        // comparisons: the opposite
  bool has_result2 = false;
  bool handle_is_parameter = false;  // textures and surfaces: source[0] is an offset in the parameter block
  Ref element[4];             // loads and stores: the data
  std::uint8_t elements = 0, element_bytes = 0;
  std::vector<Ref> fragments;  // mma: the registers of all operands, in their order
  std::shared_ptr<const MatrixProduct> product;  // mma: the product that it computes
  const ptx::Instruction* instruction = nullptr;
};

// One warp during the execution of an instruction.
struct Frame {
  std::uint8_t* base[2] = {};
  LaneMask mask = 0;                       // lanes that execute
  LaneMask live = 0;                       // lanes that have not exited
  bool whole = false;                      // `mask` has all live lanes: the other cells are unused
  LaneMask* carry = nullptr;               // the condition code of add.cc and its like
  std::uint8_t* memory = nullptr;          // loads and stores: the byte at address 0
  const std::uint64_t* address = nullptr;  // of each lane
  bool in_scratchpad = false;              // atomics: the addresses are in the scratchpad
  bool interleaved = false;                // local memory: 8-byte elements take two words, 32 words apart
  LaneMask* no_source = nullptr;           // shfl: lanes whose source lane does not participate
  DeviceMemory* device = nullptr;          // textures and surfaces: has the table of handles
  const std::uint8_t* parameters = nullptr;  // textures and surfaces: for handles that are parameters
  std::vector<std::uint64_t>* texels = nullptr;  // textures: receives the addresses read; null: not requested
  OutsideLanes* outside = nullptr;         // surfaces: receives the lanes outside; null: they fault
};

template <typename T>
using Cell = std::conditional_t<(sizeof(T) > 4), std::uint64_t, std::uint32_t>;

// The value in a cell; bits above a narrow type's width are ignored.
template <typename T>
inline T get(Cell<T> cell) {
  if constexpr (std::is_floating_point_v<T>) {
    T value;
    std::memcpy(&value, &cell, sizeof value);
    return value;
  } else {
    return static_cast<T>(cell);
  }
}
// A value as a cell, extended by its type's sign.
template <typename T>
inline Cell<T> put(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    Cell<T> cell;
    std::memcpy(&cell, &value, sizeof cell);
    return cell;
  } else {
    return static_cast<Cell<T>>(value);
  }
}

template <typename T>
inline Cell<T>* row(const Frame& frame, const Ref& ref) {
  return reinterpret_cast<Cell<T>*>(frame.base[ref.base] + ref.offset);
}
// A cell of either width, unconverted.
inline std::uint64_t cell(const Frame& frame, const Ref& ref, unsigned lane) {
  return ref.wide ? row<std::uint64_t>(frame, ref)[lane] : row<std::uint32_t>(frame, ref)[lane];
}
inline void set_cell(const Frame& frame, const Ref& ref, unsigned lane, std::uint64_t value) {
  if (ref.wide) row<std::uint64_t>(frame, ref)[lane] = value;
  else row<std::uint32_t>(frame, ref)[lane] = static_cast<std::uint32_t>(value);
}
inline LaneMask& predicate_cell(const Frame& frame, const Ref& ref) {
  return *reinterpret_cast<LaneMask*>(frame.base[ref.base] + ref.offset);
}
inline LaneMask predicate(const Frame& frame, const Ref& ref) {
  return predicate_cell(frame, ref) ^ (ref.negated ? kAllLanes : 0);
}
inline void set_predicate(const Frame& frame, const Ref& ref, LaneMask value) {
  LaneMask& cell = predicate_cell(frame, ref);
  cell = (cell & ~frame.mask) | (value & frame.mask);
}

// to[l] = from[l] in the lanes of `mask`.
template <typename C>
[[gnu::always_inline]] inline void blend(C* to, const C* from, LaneMask mask) {
  UNIBANK_EACH_LANE
  for (unsigned l = 0; l < kWarpSize; ++l) to[l] = (mask >> l & 1) != 0 ? from[l] : to[l];
}

template <typename Op, typename R, typename A>
UNIBANK_LANES void unary(const Frame& frame, const Decoded& decoded) {
  Cell<R>* result = row<R>(frame, decoded.result);
  const Cell<A>* a = row<A>(frame, decoded.source[0]);
  alignas(32) Cell<R> values[kWarpSize];
  Cell<R>* to = frame.whole ? result : values;
  UNIBANK_EACH_LANE
  for (unsigned l = 0; l < kWarpSize; ++l) to[l] = put<R>(Op::run(get<A>(a[l])));
  if (!frame.whole) blend(result, values, frame.mask);
}

template <typename Op, typename R, typename A, typename B>
UNIBANK_LANES void binary(const Frame& frame, const Decoded& decoded) {
  Cell<R>* result = row<R>(frame, decoded.result);
  const Cell<A>* a = row<A>(frame, decoded.source[0]);
  const Cell<B>* b = row<B>(frame, decoded.source[1]);
  alignas(32) Cell<R> values[kWarpSize];
  Cell<R>* to = frame.whole ? result : values;
  UNIBANK_EACH_LANE
  for (unsigned l = 0; l < kWarpSize; ++l) to[l] = put<R>(Op::run(get<A>(a[l]), get<B>(b[l])));
  if (!frame.whole) blend(result, values, frame.mask);
}

template <typename Op, typename R, typename A, typename B, typename C>
UNIBANK_LANES void ternary(const Frame& frame, const Decoded& decoded) {
  Cell<R>* result = row<R>(frame, decoded.result);
  const Cell<A>* a = row<A>(frame, decoded.source[0]);
  const Cell<B>* b = row<B>(frame, decoded.source[1]);
  const Cell<C>* c = row<C>(frame, decoded.source[2]);
  alignas(32) Cell<R> values[kWarpSize];
  Cell<R>* to = frame.whole ? result : values;
  UNIBANK_EACH_LANE
  for (unsigned l = 0; l < kWarpSize; ++l) to[l] = put<R>(Op::run(get<A>(a[l]), get<B>(b[l]), get<C>(c[l])));
  if (!frame.whole) blend(result, values, frame.mask);
}

// The handler of an instruction, or null when the family does not have it. Every family evaluates opcode, types and
// modifiers once, here; `decoded` has its operands already and may be completed.
Handler arithmetic_handler(const ptx::Instruction& instruction, Decoded& decoded);  // integer
Handler bit_handler(const ptx::Instruction& instruction, Decoded& decoded);
Handler carry_handler(const ptx::Instruction& instruction, Decoded& decoded);
Handler float_handler(const ptx::Instruction& instruction, Decoded& decoded);
Handler function_handler(const ptx::Instruction& instruction, Decoded& decoded);    // div, sqrt, sin, ...
Handler compare_handler(const ptx::Instruction& instruction, Decoded& decoded);
Handler convert_handler(const ptx::Instruction& instruction, Decoded& decoded);
Handler move_handler(const ptx::Instruction& instruction, Decoded& decoded);
Handler warp_handler(const ptx::Instruction& instruction, Decoded& decoded);  // shfl, vote, match, redux, activemask
Handler memory_handler(const ptx::Instruction& instruction, Decoded& decoded);      // ld, st
Handler part_handler(const ptx::Instruction& instruction);                          // ld and st of single words of
                                                                                    // registers
Handler atomic_handler(const ptx::Instruction& instruction, Decoded& decoded);
Handler pending_handler(const ptx::Instruction& instruction, Decoded& decoded);     // mbarrier.pending_count

// f16, bf16 and pairs of them; part of float_handler.
Handler narrow_handler(const ptx::Instruction& instruction);
// The handler `nearest` in the rounding mode of the instruction; null for an instruction that rounds to integral
// values.
Handler rounded_handler(const ptx::Instruction& instruction, Handler nearest, Decoded& decoded);
// ldmatrix and stmatrix use `element`, as loads and stores do; mma and movmatrix use `fragments`.
Handler matrix_handler(const ptx::Instruction& instruction, Decoded& decoded);
// source[0] is the handle, and the coordinates follow; `element` are the texels.
Handler texture_handler(const ptx::Instruction& instruction);                          // tex, tld4, txq, suq
Handler surface_handler(const ptx::Instruction& instruction, const Decoded& decoded);  // suld, sust, sured

}  // namespace unibank::simt
