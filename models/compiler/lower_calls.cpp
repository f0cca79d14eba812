#include "compiler/lower_calls.h"

#include <algorithm>

#include "compiler/call_graph.h"
#include "compiler/call_lowering.h"
#include "compiler/cfg.h"
#include "compiler/make_instruction.h"
#include "ptx/variables.h"

namespace unibank::compiler {

using Kind = ptx::Operand::Kind;
using ptx::Instruction;
using ptx::Op;
using ptx::Operand;
using ptx::StateSpace;

namespace {

ptx::Type register_type(std::uint64_t bytes) { return bits_type(std::max<std::uint64_t>(2, bytes)); }

bool calls_anything(const ptx::Kernel& kernel) {
  return std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                     [](const Instruction& i) { return ptx::is_call(i); });
}

}  // namespace

CallLowering::CallLowering(const ptx::Kernel& body, const Convention& own, const LoweringOptions& options)
    : own_(own),
      options_(options),
      entry_(body.entry),
      uses_(parameter_uses(body)),
      near_(may_live_on_stack(body, uses_)),
      homes_(body.symbols.size(), kNone) {
  out_.kernel = body;
}

Lowered CallLowering::run() {
  ptx::Kernel& kernel = out_.kernel;
  if (options_.stack && (!entry_ || calls_anything(kernel))) {
    out_.stack_pointer = static_cast<std::int32_t>(new_register(4, "%stack"));
    fix(static_cast<std::uint32_t>(out_.stack_pointer), kStackRegister);
    if (!entry_) out_.context.stack_pointer = out_.stack_pointer;
  }
  Instructions before;
  if (!entry_) {
    house_parameters(before);
    house_results();
  }
  house_arguments();
  replace_instructions(kernel, std::move(before), [this](Instruction i, std::uint32_t, Instructions& out) {
    if (ptx::is_call(i)) return lower_call(i, out);
    if (ptx::op_of(i) == Op::kRet) return lower_return(std::move(i), out);
    lower(std::move(i), out);
  });
  out_.context.fixed.resize(kernel.registers.size(), AllocationContext::kFree);
  if (!entry_ && kernel.local_bytes != 0) out_.wants_stack = true;
  return std::move(out_);
}

Operand CallLowering::home(std::int32_t index) const {
  return register_operand(static_cast<std::uint32_t>(homes_[static_cast<std::size_t>(index)]));
}

// The stack pointer, in bodies whose frame does not start at 0.
std::int32_t CallLowering::base() {
  if (!entry_) out_.wants_stack = true;
  return entry_ ? -1 : out_.stack_pointer;
}

std::uint32_t CallLowering::new_register(std::uint64_t bytes, const std::string& name) {
  out_.kernel.registers.push_back({name, register_type(bytes)});
  return static_cast<std::uint32_t>(out_.kernel.registers.size() - 1);
}

void CallLowering::fix(std::uint32_t reg, std::uint16_t physical) {
  out_.context.fixed.resize(out_.kernel.registers.size(), AllocationContext::kFree);
  out_.context.fixed[reg] = physical;
}

Convention CallLowering::convention_of(const Instruction& call) const {
  const Operand& callee = callee_of(call);
  if (callee.kind == Kind::kFunction) return options_.callees.at(static_cast<std::size_t>(callee.index)).convention;
  const ptx::Prototype& prototype = out_.kernel.prototypes.at(static_cast<std::size_t>(call.prototype));
  return stack_convention(prototype.returns, prototype.parameters);
}

// An input in a register gets one virtual register that is bound to the call, and another that holds the value
// afterwards.
void CallLowering::house_parameters(Instructions& before) {
  for (std::size_t i = 0; i < own_.inputs.size(); ++i) {
    const auto index = static_cast<std::int32_t>(i);
    if (!own_.inputs[i].in_register) {
      house_on_stack(index, own_.inputs[i].distance);
      continue;
    }
    const std::uint32_t carrier = new_register(own_.inputs[i].bytes, symbol(index).name);
    homes_[i] = new_register(own_.inputs[i].bytes, symbol(index).name);
    out_.input_registers.push_back(carrier);
    out_.context.inputs.push_back(carrier);
    out_.context.pinned.push_back(carrier);
    before.push_back(make_move(out_.kernel.instructions.front(), register_type(own_.inputs[i].bytes), home(index),
                               register_operand(carrier), false));
  }
}

// Gives results their registers; a result is moved to the register known to callers directly before each return.
void CallLowering::house_results() {
  const std::vector<std::int32_t> results = result_symbols(out_.kernel);
  for (std::size_t i = 0; i < own_.results.size(); ++i) {
    if (!own_.results[i].in_register) {
      house_on_stack(results[i], own_.results[i].distance);
      continue;
    }
    const std::string name = symbol(results[i]).name;
    homes_[static_cast<std::size_t>(results[i])] = new_register(own_.results[i].bytes, name);
    result_homes_.push_back(results[i]);
    out_.result_registers.push_back(new_register(own_.results[i].bytes, name));
    out_.context.pinned.push_back(out_.result_registers.back());
  }
}

void CallLowering::house_on_stack(std::int32_t index, std::uint64_t distance) {
  symbol(index).space = StateSpace::kLocal;
  symbol(index).offset = std::uint64_t{0} - distance;
  out_.wants_stack = true;
}

// Variables of call sequences: a virtual register for single values, else the location that the callee expects, else a
// place in the frame.
void CallLowering::house_arguments() {
  for (std::size_t i = 0; i < homes_.size(); ++i) {
    ptx::Variable& variable = out_.kernel.symbols[i];
    const bool argument =
        variable.space == StateSpace::kParam && variable.parameter == ptx::Variable::Parameter::kArgument;
    near_[i] = near_[i] && argument;
    if (!argument) continue;
    if (is_single_value(variable) && uses_[i].single_value) {
      homes_[i] = new_register(variable.bytes, variable.name);
      continue;
    }
    variable.space = StateSpace::kLocal;
    near_[i] = near_[i] && lives_below(static_cast<std::int32_t>(i));
    if (near_[i]) continue;
    variable.offset = ptx::round_up(out_.kernel.local_bytes, variable.align);
    out_.kernel.local_bytes = variable.offset + variable.bytes;
  }
}

// Whether the only call that passes the variable expects it on the stack.
bool CallLowering::lives_below(std::int32_t index) {
  const Instruction& call = out_.kernel.instructions[uses_[static_cast<std::size_t>(index)].calls[0]];
  if (runtime_of(call)) return false;
  const Convention callee = convention_of(call);
  for (std::size_t n = 0; n < call.operands.size(); ++n) {
    if (call.operands[n].kind != Kind::kSymbol || call.operands[n].symbol != index) continue;
    const Passing& passing =
        n < call.destinations ? callee.results.at(n) : callee.inputs.at(n - call.destinations - 1);
    if (!passing.in_register) note_outgoing(index, passing.distance);
    return !passing.in_register;
  }
  return false;
}

void CallLowering::note_outgoing(std::int32_t index, std::uint64_t distance) {
  out_.outgoing.push_back({index, distance});
  out_.outgoing_bytes = std::max(out_.outgoing_bytes, distance);
  out_.wants_stack = true;
}

void CallLowering::lower(Instruction i, Instructions& out) {
  for (Operand& operand : i.operands) {
    if (operand.kind == Kind::kFunction)
      operand = immediate_operand(ptx::kCodeWindow + 16 * static_cast<std::uint64_t>(operand.index));
    if (operand.symbol < 0) continue;
    if (has_home(operand.symbol)) return lower_access(i, out);
    if (symbol(operand.symbol).space != StateSpace::kLocal) continue;
    if (operand.kind == Kind::kAddress) {
      i.space = StateSpace::kLocal;
      operand.index = base();
    } else if (!entry_) {
      operand = local_value(i, operand, out);
      if (ptx::op_of(i) == Op::kMov) i.origin = ptx::Origin::kCall;  // removed if it is a move of a register to itself
    }
  }
  if (!entry_ && i.space == StateSpace::kParam) i.space = StateSpace::kLocal;  // with an address: on the stack
  // An endless loop has no return that reads the stack pointer, but may still access its frame.
  if (out_.context.stack_pointer >= 0 && may_jump(i))
    i.operands.push_back(register_operand(static_cast<std::uint32_t>(out_.stack_pointer)));
  out.push_back(std::move(i));
}

// A register with the address of a local variable of a function.
Operand CallLowering::local_value(const Instruction& i, const Operand& variable, Instructions& out) {
  const std::uint64_t bytes = ptx::bytes_of(i.type) == 4 ? 4 : 8;
  const Operand address = register_operand(new_register(bytes, "%address"));
  Operand stack = register_operand(static_cast<std::uint32_t>(std::max(0, base())));
  if (bytes == 8) {
    out.push_back(make_convert(i, ptx::Type::kU64, ptx::Type::kU32, address, stack, false));
    stack = address;
  }
  out.push_back(make_binary(i, Op::kAdd, unsigned_type(bytes), address, stack, variable));
  return address;
}

// Load or store of a variable that is in a register.
void CallLowering::lower_access(const Instruction& i, Instructions& out) {
  const std::size_t at = i.operands[0].kind == Kind::kAddress ? 0 : 1;
  const Operand held = home(i.operands[at].symbol), data = i.operands[1 - at];
  const std::uint64_t bytes = ptx::bytes_of(i.type), held_bytes = bytes_of(held);
  if (data.kind == Kind::kSink) return;
  if (data.kind != Kind::kRegister || (bytes_of(data) == held_bytes && bytes == held_bytes)) {
    out.push_back(make_move(i, bits_type(held_bytes), at == 0 ? held : data, at == 0 ? data : held, true));
  } else if (at == 0) {
    out.push_back(make_convert(i, unsigned_type(held_bytes), unsigned_type(bytes_of(data)), held, data, true));
  } else {
    const bool is_signed = i.type == signed_type(bytes);
    out.push_back(make_convert(i, is_signed ? signed_type(bytes_of(data)) : unsigned_type(bytes_of(data)),
                               is_signed ? i.type : unsigned_type(bytes), data, held, true));
  }
}

void CallLowering::lower_return(Instruction i, Instructions& out) {
  if (entry_) i.opcode = static_cast<ptx::Opcode>(Op::kExit);
  for (std::size_t n = 0; n < out_.result_registers.size(); ++n) {
    const Operand carrier = register_operand(out_.result_registers[n]), value = home(result_homes_[n]);
    out.push_back(make_move(i, bits_type(bytes_of(value)), carrier, value, false));
    i.operands.push_back(carrier);
  }
  out.push_back(std::move(i));
}

Lowered lower_calls(const ptx::Kernel& body, const Convention& own, const LoweringOptions& options) {
  return CallLowering(body, own, options).run();
}

}  // namespace unibank::compiler
