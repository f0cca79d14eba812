#include "compiler/rematerialise.h"

#include <algorithm>

#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using Kind = ptx::Operand::Kind;

bool same(const ptx::Operand& a, const ptx::Operand& b) {
  return a.kind == b.kind && a.negated == b.negated && a.index == b.index && a.symbol == b.symbol && a.bits == b.bits &&
         std::equal(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(), same);
}

bool same(const ptx::Instruction& a, const ptx::Instruction& b) {
  return a.opcode == b.opcode && a.type == b.type && a.type2 == b.type2 && a.modifiers == b.modifiers &&
         a.variant == b.variant && a.rounding == b.rounding && a.space == b.space && a.vector == b.vector &&
         std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(),
                    [](const ptx::Operand& x, const ptx::Operand& y) { return same(x, y); });
}

// Whether the instruction loads a parameter of the kernel itself, which is never written.
bool loads_parameter(const ptx::Kernel& kernel, const ptx::Instruction& instruction) {
  if (!kernel.entry || !ptx::is_load(instruction) || instruction.space != ptx::StateSpace::kParam) return false;
  if (instruction.vector != 1) return false;
  if (instruction.guard.kind != Kind::kNone) return false;
  const ptx::Operand& address = instruction.operands.back();
  if (address.kind != Kind::kAddress || address.index >= 0 || address.symbol < 0) return false;
  const ptx::Variable& variable = kernel.symbols[static_cast<std::size_t>(address.symbol)];
  return variable.space == ptx::StateSpace::kParam && variable.parameter == ptx::Variable::Parameter::kInput;
}

// Whether the instruction has one result, no guard, no side effect and no input except its operands.
bool pure(const ptx::Instruction& instruction) {
  if (instruction.guard.kind != Kind::kNone || instruction.destinations != 1) return false;
  if (instruction.operands.empty() || instruction.operands[0].kind != Kind::kRegister) return false;
  switch (ptx::op_of(instruction)) {
    case ptx::Op::kMov: case ptx::Op::kCvta: case ptx::Op::kCvt: case ptx::Op::kAdd: case ptx::Op::kSub:
    case ptx::Op::kMul: case ptx::Op::kMad: case ptx::Op::kAnd: case ptx::Op::kOr: case ptx::Op::kXor:
    case ptx::Op::kNot: case ptx::Op::kNeg: case ptx::Op::kShl: case ptx::Op::kShr: break;
    default: return false;
  }
  return !has(instruction, ptx::kCarryOut);
}

bool constant(const ptx::Operand& source) {
  return source.kind == Kind::kImmediate || source.kind == Kind::kSymbol || source.kind == Kind::kFunction ||
         (source.kind == Kind::kSpecial && !ptx::is_clock(static_cast<ptx::Special>(source.index)));
}

class Cook {
 public:
  explicit Cook(const Body& body) : body_(body), first_(body.use.size()), repeatable_(body.use.size(), true) {
    for (std::uint32_t pc = 0; pc < body.use.accesses.size(); ++pc) {
      const Access& access = body.use.accesses[pc];
      const ptx::Instruction& instruction = body.kernel.instructions[pc];
      for (const std::uint32_t used : access.writes) {
        if (first_[used] == nullptr) first_[used] = &instruction;
        else if (!same(*first_[used], instruction)) repeatable_[used] = false;
        if (instruction.guard.kind != Kind::kNone) repeatable_[used] = false;
      }
    }
    for (const std::uint32_t used : body.use.inputs) repeatable_[used] = false;
  }

  Recipe recipe(std::uint32_t used, std::size_t longest) const {
    const ptx::Instruction* made = first_[used];
    if (made == nullptr || !repeatable_[used] || body_.pinned[used] || body_.is_predicate(used)) return {};
    if (loads_parameter(body_.kernel, *made)) return {*made};
    if (!pure(*made)) return {};
    const ptx::Operand* from = nullptr;  // the only source that is a register
    for (std::size_t i = 1; i < made->operands.size(); ++i) {
      const ptx::Operand& source = made->operands[i];
      if (constant(source)) continue;
      if (source.kind != Kind::kRegister || (from != nullptr && from->index != source.index)) return {};
      from = &source;
    }
    if (from == nullptr) return {*made};
    return chained(used, *made, static_cast<std::uint32_t>(from->index), longest);
  }

 private:
  // The source is first computed into the same register, which must have the same width.
  Recipe chained(std::uint32_t used, ptx::Instruction made, std::uint32_t source, std::size_t longest) const {
    const ptx::Type to = body_.kernel.registers[body_.use.number[used]].type;
    if (longest < 2 || ptx::bytes_of(body_.kernel.registers[source].type) != ptx::bytes_of(to)) return {};
    if (source == body_.use.number[used]) return {};
    Recipe steps = recipe(body_.used_of[source], longest - 1);
    if (steps.empty()) return {};
    for (ptx::Instruction& step : steps) step.operands[0].index = made.operands[0].index;
    for (ptx::Operand& operand : made.operands) {
      if (operand.kind == Kind::kRegister) operand.index = made.operands[0].index;
    }
    steps.push_back(std::move(made));
    return steps;
  }

  const Body& body_;
  std::vector<const ptx::Instruction*> first_;
  std::vector<bool> repeatable_;
};

}  // namespace

std::vector<Recipe> recipes(const Body& body) {
  const Cook cook(body);
  std::vector<Recipe> all(body.use.size());
  for (std::uint32_t used = 0; used < all.size(); ++used) all[used] = cook.recipe(used, kLongestRecipe);
  return all;
}

}  // namespace unibank::compiler
