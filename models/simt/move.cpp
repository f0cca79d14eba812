// mov, with packing and unpacking of vectors; cvta and isspacep.
#include "ptx/instruction_table.h"
#include "simt/access.h"
#include "simt/device_memory.h"
#include "simt/lanes.h"
#include "simt/types.h"

namespace unibank::simt {
namespace {

using ptx::Op;
using ptx::Type;

struct Copy { template <typename T> static T run(T a) { return a; } };

void move_predicate(const Frame& frame, const Decoded& decoded) {
  set_predicate(frame, decoded.result, predicate(frame, decoded.source[0]));
}

std::uint64_t low_bits(std::uint64_t value, unsigned bytes) {
  return bytes == 8 ? value : value & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

// Elements are packed lowest bits first. All elements of a lane are read before any is written.
void pack(const Frame& frame, const Decoded& decoded) {
  for (unsigned l = 0; l < kWarpSize; ++l) {
    if ((frame.mask >> l & 1) == 0) continue;
    std::uint64_t value = 0;
    for (unsigned e = 0; e < decoded.elements; ++e) {
      value |= low_bits(cell(frame, decoded.element[e], l), decoded.element_bytes) << (8 * decoded.element_bytes * e);
    }
    set_cell(frame, decoded.result, l, value);
  }
}
void unpack(const Frame& frame, const Decoded& decoded) {
  for (unsigned l = 0; l < kWarpSize; ++l) {
    if ((frame.mask >> l & 1) == 0) continue;
    const std::uint64_t value = cell(frame, decoded.source[0], l);
    for (unsigned e = 0; e < decoded.elements; ++e) {
      if (decoded.element[e].sink) continue;
      set_cell(frame, decoded.element[e], l, low_bits(value >> (8 * decoded.element_bytes * e), decoded.element_bytes));
    }
  }
}

std::uint64_t window(ptx::StateSpace space, bool narrow) {
  if (space == ptx::StateSpace::kShared) return narrow ? kNarrowSharedWindow : kSharedWindow;
  if (space == ptx::StateSpace::kLocal) return narrow ? kNarrowLocalWindow : kLocalWindow;
  return 0;
}

// `immediate` is added: the space's window on the way to a generic address, its negative on the way back.
template <typename T>
UNIBANK_LANES void offset_address(const Frame& frame, const Decoded& decoded) {
  T* result = row<T>(frame, decoded.result);
  const T* a = row<T>(frame, decoded.source[0]);
  const T offset = static_cast<T>(decoded.immediate);
  alignas(32) T values[kWarpSize];
  for (unsigned l = 0; l < kWarpSize; ++l) values[l] = a[l] + offset;
  blend(result, values, frame.mask);
}
void is_in_space(const Frame& frame, const Decoded& decoded) {
  LaneMask result = 0;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    const std::uint64_t address = cell(frame, decoded.source[0], l);
    const bool inside = window_of(decoded.source[0].wide ? address : widened(address)) == decoded.instruction->space;
    if (inside) result |= LaneMask{1} << l;
  }
  set_predicate(frame, decoded.result, result);
}

Handler move(const ptx::Instruction& i, const Decoded& decoded) {
  if (i.type == Type::kPred) return &move_predicate;
  if (decoded.elements != 0) return decoded.sources == 0 ? &pack : &unpack;
  return for_cell(i.type, [](auto t) -> Handler { return &unary<Copy, decltype(t), decltype(t)>; });
}

template <typename T>
Handler cvta(const ptx::Instruction& i, Decoded& decoded) {
  if (i.space == ptx::StateSpace::kParam) return &offset_address<T>;  // the executor sets the offset
  const std::uint64_t to_generic = window(i.space, sizeof(T) == 4);
  decoded.immediate = has(i, ptx::kTo) ? std::uint64_t{0} - to_generic : to_generic;
  return to_generic == 0 ? Handler{&unary<Copy, T, T>} : &offset_address<T>;
}

}  // namespace

Handler move_handler(const ptx::Instruction& i, Decoded& decoded) {
  switch (op_of(i)) {
    case Op::kMov: return move(i, decoded);
    case Op::kCvta:
      return ptx::bytes_of(i.type) == 8 ? cvta<std::uint64_t>(i, decoded) : cvta<std::uint32_t>(i, decoded);
    case Op::kIsspacep:
      // Constants and parameters have no window: they lie in device memory and cannot be distinguished.
      return i.space == ptx::StateSpace::kConst || i.space == ptx::StateSpace::kParam ? nullptr : &is_in_space;
    default: return nullptr;
  }
}

}  // namespace unibank::simt
