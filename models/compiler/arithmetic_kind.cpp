#include "compiler/arithmetic_kind.h"

#include "ptx/instruction_table.h"
#include "ptx/suffix_table.h"

namespace unibank::compiler {
namespace {

using ptx::Op;
using ptx::Type;

// Conversions of floats to floats take the lanes of floats, those of integers the integer lanes (to floats too: I2FP
// from Ampere on), and those of floats to integers the units of conversions.
Arithmetic conversion_of(const ptx::Instruction& instruction) {
  const bool to_float = ptx::is_float(instruction.type), from_float = ptx::is_float(instruction.type2);
  if (!from_float) return Arithmetic::kInteger;
  const bool integral = static_cast<ptx::Rounding>(instruction.rounding) >= ptx::Rounding::kRni;
  return to_float && !integral ? Arithmetic::kFloat : Arithmetic::kConversion;
}

}  // namespace

Arithmetic arithmetic_of(const ptx::Instruction& instruction) {
  switch (ptx::op_of(instruction)) {
    case Op::kShfl: case Op::kMatch: case Op::kRedux: case Op::kMovmatrix:
      return Arithmetic::kShuffle;
    case Op::kVote: return Arithmetic::kVote;
    case Op::kPopc: case Op::kClz: case Op::kBfind: case Op::kBrev: case Op::kFns:
      return Arithmetic::kConversion;
    case Op::kCvt: return conversion_of(instruction);
    case Op::kMul: case Op::kMad:
      return ptx::is_float(instruction.type) ? Arithmetic::kFloat : Arithmetic::kProduct;
    case Op::kMul24: case Op::kMad24: case Op::kMadc: case Op::kDp2a: case Op::kDp4a:
      return Arithmetic::kProduct;
    case Op::kAdd: case Op::kSub: case Op::kAbs: case Op::kNeg:
      return ptx::is_float(instruction.type) ? Arithmetic::kFloat : Arithmetic::kInteger;
    // Comparisons, minima, maxima and selections of floats, too.
    case Op::kAddc: case Op::kSubc: case Op::kAnd: case Op::kOr: case Op::kXor:
    case Op::kNot: case Op::kCnot: case Op::kShl: case Op::kShr: case Op::kShf:
    case Op::kBfe: case Op::kBfi: case Op::kBmsk: case Op::kSzext: case Op::kLop3:
    case Op::kPrmt: case Op::kSad: case Op::kVabsdiff4: case Op::kMin: case Op::kMax:
    case Op::kSelp: case Op::kSlct: case Op::kSet: case Op::kSetp: case Op::kTestp:
    case Op::kCopysign: case Op::kActivemask: case Op::kIsspacep:
    case Op::kCvta:
      return Arithmetic::kInteger;
    default: return Arithmetic::kFloat;
  }
}

}  // namespace unibank::compiler
