#include "compiler/scratchpad_access.h"

#include <algorithm>

#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using ptx::Op;
using ptx::Operand;
using ptx::StateSpace;

// The possible contents of a register: addresses within some variables, or anything else.
struct Value {
  VariableSet variables = 0;
  bool other = false;        // possibly a number that is not an address of a known variable
  bool exact = false;        // always `offset` bytes from the beginning of the only variable
  std::uint64_t offset = 0;

  bool none() const { return variables == 0 && !other; }
  friend bool operator==(const Value& a, const Value& b) {
    return a.variables == b.variables && a.other == b.other && a.exact == b.exact && (!a.exact || a.offset == b.offset);
  }
};

Value number() { return {0, true, false, 0}; }

Value either(const Value& a, const Value& b) {
  if (a.none()) return b;
  if (b.none()) return a;
  const bool exact = a.exact && b.exact && a.offset == b.offset && a.variables == b.variables && a.other == b.other;
  return {a.variables | b.variables, a.other || b.other, exact, exact ? a.offset : 0};
}

// An address plus a number is an address; the result is unknown until all parts are known.
Value sum(const Value& a, const Value& b) {
  if (a.none() || b.none()) return {};
  if (b.variables == 0) return {a.variables, a.other, false, 0};
  if (a.variables == 0) return {b.variables, b.other, false, 0};
  return {a.variables | b.variables, a.other || b.other, false, 0};
}

bool is_sum_op(Op op) {
  switch (op) {
    case Op::kAdd: case Op::kAddc: case Op::kSub: case Op::kSubc: case Op::kMad: case Op::kMad24: case Op::kMadc:
    case Op::kAnd: case Op::kOr: case Op::kXor: case Op::kMul: case Op::kMul24: case Op::kShl: return true;
    default: return false;
  }
}

class Tracker {
 public:
  Tracker(const ptx::Kernel& body, const Surroundings& around) : body_(body), around_(around) {
    bits_.resize(body.symbols.size());
    for (std::size_t i = 0; i < body.symbols.size(); ++i) {
      if (body.symbols[i].space != StateSpace::kShared) continue;
      const auto place = static_cast<unsigned>(found_.symbols.size());
      const bool sized = body.symbols[i].bytes != 0;
      bits_[i] = sized && place + 1 < kVariableBits ? VariableSet{1} << place : kElsewhere;
      if (sized) found_.symbols.push_back(static_cast<std::int32_t>(i));
    }
    for (const ptx::Instruction& i : body.instructions)
      generic_ |= ptx::op_of(i) == Op::kCvta && !has(i, ptx::kTo) && i.space == StateSpace::kShared;
    generic_ |= around.foreign;
  }

  ScratchpadAccesses run() {
    values_.resize(body_.registers.size());
    find_inputs();
    for (bool changed = true; changed;) {
      changed = false;
      for (const ptx::Instruction& i : body_.instructions) changed |= define(i);
    }
    for (const ptx::Instruction& i : body_.instructions) found_.touches.push_back(touch(i));
    return std::move(found_);
  }

 private:
  // Registers that no instruction writes hold a value from outside.
  void find_inputs() {
    std::vector<bool> written(values_.size());
    for (const ptx::Instruction& i : body_.instructions)
      each_result(i, [&](std::size_t index) { written[index] = true; });
    for (std::size_t index = 0; index < written.size(); ++index)
      if (!written[index]) values_[index] = number();
  }

  template <typename Visit>
  static void each_result(const ptx::Instruction& i, Visit visit) {
    const auto one = [&](const Operand& operand) {
      if (operand.kind == Operand::Kind::kRegister) visit(static_cast<std::size_t>(operand.index));
    };
    for (std::size_t place = 0; place < i.destinations; ++place) {
      one(i.operands[place]);
      for (const Operand& element : i.operands[place].elements) one(element);
    }
  }

  Value symbol_value(const Operand& operand) const {
    const auto symbol = static_cast<std::size_t>(operand.symbol);
    if (bits_[symbol] == 0) return number();
    return {bits_[symbol], false, bits_[symbol] != kElsewhere, operand.bits};
  }

  Value value_of(const Operand& operand) const {
    switch (operand.kind) {
      case Operand::Kind::kRegister: return values_[static_cast<std::size_t>(operand.index)];
      case Operand::Kind::kSymbol: return symbol_value(operand);
      case Operand::Kind::kVector: {
        Value all;
        for (const Operand& element : operand.elements) all = either(all, value_of(element));
        all.exact = false;
        return all;
      }
      default: return number();
    }
  }

  // Whether the instruction adds a constant to an exactly known address.
  static bool moves_exactly(const ptx::Instruction& i, const Value& base) {
    const Op op = ptx::op_of(i);
    return (op == Op::kAdd || op == Op::kSub) && base.exact && i.operands.size() == 3 &&
           i.operands[2].kind == Operand::Kind::kImmediate;
  }

  Value result_of(const ptx::Instruction& i) const {
    const Op op = ptx::op_of(i);
    const bool reads = ptx::is_memory(i) || ptx::latency_class(i) == ptx::LatencyClass::kTexture;
    if (reads || op == Op::kRuntime || ptx::is_call(i)) return number();
    if (i.operands.size() == i.destinations) return number();
    Value result = value_of(i.operands[i.destinations]);
    if (op == Op::kMov || op == Op::kCvta) return result;
    if (moves_exactly(i, result)) {
      result.offset += op == Op::kAdd ? i.operands[2].bits : std::uint64_t{0} - i.operands[2].bits;
      return result;
    }
    const bool selects = op == Op::kSelp || op == Op::kSlct;  // its third source is not part of the result
    const std::size_t end = selects ? i.operands.size() - 1 : i.operands.size();
    for (std::size_t place = i.destinations + std::size_t{1}; place < end; ++place) {
      const Value next = value_of(i.operands[place]);
      result = is_sum_op(op) ? sum(result, next) : either(result, next);
    }
    result.exact = false;
    return result;
  }

  // Terminates: an exact offset becomes inexact at most once, and sets only grow.
  bool define(const ptx::Instruction& i) {
    bool changed = false;
    if (i.destinations == 0) return changed;
    const Value result = result_of(i);
    each_result(i, [&](std::size_t index) {
      const Value before = values_[index];
      values_[index] = either(before, result);
      changed |= !(before == values_[index]);
    });
    return changed;
  }

  ScratchpadTouch touch(const ptx::Instruction& i) const {
    if (ptx::is_call(i)) return {around_.calls_touch || (around_.calls_print && generic_) ? kAllVariables : 0};
    if (ptx::op_of(i) == Op::kRuntime) return {generic_ ? kAllVariables : 0};  // a text that vprintf reads
    if (!may_access_scratchpad(i)) return {};
    const StateSpace space = ptx::is_copy(i) ? StateSpace::kShared : i.space;
    const bool first = i.operands.at(0).kind == Operand::Kind::kAddress;
    const Operand& address = i.operands.at(first ? 0 : 1);
    Value base = address.index >= 0 ? values_[static_cast<std::size_t>(address.index)] : number();
    if (address.symbol >= 0) {
      const Value named = symbol_value({Operand::Kind::kSymbol, false, -1, address.symbol, address.bits, {}});
      base = address.index >= 0 ? sum(base, named) : named;
    } else {
      base.offset += address.bits;
    }
    const bool anywhere = base.variables == 0 || base.other;
    // Variables of other spaces are numbers too.
    const bool other_space = address.symbol >= 0 && bits_[static_cast<std::size_t>(address.symbol)] == 0;
    if (anywhere && !other_space && (space == StateSpace::kShared || generic_)) return {kAllVariables};
    ScratchpadTouch found{base.variables};
    const std::uint64_t end = base.offset + std::uint64_t{ptx::bytes_of(i.type)} * i.vector;
    if (base.exact && end > base.offset) found.end = end;  // otherwise the access begins before its variable
    return found;
  }

  const ptx::Kernel& body_;
  const Surroundings around_;
  std::vector<VariableSet> bits_;   // of each symbol; 0: not in the scratchpad
  bool generic_ = false;            // generic addresses may point to the scratchpad
  std::vector<Value> values_;       // of each register
  ScratchpadAccesses found_;
};

}  // namespace

bool may_access_scratchpad(const ptx::Instruction& i) {
  return ptx::is_copy(i) ||
         (ptx::is_memory(i) && (i.space == StateSpace::kShared || i.space == StateSpace::kGeneric));
}

ScratchpadAccesses scratchpad_accesses(const ptx::Kernel& body, const Surroundings& around) {
  return Tracker(body, around).run();
}

std::vector<bool> shared_accesses(const ptx::Kernel& body, const ScratchpadAccesses& accesses,
                                  std::uint64_t private_bytes) {
  const auto shared = [&](const ScratchpadTouch& touch) {
    if ((touch.variables & kElsewhere) != 0) return true;
    for (std::size_t place = 0; place < std::min<std::size_t>(accesses.symbols.size(), kVariableBits - 1); ++place) {
      if ((touch.variables >> place & 1) == 0) continue;
      const ptx::Variable& variable = body.symbols[static_cast<std::size_t>(accesses.symbols[place])];
      if (variable.offset + std::min(touch.end, variable.bytes) > private_bytes) return true;
    }
    return false;
  };
  std::vector<bool> found;
  for (const ScratchpadTouch& touch : accesses.touches) found.push_back(shared(touch));
  return found;
}

}  // namespace unibank::compiler
