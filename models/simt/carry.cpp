// Arithmetic with the condition code: add.cc addc sub.cc subc mad.cc madc. The code is one carry flag per lane.
#include "ptx/instruction_table.h"
#include "simt/lanes.h"
#include "simt/types.h"

namespace unibank::simt {
namespace {

using ptx::Op;
using Wide = unsigned __int128;

// What is added to the last operand and the carry: the first operand, or its product with the second.
template <typename T>
T addend(const Frame& frame, const Decoded& decoded, unsigned lane) {
  const ptx::Instruction& i = *decoded.instruction;
  const T a = row<T>(frame, decoded.source[0])[lane], b = row<T>(frame, decoded.source[1])[lane];
  if (op_of(i) != Op::kMad && op_of(i) != Op::kMadc) return a;
  if (!has(i, ptx::kHi)) return a * b;
  const Wide product = is_signed(i.type)
                           ? static_cast<Wide>(static_cast<__int128>(static_cast<std::make_signed_t<T>>(a)) *
                                               static_cast<std::make_signed_t<T>>(b))
                           : static_cast<Wide>(a) * b;
  return static_cast<T>(product >> (8 * sizeof(T)));
}

// A subtraction adds the complement, and its flag is the carry of that sum: set when nothing is borrowed. The 128-bit
// division of nvcc relies on it: it reads the flag of a subtraction with addc.
template <typename T>
void carry(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  const bool subtract = op_of(i) == Op::kSub || op_of(i) == Op::kSubc;
  const bool takes = op_of(i) == Op::kAddc || op_of(i) == Op::kSubc || op_of(i) == Op::kMadc;
  const T* other = row<T>(frame, decoded.source[decoded.sources - 1]);
  alignas(32) T values[kWarpSize];
  LaneMask out = 0;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    const bool flag = takes ? (*frame.carry >> l & 1) != 0 : subtract;
    const T b = subtract ? static_cast<T>(~other[l]) : other[l];
    const Wide sum = static_cast<Wide>(addend<T>(frame, decoded, l)) + b + (flag ? 1 : 0);
    values[l] = static_cast<T>(sum);
    if ((sum >> (8 * sizeof(T)) & 1) != 0) out |= LaneMask{1} << l;
  }
  blend(row<T>(frame, decoded.result), values, frame.mask);
  if (has(i, ptx::kCarryOut)) *frame.carry = (*frame.carry & ~frame.mask) | (out & frame.mask);
}

}  // namespace

Handler carry_handler(const ptx::Instruction& i, Decoded&) {
  const Op op = op_of(i);
  const bool with_carry = op == Op::kAddc || op == Op::kSubc || op == Op::kMadc || has(i, ptx::kCarryOut);
  if (!with_carry || !is_integer(i.type) || ptx::bytes_of(i.type) < 4) return nullptr;
  if (has(i, ptx::kWide) || has(i, ptx::kSat) || has(i, ptx::kFtz) || rounding_of(i) != ptx::Rounding::kNone) {
    return nullptr;
  }
  return for_cell(i.type, [](auto t) -> Handler { return &carry<decltype(t)>; });
}

}  // namespace unibank::simt
