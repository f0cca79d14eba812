#include "compiler/share_values.h"

#include <map>
#include <string>
#include <vector>

#include "compiler/instruction_forms.h"
#include "compiler/make_instruction.h"
#include "compiler/reaching_definitions.h"
#include "ptx/suffix_table.h"

namespace unibank::compiler {
namespace {

using ptx::Op;
using ptx::Operand;
using Kind = Operand::Kind;
using Key = std::vector<std::uint64_t>;

constexpr std::size_t kMostCandidates = 8;  // of one value: bounds the time

bool is_parameter(const ptx::Kernel& body, const ptx::Instruction& i) {
  return body.entry && ptx::op_of(i) == Op::kLd && i.space == ptx::StateSpace::kParam && i.vector == 1 &&
         ptx::order_of(i) == ptx::Order::kWeak && i.operands[1].kind == Kind::kAddress && i.operands[1].index < 0 &&
         body.symbols[static_cast<std::size_t>(i.operands[1].symbol)].parameter == ptx::Variable::Parameter::kInput;
}

bool is_arithmetic(const ptx::Instruction& i) {
  switch (ptx::op_of(i)) {
    case Op::kMov: return i.type != ptx::Type::kPred;
    case Op::kAdd: case Op::kSub: case Op::kMul: case Op::kMad: case Op::kAnd: case Op::kOr: case Op::kXor:
    case Op::kNot: case Op::kShl: case Op::kShr: case Op::kCvt: case Op::kCvta: case Op::kLop3: case Op::kMin:
    case Op::kMax: case Op::kBfe: return is_integer(i.type) && !ptx::has(i, ptx::kCarryOut);
    default: return false;
  }
}

bool is_source(const Operand& operand) {
  switch (operand.kind) {
    case Kind::kRegister: case Kind::kImmediate: case Kind::kSymbol: return true;
    case Kind::kSpecial: return !ptx::is_clock(static_cast<ptx::Special>(operand.index));
    default: return false;
  }
}

Key key_of(std::uint32_t block, const ptx::Instruction& i) {
  Key key{block, i.opcode, static_cast<std::uint64_t>(i.type), static_cast<std::uint64_t>(i.type2), i.modifiers,
          i.variant, i.rounding, static_cast<std::uint64_t>(i.space)};
  for (std::size_t n = 1; n < i.operands.size(); ++n) {
    const Operand& operand = i.operands[n];
    key.insert(key.end(), {static_cast<std::uint64_t>(operand.kind), static_cast<std::uint64_t>(operand.index),
                           static_cast<std::uint64_t>(operand.symbol), operand.bits});
  }
  return key;
}

class Sharing {
 public:
  explicit Sharing(ptx::Kernel& body) : body_(body), definitions_(body) {}

  void run() {
    definitions_.walk([this](std::uint32_t pc) {
      if (is_shared(body_.instructions[pc])) share(pc);
    });
  }

 private:
  // Also requires a result in a register of exactly its width, which a move can copy.
  bool is_shared(const ptx::Instruction& i) const {
    if (i.guard.kind != Kind::kNone || i.destinations != 1 || !is_register(i.operands[0])) return false;
    if (is_parameter(body_, i)) return true;
    if (!is_arithmetic(i) || is_copy(body_, i) || is_constant_move(body_, i)) return false;
    for (std::size_t n = 1; n < i.operands.size(); ++n)
      if (!is_source(i.operands[n])) return false;
    return true;
  }

  void share(std::uint32_t pc) {
    ptx::Instruction& i = body_.instructions[pc];
    std::vector<std::uint32_t>& before = known_[key_of(definitions_.block(), i)];
    for (const std::uint32_t earlier : before) {
      if (!holds(earlier) || width_of(earlier) != width_of(pc)) continue;
      const Operand result = body_.instructions[earlier].operands[0];
      const ptx::Type type = bits_type(width_of(pc));
      i = make_move(i, type, i.operands[0], result, false);
      i.origin = ptx::Origin::kSource;  // free to be rescheduled
      i.text = std::string("mov.") + ptx::name_of(type) + " for: " + i.text;
      return;
    }
    if (before.size() < kMostCandidates) before.push_back(pc);
    else before.back() = pc;
  }

  // Whether the result of an instruction of this block is still in its register, and its sources are unchanged.
  bool holds(std::uint32_t earlier) const {
    const ptx::Instruction& made = body_.instructions[earlier];
    if (definitions_.of(static_cast<std::uint32_t>(made.operands[0].index)) != earlier) return false;
    for (std::size_t n = 1; n < made.operands.size(); ++n) {
      const Operand& source = made.operands[n];
      if (is_register(source) && !definitions_.unchanged_since(static_cast<std::uint32_t>(source.index), earlier))
        return false;
    }
    return true;
  }

  unsigned width_of(std::uint32_t pc) const {
    const auto result = static_cast<std::size_t>(body_.instructions[pc].operands[0].index);
    return ptx::bytes_of(body_.registers[result].type);
  }

  ptx::Kernel& body_;
  ReachingDefinitions definitions_;
  std::map<Key, std::vector<std::uint32_t>> known_;  // by block and value, the instructions that compute it
};

}  // namespace

void share_values(ptx::Kernel& body) { Sharing(body).run(); }

}  // namespace unibank::compiler
