#include "compiler/instruction_forms.h"

#include <algorithm>

namespace unibank::compiler {
namespace {

using ptx::Op;
using ptx::Type;
using Kind = ptx::Operand::Kind;

bool identical_conversion(const ptx::Instruction& i) {
  if (ptx::op_of(i) == Op::kCvta) return i.space == ptx::StateSpace::kGlobal;
  return ptx::op_of(i) == Op::kCvt && i.modifiers == 0 && i.rounding == 0 && is_integer(i.type) &&
         is_integer(i.type2) && ptx::bytes_of(i.type) == ptx::bytes_of(i.type2) && ptx::bytes_of(i.type) >= 4;
}

// Sources that an instruction of a GPU reads from a register or from the instruction's one constant.
std::size_t arithmetic_sources(Op op) {
  switch (op) {
    case Op::kAdd: case Op::kSub: case Op::kMul: case Op::kMul24: case Op::kMin: case Op::kMax: case Op::kAnd:
    case Op::kOr: case Op::kXor: case Op::kSetp: case Op::kSet: case Op::kSelp: return 2;
    case Op::kMad: case Op::kMad24: case Op::kFma: case Op::kLop3: case Op::kSad: return 3;
    default: return 0;
  }
}

// Sources with room for constants of their own.
bool has_own_room(const ptx::Instruction& i, std::size_t source) {
  switch (ptx::op_of(i)) {
    case Op::kMov: return true;
    case Op::kShl: case Op::kShr: return source == 1;
    case Op::kBfe: case Op::kShfl: return source >= 1;
    case Op::kShf: case Op::kBfi: case Op::kPrmt: return source >= 2;
    case Op::kVote: case Op::kRedux: case Op::kMatch: return source == 1;
    default: return false;
  }
}

bool reads_zero_register(const ptx::Instruction& i) {
  return ptx::is_store(i) || ptx::op_of(i) == Op::kMma || arithmetic_sources(ptx::op_of(i)) != 0;
}

}  // namespace

bool is_integer(Type type) {
  switch (type) {
    case Type::kU16: case Type::kU32: case Type::kU64: case Type::kS16: case Type::kS32: case Type::kS64:
    case Type::kB16: case Type::kB32: case Type::kB64: return true;
    default: return false;
  }
}

bool has_shape(const ptx::Instruction& i, std::size_t sources) {
  return i.guard.kind == Kind::kNone && i.destinations == 1 && i.operands.size() == 1 + sources &&
         is_register(i.operands[0]);
}

bool fits_register(const ptx::Kernel& body, const ptx::Operand& operand, Type type) {
  if (!is_register(operand)) return false;
  const Type held = body.registers[static_cast<std::size_t>(operand.index)].type;
  return (held == Type::kPred) == (type == Type::kPred) && ptx::bytes_of(held) == ptx::bytes_of(type);
}

bool is_copy(const ptx::Kernel& body, const ptx::Instruction& i) {
  if (!has_shape(i, 1) || (ptx::op_of(i) != Op::kMov && !identical_conversion(i))) return false;
  return fits_register(body, i.operands[0], i.type) && fits_register(body, i.operands[1], i.type) &&
         !i.operands[1].negated;
}

bool is_constant_move(const ptx::Kernel& body, const ptx::Instruction& i) {
  return has_shape(i, 1) && ptx::op_of(i) == Op::kMov && i.type != Type::kPred && is_constant(i.operands[1]) &&
         fits_register(body, i.operands[0], i.type);
}

bool is_sum(const ptx::Instruction& i, unsigned bytes) {
  return ptx::op_of(i) == Op::kAdd && i.modifiers == 0 && is_integer(i.type) && ptx::bytes_of(i.type) == bytes &&
         i.destinations == 1 && i.operands.size() == 3 && is_register(i.operands[0]);
}

bool reads_clock(const ptx::Instruction& i) {
  return std::any_of(i.operands.begin(), i.operands.end(), [](const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::kSpecial && ptx::is_clock(static_cast<ptx::Special>(operand.index));
  });
}

std::uint64_t extended_constant(std::uint64_t bits, unsigned bytes) {
  const unsigned unused = 64 - 8 * bytes;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
}

bool takes_constant(const ptx::Instruction& i, std::size_t n, std::uint64_t bits) {
  const std::size_t source = n - i.destinations;
  if (bits == 0 && reads_zero_register(i)) return ptx::op_of(i) != Op::kSelp || source < 2;
  if (has_own_room(i, source)) return true;
  const std::size_t sources = arithmetic_sources(ptx::op_of(i));
  if (source >= sources) return false;
  for (std::size_t other = 0; other < sources; ++other) {
    const ptx::Operand& one = i.operands[i.destinations + other];
    if (other != source && !is_register(one) && !(is_constant(one) && one.bits == 0)) return false;
  }
  return true;
}

}  // namespace unibank::compiler
