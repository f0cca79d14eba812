#include "compiler/stack_frame.h"

#include <utility>

#include "compiler/call_graph.h"
#include "compiler/cfg.h"
#include "compiler/register_use.h"
#include "compiler/replace_instructions.h"
#include "ptx/instruction_table.h"
#include "ptx/variables.h"

namespace unibank::compiler {
namespace {

using Kind = ptx::Operand::Kind;
using ptx::Instruction;
using ptx::Op;
using ptx::Operand;

class Frame {
 public:
  Frame(Lowered& body, std::uint64_t align)
      : body_(body), kernel_(body.kernel), bytes_(frame_bytes(body, align)) {}

  std::uint64_t settle() {
    for (const Lowered::Outgoing& outgoing : body_.outgoing)
      kernel_.symbols[static_cast<std::size_t>(outgoing.symbol)].offset = bytes_ - outgoing.distance;
    replace_instructions(kernel_, {}, [this](Instruction i, std::uint32_t, Instructions& out) {
      if (moves_stack(i)) {
        if (ptx::op_of(i) == Op::kAdd) moved_ = bytes_;
        if (ptx::op_of(i) == Op::kSub) moved_ = 0;
        i.operands.back().bits = bytes_;
        if (bytes_ != 0 || kernel_.entry) out.push_back(std::move(i));
        return;
      }
      if (i.origin == ptx::Origin::kCall && moves_to_itself(i)) return;
      forget_registers(i);
      if (!kernel_.entry)
        for (Operand& operand : i.operands) locate(operand);
      out.push_back(std::move(i));
    });
    return bytes_;
  }

 private:
  bool moves_stack(const Instruction& i) const {
    return i.origin == ptx::Origin::kCall && body_.stack_pointer >= 0 && i.destinations == 1 &&
           i.operands[0].kind == Kind::kRegister && i.operands[0].index == body_.stack_pointer;
  }

  bool moves_to_itself(const Instruction& i) const {
    if (ptx::op_of(i) != Op::kMov || i.operands[0].kind != Kind::kRegister || i.operands[1].kind != Kind::kRegister)
      return false;
    const auto to = static_cast<std::size_t>(i.operands[0].index), from = static_cast<std::size_t>(i.operands[1].index);
    return kernel_.physical[to] == kernel_.physical[from] &&
           register_units(kernel_.registers[to].type) == register_units(kernel_.registers[from].type);
  }

  // The register operands of calls and returns were only for the allocator.
  void forget_registers(Instruction& i) const {
    if (ptx::is_call(i)) {
      i.operands = {callee_of(i)};
      i.destinations = 0;
    } else if (ptx::op_of(i) == Op::kRet) {
      i.operands.clear();
    } else if (may_jump(i) && i.operands.back().kind == Kind::kRegister && body_.context.stack_pointer >= 0) {
      i.operands.pop_back();
    }
  }

  // Between the moves of the stack pointer around a call, the frame lies below it.
  void locate(Operand& operand) const {
    if (operand.symbol < 0) return;
    const ptx::Variable& variable = kernel_.symbols[static_cast<std::size_t>(operand.symbol)];
    if (variable.space != ptx::StateSpace::kLocal) return;
    if (operand.kind == Kind::kAddress) operand.index = body_.stack_pointer;
    if (operand.kind == Kind::kSymbol) operand.kind = Kind::kImmediate;
    operand.bits += variable.offset - moved_;
    operand.symbol = -1;
  }

  Lowered& body_;
  ptx::Kernel& kernel_;
  std::uint64_t bytes_;
  std::uint64_t moved_ = 0;
};

}  // namespace

std::uint64_t frame_bytes(const Lowered& body, std::uint64_t align) {
  return ptx::round_up(body.kernel.local_bytes + body.outgoing_bytes, align);
}

std::uint64_t settle_frame(Lowered& body, std::uint64_t align) { return Frame(body, align).settle(); }

}  // namespace unibank::compiler
