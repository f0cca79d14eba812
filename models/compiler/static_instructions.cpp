#include "compiler/static_instructions.h"

#include <algorithm>

#include "compiler/register_use.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

Unit unit_of(const ptx::Instruction& instruction, bool in_function) {
  if (in_function && ptx::op_of(instruction) == ptx::Op::kRet) return Unit::kAlu;  // a jump: back to the caller
  switch (ptx::latency_class(instruction)) {
    case ptx::LatencyClass::kSfu: return Unit::kSfu;
    case ptx::LatencyClass::kMemory: return Unit::kMemory;
    case ptx::LatencyClass::kTexture: return Unit::kTexture;
    case ptx::LatencyClass::kBarrier: return Unit::kBarrier;
    case ptx::LatencyClass::kExit: return Unit::kExit;
    case ptx::LatencyClass::kAlu:
    case ptx::LatencyClass::kControl: break;
  }
  return Unit::kAlu;
}

Space space_of(ptx::StateSpace space) {
  switch (space) {
    case ptx::StateSpace::kShared: return Space::kScratchpad;
    case ptx::StateSpace::kLocal: return Space::kLocal;
    case ptx::StateSpace::kConst: return Space::kConstant;
    case ptx::StateSpace::kParam: return Space::kParameter;
    case ptx::StateSpace::kGlobal:
    case ptx::StateSpace::kGeneric: break;
  }
  return Space::kGlobal;
}

MemoryOp memory_op(const ptx::Instruction& instruction) {
  if (ptx::is_load(instruction)) return MemoryOp::kLoad;
  if (ptx::is_store(instruction)) return MemoryOp::kStore;
  return ptx::op_of(instruction) == ptx::Op::kAtom ? MemoryOp::kAtomic : MemoryOp::kReduction;
}

void describe_memory(const ptx::Instruction& instruction, StaticInstruction& what) {
  if (!ptx::is_memory(instruction)) return;
  what.memory = memory_op(instruction);
  what.space = space_of(instruction.space);
  what.spill = instruction.origin == ptx::Origin::kSpill;
  what.bytes_per_lane = static_cast<std::uint8_t>(ptx::bytes_of(instruction.type) * instruction.vector);
}

// Adds the physical registers of the virtual ones to `numbers` (data registers, each once) and to `set` (all).
void add_physical(const ptx::Kernel& kernel, const std::vector<std::uint32_t>& registers,
                  std::vector<std::uint16_t>& numbers, RegisterSet& set) {
  for (const std::uint32_t index : registers) {
    const std::uint16_t first = kernel.physical[index];
    const unsigned units = register_units(kernel.registers[index].type);
    if (units == 0) set.add_predicate(first);
    for (std::uint16_t number = first; number < first + units; ++number) {
      set.add_register(number);
      if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) numbers.push_back(number);
    }
  }
}

// As written, with its place in the file; the parser adds instructions of its own (a final ret) without text or place.
std::string text_of(const ptx::Instruction& instruction) {
  std::string text = instruction.text.empty() ? ptx::info(instruction).name : instruction.text;
  if (instruction.location.line != 0) text += " (line " + std::to_string(instruction.location.line) + ")";
  return text;
}

}  // namespace

std::vector<StaticInstruction> static_instructions(const ptx::Kernel& kernel) {
  std::vector<StaticInstruction> all;
  all.reserve(kernel.instructions.size());
  const std::size_t first_function = kernel.functions.empty() ? kernel.instructions.size() : kernel.functions[0].first;
  for (const ptx::Instruction& instruction : kernel.instructions) {
    StaticInstruction what;
    what.pc = static_cast<std::uint32_t>(all.size());
    what.unit = unit_of(instruction, all.size() >= first_function);
    describe_memory(instruction, what);
    const Access access = access_of(instruction);
    add_physical(kernel, access.reads, what.sources, what.touches);
    add_physical(kernel, access.writes, what.results, what.writes);
    what.result_registers = static_cast<std::uint8_t>(what.results.size());
    what.touches.add(what.writes);
    what.text = text_of(instruction);
    all.push_back(std::move(what));
  }
  return all;
}

}  // namespace unibank::compiler
