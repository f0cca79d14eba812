#include <algorithm>

#include "compiler/call_graph.h"
#include "compiler/call_lowering.h"
#include "compiler/make_instruction.h"

namespace unibank::compiler {

using Kind = ptx::Operand::Kind;
using ptx::Instruction;
using ptx::Operand;

const RuntimeFunction* CallLowering::runtime_of(const Instruction& call) const {
  const Operand& callee = callee_of(call);
  if (callee.kind != Kind::kFunction) return nullptr;
  return options_.callees.at(static_cast<std::size_t>(callee.index)).runtime;
}

// The instruction has at most seven registers of arguments and a result of two, so it fits into every limit.
void CallLowering::lower_runtime(const Instruction& call, const RuntimeFunction& function, Instructions& out) {
  Instruction made = call;
  made.opcode = static_cast<ptx::Opcode>(function.op);
  made.variant = static_cast<std::uint8_t>(function.runtime);
  made.modifiers = 0;
  made.destinations = static_cast<std::uint8_t>(function.results.size());
  made.operands.clear();
  const bool wanted = call.destinations != 0 && call.operands[0].kind == Kind::kSymbol;
  const bool in_memory = wanted && !has_home(call.operands[0].symbol);
  if (!function.results.empty()) {
    Operand result;
    result.kind = Kind::kSink;
    if (in_memory) result = register_operand(new_register(function.results[0], "%result"));
    else if (wanted) result = home(call.operands[0].symbol);
    made.operands.push_back(result);
  }
  for (std::size_t n = 0; n < function.passed; ++n)
    made.operands.push_back(argument_register(call, call.operands.at(call.destinations + 1 + n), out));
  const Operand result = made.operands.front();
  out.push_back(std::move(made));
  if (in_memory)
    out.push_back(make_store(call, bits_type(function.results[0]), local_address(call.operands[0].symbol, base()),
                             result, true));
}

Operand CallLowering::argument_register(const Instruction& call, const Operand& argument, Instructions& out) {
  if (argument.kind != Kind::kSymbol) return argument;
  if (has_home(argument.symbol)) return home(argument.symbol);
  const std::uint64_t bytes = symbol(argument.symbol).bytes;
  const Operand loaded = register_operand(new_register(bytes, "%argument"));
  out.push_back(make_load(call, bits_type(bytes), loaded, local_address(argument.symbol, base()), false));
  return loaded;
}

// Arguments on the stack first, so the registers fixed by the callee are bound as briefly as possible.
void CallLowering::lower_call(const Instruction& call, Instructions& out) {
  if (const RuntimeFunction* runtime = runtime_of(call)) return lower_runtime(call, *runtime, out);
  const Convention callee = convention_of(call);
  Instruction lowered = call;
  lowered.operands = {callee_of(call)};
  for (const bool in_registers : {false, true}) {
    for (std::size_t n = 0; n < callee.inputs.size(); ++n) {
      if (callee.inputs[n].in_register != in_registers) continue;
      pass_argument(call, call.operands.at(call.destinations + 1 + n), callee.inputs[n], lowered, out);
    }
  }
  std::vector<Operand> carriers(call.destinations);
  lowered.destinations = 0;
  for (std::size_t n = 0; n < call.destinations; ++n) {
    if (!callee.results.at(n).in_register) continue;
    carriers[n] = register_operand(new_register(callee.results[n].bytes, "%result"));
    fix(static_cast<std::uint32_t>(carriers[n].index), callee.results[n].physical);
    lowered.operands.insert(lowered.operands.begin() + lowered.destinations++, carriers[n]);
  }
  const bool stack = needs_stack(call);
  if (stack) {
    lowered.operands.push_back(register_operand(static_cast<std::uint32_t>(out_.stack_pointer)));
    move_stack(call, ptx::Op::kAdd, out);
  }
  out.push_back(std::move(lowered));
  if (stack && !entry_) move_stack(call, ptx::Op::kSub, out);
  for (std::size_t n = 0; n < call.destinations; ++n)
    take_result(call, call.operands[n], callee.results[n], carriers[n], out);
}

bool CallLowering::needs_stack(const Instruction& call) const {
  const Operand& callee = callee_of(call);
  if (!options_.stack) return false;
  return callee.kind != Kind::kFunction || options_.callees.at(static_cast<std::size_t>(callee.index)).needs_stack;
}

// settle_frame() fills in the distance. The entry's frame is at 0, so there the callee's frame is a constant.
void CallLowering::move_stack(const Instruction& call, ptx::Op op, Instructions& out) {
  const Operand stack = register_operand(static_cast<std::uint32_t>(out_.stack_pointer));
  out.push_back(entry_ ? make_move(call, ptx::Type::kB32, stack, immediate_operand(0), false)
                       : make_binary(call, op, ptx::Type::kU32, stack, stack, immediate_operand(0)));
}

void CallLowering::pass_argument(const Instruction& call, const Operand& argument, const Passing& passing,
                                 Instruction& lowered, Instructions& out) {
  const bool in_memory = argument.kind == Kind::kSymbol && !has_home(argument.symbol);
  if (in_memory && near_[static_cast<std::size_t>(argument.symbol)]) return;
  const Operand value = argument.kind == Kind::kSymbol && !in_memory ? home(argument.symbol) : argument;
  if (!passing.in_register) {
    const std::int32_t slot = outgoing_slot(passing);
    if (in_memory) copy(call, slot, argument.symbol, passing.bytes, false, out);
    else out.push_back(make_store(call, bits_type(passing.bytes), local_address(slot, base()), value, false));
    return;
  }
  const std::uint32_t carrier = new_register(passing.bytes, "%argument");
  fix(carrier, passing.physical);
  lowered.operands.push_back(register_operand(carrier));
  if (in_memory) {
    out.push_back(make_load(call, bits_type(passing.bytes), register_operand(carrier),
                            local_address(argument.symbol, base()), false));
  } else {
    out.push_back(make_move(call, bits_type(bytes_of(register_operand(carrier))), register_operand(carrier), value,
                            false));
  }
}

// Has the call's guard: if the call is not executed, the variable keeps its old value.
void CallLowering::take_result(const Instruction& call, const Operand& result, const Passing& passing,
                               const Operand& carrier, Instructions& out) {
  if (result.kind == Kind::kSink) return;
  const bool in_memory = result.kind == Kind::kSymbol && !has_home(result.symbol);
  if (in_memory && near_[static_cast<std::size_t>(result.symbol)]) return;
  const ptx::Type type = bits_type(passing.bytes);
  const Operand target = result.kind == Kind::kSymbol && !in_memory ? home(result.symbol) : result;
  if (in_memory && passing.in_register) {
    out.push_back(make_store(call, type, local_address(result.symbol, base()), carrier, true));
  } else if (in_memory) {
    copy(call, result.symbol, outgoing_slot(passing), passing.bytes, true, out);
  } else if (passing.in_register) {
    out.push_back(make_move(call, bits_type(bytes_of(target)), target, carrier, true));
  } else {
    out.push_back(make_load(call, type, target, local_address(outgoing_slot(passing), base()), true));
  }
}

// A variable below the frame of the callee.
std::int32_t CallLowering::outgoing_slot(const Passing& passing) {
  const auto [found, added] = slots_.try_emplace({passing.distance, passing.bytes},
                                                 static_cast<std::int32_t>(out_.kernel.symbols.size()));
  if (added) {
    ptx::Variable slot;
    slot.name = "%outgoing";
    slot.space = ptx::StateSpace::kLocal;
    slot.bytes = passing.bytes;
    slot.align = kStackAlign;
    out_.kernel.symbols.push_back(slot);
    homes_.push_back(kNone);
    near_.push_back(false);
    note_outgoing(found->second, passing.distance);
  }
  return found->second;
}

// Copies in the largest pieces to which both variables are aligned. A parameter of the entry may be passed on
// unchanged.
void CallLowering::copy(const Instruction& call, std::int32_t to, std::int32_t from, std::uint64_t bytes, bool guarded,
                        Instructions& out) {
  std::uint64_t piece = std::min<std::uint64_t>({8, symbol(to).align, symbol(from).align});
  while (bytes % piece != 0) piece /= 2;
  const bool of_entry = symbol(from).space == ptx::StateSpace::kParam;
  for (std::uint64_t offset = 0; offset < bytes; offset += piece) {
    const Operand value = register_operand(new_register(piece, "%copy"));
    const Operand source = local_address(from, of_entry ? -1 : base(), offset);
    out.push_back(make_load(call, bits_type(piece), value, source, guarded));
    if (of_entry) out.back().space = ptx::StateSpace::kParam;
    out.push_back(make_store(call, bits_type(piece), local_address(to, base(), offset), value, guarded));
  }
}

}  // namespace unibank::compiler
