#include "compiler/propagate_values.h"

#include <utility>

#include "compiler/instruction_forms.h"
#include "compiler/reaching_definitions.h"

namespace unibank::compiler {
namespace {

using ptx::Op;
using ptx::Operand;
using Kind = ptx::Operand::Kind;

constexpr std::int64_t kFarthest = 1 << 23;  // from the register of an address: 24 bits with a sign

class Propagation {
 public:
  explicit Propagation(ptx::Kernel& body) : body_(body), definitions_(body) {}

  void run() {
    definitions_.walk([this](std::uint32_t pc) { rewrite(body_.instructions[pc]); });
  }

 private:
  const ptx::Instruction* definition(std::uint32_t& pc, const Operand& operand) const {
    pc = definitions_.of(static_cast<std::uint32_t>(operand.index));
    return pc == ReachingDefinitions::kNone ? nullptr : &body_.instructions[pc];
  }

  bool unchanged(const Operand& operand, std::uint32_t pc) const {
    return definitions_.unchanged_since(static_cast<std::uint32_t>(operand.index), pc);
  }

  void rewrite(ptx::Instruction& i) {
    if (i.guard.kind == Kind::kRegister) rewrite_predicate(i.guard);
    for (std::size_t n = 0; n < i.operands.size(); ++n) {
      Operand& operand = i.operands[n];
      if (operand.kind == Kind::kAddress) rewrite_address(i, operand);
      else if (n >= i.destinations) rewrite_source(i, n);
    }
    order_constants(i);
  }

  // The constant of a commutative operation becomes its second source: the other passes look for it there.
  static void order_constants(ptx::Instruction& i) {
    const Op op = ptx::op_of(i);
    const bool commutes = op == Op::kAdd || op == Op::kMul || op == Op::kMad || op == Op::kAnd || op == Op::kOr ||
                          op == Op::kXor;
    if (commutes && is_integer(i.type) && i.operands.size() >= 3 && is_constant(i.operands[1]))
      std::swap(i.operands[1], i.operands[2]);
  }

  void rewrite_source(ptx::Instruction& i, std::size_t n) {
    Operand& operand = i.operands[n];
    if (operand.kind == Kind::kVector) {
      for (Operand& element : operand.elements) {
        follow_copies(element);
        rewrite_constant(i, n, element);
      }
    }
    if (!is_register(operand)) return;
    if (is_predicate(operand)) return negatable(i) ? rewrite_predicate(operand) : follow_copies(operand);
    follow_copies(operand);
    rewrite_constant(i, n, operand);
  }

  bool is_predicate(const Operand& operand) const {
    return body_.registers[static_cast<std::size_t>(operand.index)].type == ptx::Type::kPred;
  }

  static bool negatable(const ptx::Instruction& i) {
    const Op op = ptx::op_of(i);
    return op == Op::kSetp || (i.type == ptx::Type::kPred && (op == Op::kAnd || op == Op::kOr || op == Op::kXor));
  }

  void follow_copies(Operand& operand) const {
    if (!is_register(operand)) return;
    std::uint32_t pc = 0;
    for (const ptx::Instruction* made = definition(pc, operand); made != nullptr; made = definition(pc, operand)) {
      if (!is_copy(body_, *made) || !unchanged(made->operands[1], pc)) return;
      operand.index = made->operands[1].index;
    }
  }

  // Follows `not`, too: a guard may be negated.
  void rewrite_predicate(Operand& operand) const {
    std::uint32_t pc = 0;
    for (follow_copies(operand);; follow_copies(operand)) {
      const ptx::Instruction* made = definition(pc, operand);
      if (made == nullptr || ptx::op_of(*made) != Op::kNot || made->type != ptx::Type::kPred || !has_shape(*made, 1) ||
          !is_register(made->operands[1]) || !unchanged(made->operands[1], pc))
        return;
      operand.negated = operand.negated == made->operands[1].negated;
      operand.index = made->operands[1].index;
    }
  }

  void rewrite_constant(const ptx::Instruction& i, std::size_t n, Operand& operand) const {
    std::uint32_t pc = 0;
    if (!is_register(operand)) return;
    const ptx::Instruction* made = definition(pc, operand);
    if (made == nullptr || !is_constant_move(body_, *made)) return;
    const std::uint64_t bits = extended_constant(made->operands[1].bits, ptx::bytes_of(made->type));
    if (!takes_constant(i, n, bits)) return;
    operand = Operand{};
    operand.kind = Kind::kImmediate;
    operand.bits = bits;
  }

  void rewrite_address(const ptx::Instruction& i, Operand& address) const {
    while (address.index >= 0) {
      Operand base = address;
      base.kind = Kind::kRegister;
      follow_copies(base);
      address.index = base.index;
      if (!add_to_address(i, address)) return;
    }
  }

  // The address register's definition becomes part of the address.
  bool add_to_address(const ptx::Instruction& i, Operand& address) const {
    std::uint32_t pc = 0;
    const ptx::Instruction* made = definition(pc, address);
    if (made == nullptr) return false;
    if (is_address_move(i, *made, address)) {
      take_symbol(made->operands[1], address);
      address.index = -1;
      return true;
    }
    if (!has_shape(*made, 2) || !is_sum(*made, width(address)) || !is_register(made->operands[1])) return false;
    if (!unchanged(made->operands[1], pc)) return false;
    if (is_constant(made->operands[2])) return add_constant(*made, address);
    return add_symbol(i, *made, pc, address);
  }

  unsigned width(const Operand& address) const {
    return ptx::bytes_of(body_.registers[static_cast<std::size_t>(address.index)].type);
  }

  static bool add_constant(const ptx::Instruction& sum, Operand& address) {
    const std::uint64_t bits = address.bits + sum.operands[2].bits;
    const auto distance = static_cast<std::int64_t>(bits);
    if (distance < -kFarthest || distance >= kFarthest) return false;
    address.bits = bits;
    address.index = sum.operands[1].index;
    return true;
  }

  // One part of a sum is the address of a variable of the scratchpad, which is a constant.
  bool add_symbol(const ptx::Instruction& i, const ptx::Instruction& sum, std::uint32_t at, Operand& address) const {
    if (!is_register(sum.operands[2]) || !unchanged(sum.operands[2], at)) return false;
    for (const std::size_t n : {1, 2}) {
      std::uint32_t pc = 0;
      const ptx::Instruction* made = definition(pc, sum.operands[n]);
      if (made == nullptr || !is_address_move(i, *made, address)) continue;
      take_symbol(made->operands[1], address);
      address.index = sum.operands[3 - n].index;
      return true;
    }
    return false;
  }

  static void take_symbol(const Operand& symbol, Operand& address) {
    address.symbol = symbol.symbol;
    address.bits += symbol.bits;
  }

  bool is_address_move(const ptx::Instruction& i, const ptx::Instruction& made, const Operand& address) const {
    if (address.symbol >= 0 || i.space != ptx::StateSpace::kShared || !has_shape(made, 1)) return false;
    if (ptx::op_of(made) != Op::kMov || made.operands[1].kind != Kind::kSymbol) return false;
    const ptx::Variable& variable = body_.symbols[static_cast<std::size_t>(made.operands[1].symbol)];
    return variable.space == ptx::StateSpace::kShared && fits_register(body_, made.operands[0], made.type) &&
           ptx::bytes_of(made.type) == width(address);
  }

  ptx::Kernel& body_;
  ReachingDefinitions definitions_;
};

}  // namespace

void propagate_values(ptx::Kernel& body) { Propagation(body).run(); }

}  // namespace unibank::compiler
