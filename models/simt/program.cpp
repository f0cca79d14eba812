#include "simt/decoder.h"

#include <algorithm>

#include "base/input_error.h"
#include "compiler/static_instructions.h"
#include "ptx/instruction_table.h"
#include "simt/types.h"

namespace unibank::simt {

using ptx::Op;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

Program Decoder::program() {
  Program program;
  program.instructions = compiler::static_instructions(kernel_);
  program.generic_instructions.reserve(2 * kernel_.instructions.size());
  for (std::uint32_t pc = 0; pc < kernel_.instructions.size(); ++pc) {
    program.steps.push_back(step(pc));
    attach(program, pc);
    program.polls |= program.steps[pc].polls;
    program.allocates |= allocates(kernel_.instructions[pc]);
  }
  registers_.finish(program);
  for (const ptx::Variable& symbol : kernel_.symbols) {
    if (symbol.name != ptx::kReservedScratchpad) continue;
    program.reserved_begin = symbol.offset;
    program.reserved_end = symbol.offset + symbol.bytes;
  }
  return program;
}

void Decoder::refuse(const ptx::Instruction& i, const std::string& what) const {
  throw InputError(kernel_.file, i.location.line, i.location.column, what, ptx::source_of(kernel_));
}

void Decoder::refuse_form(const ptx::Instruction& i) const {
  refuse(i, std::string("'") + info(i).name + "' does not have this form; expected one that PTX defines");
}

// Adds the instruction in the SM's form; for generic accesses also the variants for the other windows.
void Decoder::attach(Program& program, std::uint32_t pc) const {
  Step& step = program.steps[pc];
  step.shown = &program.instructions[pc];
  if (step.kind == StepKind::kArrival) return attach_arrival(program, step);
  if (step.kind != StepKind::kMemory || step.space != StateSpace::kGeneric || step.in_scratchpad) return;
  for (const Space space : {Space::kScratchpad, Space::kLocal}) {
    program.generic_instructions.push_back(program.instructions[pc]);
    program.generic_instructions.back().space = space;
    (space == Space::kLocal ? step.shown_local : step.shown_shared) = &program.generic_instructions.back();
  }
}

Step Decoder::step(std::uint32_t pc) {
  const ptx::Instruction& i = kernel_.instructions[pc];
  Step step;
  step.decoded.instruction = &i;
  if (i.guard.kind == Operand::Kind::kRegister) {
    step.guarded = true;
    step.guard = registers_.reg(i.guard.index);
    step.guard.negated = i.guard.negated;
  }
  if (ptx::is_branch(i)) branch(pc, step);
  else if (op_of(i) == Op::kBrx) indexed_branch(pc, step);
  else if (op_of(i) == Op::kRet) step.kind = StepKind::kReturn;
  else if (ptx::is_exit(i)) step.kind = StepKind::kExit;
  else if (ptx::is_call(i)) call(i, step);
  else if (ptx::is_copy(i)) copy(i, step);
  else if (ptx::is_arrival(i)) arrival(i, step);
  else if (ptx::is_mbarrier(i)) mbarrier(i, step);
  else if (ptx::is_memory(i)) memory(i, step);
  else if (info(i).latency == ptx::LatencyClass::kTexture) texture(i, step);
  else other(i, step);
  if (step.kind == StepKind::kBarrier) step.gathers = Gathers::kWarp;
  if (has(i, ptx::kSync)) gather_members(step, step.decoded.source[step.decoded.sources - 1]);
  return step;
}

void Decoder::branch(std::uint32_t pc, Step& step) const {
  step.kind = StepKind::kBranch;
  step.target = static_cast<std::uint32_t>(kernel_.instructions[pc].operands.at(0).index);
  step.reconverge = kernel_.reconverge.at(pc);
}

void Decoder::other(const ptx::Instruction& i, Step& step) {
  switch (op_of(i)) {
    case Op::kBar: return barrier(i, step);
    case Op::kNanosleep:
      step.kind = StepKind::kSleep;
      step.decoded.source[0] = operand_ref(i, i.operands.at(0), 4, false, step);
      return;
    case Op::kMembar: case Op::kNop: case Op::kBrkpt: case Op::kPrefetch: case Op::kRelssp:
    case Op::kAcqreg: case Op::kRelreg: case Op::kCp:
      return;  // no effect on registers or memory
    case Op::kTrap: return trap(i, step);
    case Op::kMma: case Op::kMovmatrix: return matrix(i, step);
    case Op::kRuntime: return runtime(i, step);
    default: break;
  }
  step.kind = StepKind::kLanes;
  operands(i, step);
  for (const auto family : {arithmetic_handler, bit_handler, carry_handler, float_handler, function_handler,
                            compare_handler, convert_handler, move_handler, warp_handler, pending_handler}) {
    step.decoded.run = family(i, step.decoded);
    if (step.decoded.run) return;
  }
  refuse_form(i);
}

// The fragments become a list of whole registers.
void Decoder::matrix(const ptx::Instruction& i, Step& step) {
  step.kind = StepKind::kLanes;
  step.gathers = Gathers::kWarp;
  step.whole_warp = true;
  for (const Operand& operand : i.operands)
    for (const Operand& element : operand.elements)
      step.decoded.fragments.push_back(data(i, element, ptx::bytes_of(i.type) == 8 ? 8 : 4));
  step.decoded.run = matrix_handler(i, step.decoded);
}

// The trap of an assertion has an expression, a file, a line and a function.
void Decoder::trap(const ptx::Instruction& i, Step& step) {
  step.kind = StepKind::kTrap;
  Decoded& decoded = step.decoded;
  for (const Operand& operand : i.operands) {
    const unsigned bytes = decoded.sources == 2 ? 4 : 8;
    decoded.source[decoded.sources++] = operand_ref(i, operand, bytes, false, step);
  }
}

void Decoder::runtime(const ptx::Instruction& i, Step& step) {
  step.kind = StepKind::kRuntime;
  step.writes = static_cast<ptx::Runtime>(i.variant) != ptx::Runtime::kPrintf;
  Decoded& decoded = step.decoded;
  if (i.destinations != 0) decoded.result = operand_ref(i, i.operands[0], step.writes ? 8 : 4, false, step);
  for (std::size_t n = i.destinations; n < i.operands.size(); ++n)
    decoded.source[decoded.sources++] = operand_ref(i, i.operands[n], 8, false, step);
}

void Decoder::gather_members(Step& step, const Ref& members) {
  step.gathers = Gathers::kMembers;
  step.members = members;
}

// Number, threads, and for bar.red a predicate; each may be a register.
void Decoder::barrier(const ptx::Instruction& i, Step& step) {
  if (static_cast<ptx::Barrier>(i.variant) == ptx::Barrier::kWarp)
    return gather_members(step, operand_ref(i, i.operands.at(0), 4, false, step));
  step.kind = StepKind::kBarrier;
  step.barrier = i.variant;
  Decoded& decoded = step.decoded;
  const bool reduces = i.destinations != 0;
  if (reduces) decoded.result = operand_ref(i, i.operands[0], ptx::bytes_of(i.type), false, step);
  const std::size_t first = i.destinations, last = i.operands.size() - (reduces ? 1 : 0);
  if (last <= first || last > first + 2) refuse(i, "expected a barrier's number and its number of threads");
  decoded.source[0] = operand_ref(i, i.operands[first], 4, false, step);
  step.has_threads = last == first + 2;
  decoded.source[1] = operand_ref(i, i.operands[last - 1], 4, false, step);
  if (reduces) decoded.source[2] = operand_ref(i, i.operands[last], 0, false, step);
}

void Decoder::indexed_branch(std::uint32_t pc, Step& step) {
  const ptx::Instruction& i = kernel_.instructions[pc];
  step.kind = StepKind::kIndexedBranch;
  step.reconverge = kernel_.reconverge.at(pc);
  step.decoded.source[0] = operand_ref(i, i.operands.at(0), 4, false, step);
  for (const Operand& label : i.operands.at(1).elements)
    step.targets.push_back(static_cast<std::uint32_t>(label.index));
}

// Arguments and results have already been moved: a linked call has only its callee.
void Decoder::call(const ptx::Instruction& i, Step& step) {
  step.kind = StepKind::kCall;
  for (const Operand& operand : i.operands) {
    if (operand.kind == Operand::Kind::kFunction) {
      step.target = kernel_.functions.at(static_cast<std::size_t>(operand.index)).first;
      return;
    }
    if (operand.kind == Operand::Kind::kRegister) {
      step.has_address_register = true;
      step.address_register = registers_.reg(operand.index);
      return;
    }
  }
  refuse(i, "expected a function, or a register with the address of one");
}

// Size of a cell for an operand letter of the instruction table; 0 for a predicate.
unsigned Decoder::bytes_for(char letter, const ptx::Instruction& i) const {
  switch (letter) {
    case 'w': return ptx::bytes_of(i.type) * (has(i, ptx::kWide) ? 2 : 1);
    case 's': return ptx::bytes_of(i.type2 == Type::kNone ? i.type : i.type2);
    case 'u': case 'U': return 4;
    case 'p': case 'P': return 0;
    case 'b': case 'B': return i.type == Type::kPred ? 0 : 4;
    case 'g': return i.type == Type::kNone ? 8 : ptx::bytes_of(i.type);
    default: return ptx::bytes_of(i.type);
  }
}

void Decoder::operands(const ptx::Instruction& i, Step& step) {
  Decoded& decoded = step.decoded;
  const ptx::InstructionInfo& row = info(i);
  for (unsigned n = 0; n < i.operands.size(); ++n) {
    const Operand& operand = i.operands[n];
    const bool result = n < i.destinations;
    const char letter = result ? row.results[n] : row.sources[n - i.destinations];
    if (operand.kind == Operand::Kind::kVector) {
      elements(i, operand, static_cast<std::uint8_t>(ptx::bytes_of(i.type) / operand.elements.size()), decoded);
      continue;
    }
    const bool of_source = letter == 'c' && !result;
    const unsigned bytes = of_source ? ptx::bytes_of(i.type2) : bytes_for(letter, i);
    const Ref ref = operand_ref(i, operand, bytes, letter == 'c' || letter == 'g', step);
    if (!result) decoded.source[decoded.sources++] = ref;
    else if (n == 0) decoded.result = ref;
    else decoded.result2 = ref, decoded.has_result2 = true;
  }
}

// `any_width`: the register may be wider than the type.
Ref Decoder::operand_ref(const ptx::Instruction& i, const Operand& operand, unsigned bytes, bool any_width,
                         Step& step) {
  switch (operand.kind) {
    case Operand::Kind::kRegister: {
      Ref ref = registers_.reg(operand.index);
      ref.negated = operand.negated;
      const ptx::Register& reg = kernel_.registers[static_cast<std::size_t>(operand.index)];
      const bool fits = !is_part(operand) && (reg.type == Type::kPred) == (bytes == 0) &&
                        (any_width || ref.wide == (bytes == 8));
      if (!fits) {
        refuse(i, "register '" + reg.name + "' has the wrong width; expected " +
                      (bytes == 0 ? "a predicate" : std::to_string(8 * bytes) + " bits"));
      }
      return ref;
    }
    case Operand::Kind::kImmediate:
      return bytes == 0 ? registers_.predicate_immediate(operand.bits != 0)
                        : registers_.immediate(operand.bits, bytes == 8);
    case Operand::Kind::kSpecial: return special(static_cast<ptx::Special>(operand.index), bytes, step);
    case Operand::Kind::kSymbol:
      return registers_.immediate(symbol_address(operand.symbol) + operand.bits, bytes == 8);
    case Operand::Kind::kSink: return bytes == 0 ? registers_.predicate_sink() : registers_.sink(bytes == 8);
    default: refuse(i, std::string("'") + info(i).name + "' has an operand that it cannot read");
  }
}

Ref Decoder::special(ptx::Special special, unsigned bytes, Step& step) {
  step.reads_clock |= is_clock(special);
  return registers_.special(special, bytes == 8);
}

Program decode(const ptx::Kernel& kernel) { return Decoder(kernel).program(); }

bool reads_grid_workspace(const Program& program) {
  return std::any_of(program.specials.begin(), program.specials.end(), [](const SpecialRow& row) {
    return row.special == ptx::Special::kEnvreg1 || row.special == ptx::Special::kEnvreg2;
  });
}

std::uint64_t scratchpad_bytes(const ptx::Kernel& kernel, std::uint64_t dynamic_bytes) {
  return dynamic_bytes == 0 ? kernel.scratchpad_bytes : dynamic_scratchpad_begin(kernel) + dynamic_bytes;
}

}  // namespace unibank::simt
