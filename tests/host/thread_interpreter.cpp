#include "host/thread_interpreter.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "ptx/instruction_table.h"

namespace unibank {
namespace {

using ptx::Op;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

std::uint64_t cut(std::uint64_t value, unsigned bytes) {
  return bytes >= 8 ? value : value & ((std::uint64_t{1} << 8 * bytes) - 1);
}
bool is_signed(Type type) { return type >= Type::kS8 && type <= Type::kS64; }
std::int64_t extended(std::uint64_t value, unsigned bytes) {
  const unsigned unused = 64 - 8 * bytes;
  return static_cast<std::int64_t>(value << unused) >> unused;
}
// The bits of a value of the type, sign- or zero-extended to 64.
std::uint64_t widened(std::uint64_t value, Type type) {
  const unsigned bytes = ptx::bytes_of(type);
  return is_signed(type) ? static_cast<std::uint64_t>(extended(value, bytes)) : cut(value, bytes);
}

bool less(std::uint64_t a, std::uint64_t b, Type type) {
  const unsigned bytes = ptx::bytes_of(type);
  return is_signed(type) ? extended(a, bytes) < extended(b, bytes) : cut(a, bytes) < cut(b, bytes);
}

bool compare(ptx::Comparison comparison, std::uint64_t a, std::uint64_t b, Type type) {
  const bool equal = cut(a, ptx::bytes_of(type)) == cut(b, ptx::bytes_of(type));
  switch (comparison) {
    case ptx::Comparison::kEq: return equal;
    case ptx::Comparison::kNe: return !equal;
    case ptx::Comparison::kLt: return less(a, b, type);
    case ptx::Comparison::kLe: return !less(b, a, type);
    case ptx::Comparison::kGt: return less(b, a, type);
    case ptx::Comparison::kGe: return !less(a, b, type);
    default: throw std::logic_error("the reference interpreter does not know this comparison");
  }
}

bool waits_for_members(const ptx::Instruction& instruction) {
  const bool of_warp = static_cast<ptx::Barrier>(instruction.variant) == ptx::Barrier::kWarp;
  return ptx::has(instruction, ptx::kSync) || (ptx::op_of(instruction) == Op::kBar && of_warp);
}

std::uint64_t shifted(Op op, std::uint64_t a, std::uint64_t by, Type type) {
  const unsigned bits = 8 * ptx::bytes_of(type);
  by = cut(by, 4);
  if (op == Op::kShl) return by >= bits ? 0 : a << by;
  if (is_signed(type))
    return static_cast<std::uint64_t>(extended(a, bits / 8) >> std::min<std::uint64_t>(by, bits - 1));
  return by >= bits ? 0 : cut(a, bits / 8) >> by;
}

}  // namespace

void ThreadInterpreter::run(const std::string& kernel, Dim3 grid, Dim3 block,
                            const std::vector<std::uint8_t>& arguments, std::uint64_t limit) {
  grid_ = grid;
  block_ = block;
  for (block_number_ = 0; block_number_ < grid.count(); ++block_number_)
    run_block(module_.kernels.at(kernel), arguments, limit);
}

// Threads wait at a barrier until all threads that have not ended have arrived.
void ThreadInterpreter::run_block(const ptx::Kernel& kernel, const std::vector<std::uint8_t>& arguments,
                                  std::uint64_t limit) {
  scratchpad_.assign(kernel.scratchpad_bytes, 0);
  std::vector<Thread> threads(block_.count());
  for (unsigned t = 0; t < threads.size(); ++t) {
    threads[t].index = t;
    enter(threads[t], kernel);
    for (std::size_t p = 0; p < kernel.parameters.size(); ++p) {
      const ptx::Variable& parameter = kernel.parameters[p];
      const auto from = arguments.begin() + static_cast<std::ptrdiff_t>(parameter.offset);
      threads[t].stack.back().parameters[static_cast<std::int32_t>(p)]
          .assign(from, from + static_cast<std::ptrdiff_t>(parameter.bytes));
    }
  }
  for (bool running = true; running;) {
    do {
      for (Thread& thread : threads) run_to_wait(thread, limit);
    } while (run_syncs(threads));
    running = false;
    for (Thread& thread : threads) {
      if (thread.at_sync) throw std::logic_error("a thread waits at a .sync instruction for ever");
      running |= thread.at_barrier;
      thread.at_barrier = false;
    }
  }
}

void ThreadInterpreter::run_to_wait(Thread& thread, std::uint64_t limit) {
  while (!thread.stack.empty() && !thread.at_barrier && !thread.at_sync) {
    if (++thread.executed > limit) throw std::logic_error("a thread does not end");
    step(thread);
  }
}

void ThreadInterpreter::enter(Thread& thread, const ptx::Kernel& body) {
  Activation activation;
  activation.body = &body;
  activation.registers.resize(body.registers.size());
  activation.written.resize(body.registers.size());
  activation.frame = thread.local.size();
  thread.local.resize(thread.local.size() + (body.local_bytes + 15) / 16 * 16);
  for (std::size_t s = 0; s < body.symbols.size(); ++s) {
    const ptx::Variable& symbol = body.symbols[s];
    if (symbol.space == StateSpace::kParam) activation.parameters[static_cast<std::int32_t>(s)].resize(symbol.bytes);
  }
  thread.stack.push_back(std::move(activation));
}

void ThreadInterpreter::step(Thread& thread) {
  Activation& now = thread.stack.back();
  const ptx::Instruction& instruction = now.body->instructions.at(now.pc);
  ++now.pc;
  if (instruction.guard.kind == Operand::Kind::kRegister) {
    const bool on = read(now, instruction.guard.index) != 0;
    if (on == instruction.guard.negated) return;
  }
  if (waits_for_members(instruction)) {
    --now.pc;
    thread.at_sync = true;
    return;
  }
  switch (ptx::op_of(instruction)) {
    case Op::kBra: now.pc = static_cast<std::size_t>(instruction.operands[0].index); return;
    case Op::kBrx: {
      const std::uint64_t which = cut(value(thread, instruction.operands[0]), 4);
      now.pc = static_cast<std::size_t>(instruction.operands[1].elements.at(which).index);
      return;
    }
    case Op::kExit: thread.stack.clear(); return;
    case Op::kRet: return return_from(thread);
    case Op::kCall: return call(thread, instruction);
    case Op::kBar: thread.at_barrier = true; return;
    case Op::kLd: case Op::kSt: return access(thread, instruction);
    default: return compute(thread, instruction);
  }
}

void ThreadInterpreter::compute(Thread& thread, const ptx::Instruction& instruction) {
  const std::uint64_t found = result(thread, instruction);
  const Operand& to = instruction.operands[0];
  const Type type = thread.stack.back().body->registers[static_cast<std::size_t>(to.index)].type;
  write(thread.stack.back(), to.index, type == Type::kPred ? found != 0 : cut(found, ptx::bytes_of(type)));
}

std::uint64_t ThreadInterpreter::result(Thread& thread, const ptx::Instruction& instruction) {
  const auto source = [&](unsigned n) { return value(thread, instruction.operands.at(n + 1)); };
  const Type type = instruction.type;
  const auto wide = [&](unsigned n) { return widened(source(n), type); };
  const bool doubled = ptx::has(instruction, ptx::kWide);
  switch (const Op op = ptx::op_of(instruction)) {
    case Op::kMov: case Op::kCvta: return source(0);
    case Op::kAdd: return source(0) + source(1);
    case Op::kSub: return source(0) - source(1);
    case Op::kMul: return doubled ? wide(0) * wide(1) : source(0) * source(1);
    case Op::kMad: return (doubled ? wide(0) * wide(1) : source(0) * source(1)) + source(2);
    case Op::kAnd: return source(0) & source(1);
    case Op::kOr: return source(0) | source(1);
    case Op::kXor: return source(0) ^ source(1);
    case Op::kNot: return type == Type::kPred ? source(0) == 0 : ~source(0);
    case Op::kNeg: return 0 - source(0);
    case Op::kMin: return less(source(1), source(0), type) ? source(1) : source(0);
    case Op::kMax: return less(source(0), source(1), type) ? source(1) : source(0);
    case Op::kShl: case Op::kShr: return shifted(op, source(0), source(1), type);
    case Op::kSelp: return source(2) != 0 ? source(0) : source(1);
    case Op::kSetp: return compare(ptx::comparison_of(instruction), source(0), source(1), type) ? 1 : 0;
    case Op::kCvt: return widened(source(0), instruction.type2);
    default:
      throw std::logic_error("the reference interpreter does not know '" + instruction.text + "'");
  }
}

// The elements of a vector one after the other.
void ThreadInterpreter::access(Thread& thread, const ptx::Instruction& instruction) {
  const bool load = ptx::is_load(instruction);
  const Operand& data = instruction.operands.at(load ? 0 : 1);
  const Operand& address = instruction.operands.at(load ? 1 : 0);
  const unsigned bytes = ptx::bytes_of(instruction.type);
  Place to = place(thread, address, instruction.space);
  std::vector<Operand> elements = data.elements;
  if (data.kind != Operand::Kind::kVector) elements = {data};
  for (const Operand& element : elements) {
    if (to.offset + bytes > to.bytes->size()) throw std::logic_error("out of bounds: '" + instruction.text + "'");
    std::uint64_t bits = 0;
    if (load) {
      std::memcpy(&bits, to.bytes->data() + to.offset, bytes);
      write(thread.stack.back(), element.index, widened(bits, instruction.type));
    } else {
      bits = value(thread, element);
      std::memcpy(to.bytes->data() + to.offset, &bits, bytes);
    }
    to.offset += bytes;
  }
}

ThreadInterpreter::Place ThreadInterpreter::place(Thread& thread, const Operand& address, StateSpace space) {
  Activation& now = thread.stack.back();
  std::uint64_t where = address.bits;
  if (address.index >= 0) {
    const Type type = now.body->registers[static_cast<std::size_t>(address.index)].type;
    where = cut(where + read(now, address.index), ptx::bytes_of(type));
  }
  if (space == StateSpace::kParam) return {&now.parameters.at(address.symbol), where};
  if (address.symbol >= 0) where += address_of(thread, address.symbol);
  if (space == StateSpace::kShared) return {&scratchpad_, where};
  if (space == StateSpace::kLocal) return {&thread.local, where};
  return {&global_, where - base_};
}

void ThreadInterpreter::call(Thread& thread, const ptx::Instruction& instruction) {
  const std::size_t callee = instruction.destinations;
  const Operand& target = instruction.operands.at(callee);
  const std::uint64_t index = target.kind == Operand::Kind::kFunction
                                  ? static_cast<std::uint64_t>(target.index)
                                  : (value(thread, target) - ptx::kCodeWindow) / 16;
  const ptx::Kernel& body = module_.functions.at(index);
  std::vector<std::vector<std::uint8_t>> arguments;
  for (std::size_t n = callee + 1; n < instruction.operands.size(); ++n)
    arguments.push_back(thread.stack.back().parameters.at(instruction.operands[n].symbol));
  enter(thread, body);
  std::size_t next = 0;
  for (std::size_t s = 0; s < body.symbols.size(); ++s) {
    const ptx::Variable& symbol = body.symbols[s];
    const bool input = symbol.space == StateSpace::kParam && symbol.parameter == ptx::Variable::Parameter::kInput;
    if (input) thread.stack.back().parameters[static_cast<std::int32_t>(s)] = arguments.at(next++);
  }
}

// The results go to the variables that the call names; the call is the instruction before the caller's next one.
void ThreadInterpreter::return_from(Thread& thread) {
  const Activation ended = std::move(thread.stack.back());
  thread.stack.pop_back();
  if (thread.stack.empty()) return;
  thread.local.resize(ended.frame);
  Activation& caller = thread.stack.back();
  const ptx::Instruction& instruction = caller.body->instructions.at(caller.pc - 1);
  std::size_t next = 0;
  for (const auto& [symbol, bytes] : ended.parameters) {
    const ptx::Variable& variable = ended.body->symbols[static_cast<std::size_t>(symbol)];
    if (variable.parameter != ptx::Variable::Parameter::kReturn || next == instruction.destinations) continue;
    caller.parameters[instruction.operands[next++].symbol] = bytes;
  }
}

std::uint64_t ThreadInterpreter::read(const Activation& activation, std::int32_t index) {
  const auto number = static_cast<std::size_t>(index);
  if (!activation.written.at(number))
    throw std::logic_error("'" + activation.body->registers[number].name + "' is read before it is written");
  return activation.registers[number];
}

void ThreadInterpreter::write(Activation& activation, std::int32_t index, std::uint64_t value) {
  activation.registers.at(static_cast<std::size_t>(index)) = value;
  activation.written[static_cast<std::size_t>(index)] = true;
}

std::uint64_t ThreadInterpreter::value(const Thread& thread, const Operand& operand) const {
  const Activation& now = thread.stack.back();
  switch (operand.kind) {
    case Operand::Kind::kRegister: {
      const std::uint64_t bits = read(now, operand.index);
      return operand.negated ? bits == 0 : bits;
    }
    case Operand::Kind::kImmediate: return operand.bits;
    case Operand::Kind::kSymbol: return address_of(thread, operand.symbol) + operand.bits;
    case Operand::Kind::kFunction: return ptx::kCodeWindow + 16 * static_cast<std::uint64_t>(operand.index);
    case Operand::Kind::kSpecial: return special(thread, static_cast<ptx::Special>(operand.index));
    default: throw std::logic_error("the reference interpreter does not know this operand");
  }
}

std::uint64_t ThreadInterpreter::address_of(const Thread& thread, std::int32_t symbol) const {
  const ptx::Variable& variable = thread.stack.back().body->symbols.at(static_cast<std::size_t>(symbol));
  if (variable.space == StateSpace::kLocal) return thread.stack.back().frame + variable.offset;
  if (variable.space == StateSpace::kShared) return variable.offset;
  throw std::logic_error("the reference interpreter does not know the space of '" + variable.name + "'");
}

std::uint64_t ThreadInterpreter::special(const Thread& thread, ptx::Special special) const {
  switch (special) {
    case ptx::Special::kTidX: return thread.index % block_.x;
    case ptx::Special::kNtidX: return block_.x;
    case ptx::Special::kCtaidX: return block_number_ % grid_.x;
    case ptx::Special::kLaneid: return thread.index % 32;
    default: throw std::logic_error("the reference interpreter does not know this special register");
  }
}

}  // namespace unibank
