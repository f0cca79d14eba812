// Which virtual registers each instruction of a kernel reads and writes.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

// Registers of one instruction, each once, in operand order (the guard first). Address registers are reads.
struct Access {
  std::vector<std::uint32_t> reads, writes;
  bool certain = true;  // false under a guard: the old value may survive the write
};

// The registers that an instruction accesses, by their numbers in Kernel::registers.
Access access_of(const ptx::Instruction& instruction);

// 32-bit registers of a value of the type: 1 (also for 8 and 16 bits) or 2; 0 for a predicate.
unsigned register_units(ptx::Type type);

// The physical 32-bit registers of virtual ones, each once, in order; predicates are left out.
std::vector<std::uint16_t> physical_registers(const ptx::Kernel& kernel, const std::vector<std::uint32_t>& registers);

// access_of() for a whole kernel, over the registers that its instructions name and those with a value
// at its begin or end. They are renumbered densely ("used registers"), so unused declarations cost
// nothing.
struct RegisterUse {
  std::vector<Access> accesses;       // of each instruction, in used registers
  std::vector<std::uint32_t> number;  // of each used register, its index in Kernel::registers
  std::vector<std::uint8_t> units;    // of each used register, register_units
  std::vector<std::uint32_t> inputs, outputs;  // used registers: written before the first instruction, read at the end
  std::size_t size() const { return number.size(); }
};

// `inputs` and `outputs` have the numbers of Kernel::registers.
RegisterUse register_use(const ptx::Kernel& kernel, const std::vector<std::uint32_t>& inputs = {},
                         const std::vector<std::uint32_t>& outputs = {});

}  // namespace unibank::compiler
