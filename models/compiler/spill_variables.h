// The spilled values of an allocated body as variables with live ranges.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

constexpr std::uint32_t kNoVariable = ~std::uint32_t{0};

struct SpillVariable {
  unsigned slots = 1;      // slots of 32 bits: 2 for a 64-bit value
  unsigned accesses = 0;   // instructions that load or store it
};

// A variable is a set of loads and the stores that they may read from: values that use one location in local
// memory one after the other are different variables. Numbered in the order of their first access.
struct SpillVariables {
  std::vector<SpillVariable> variables;
  std::vector<std::uint32_t> accessed;           // of each instruction: the variable it loads or stores, or kNoVariable
  // For each instruction, in increasing order, the variables that are live at its exit: possibly stored before,
  // possibly loaded later. The variable that it stores is included, even without a load.
  std::vector<std::vector<std::uint32_t>> live;
};

// The accesses are those of Origin::kSpill to local memory, as allocate() leaves them.
SpillVariables spill_variables(const ptx::Kernel& body);

// Whether the instruction is one of these accesses.
bool is_local_spill(const ptx::Instruction& instruction);
// The address operand of a load or store of a spill.
inline ptx::Operand& spill_address(ptx::Instruction& i) { return i.operands[i.destinations]; }
inline const ptx::Operand& spill_address(const ptx::Instruction& i) { return i.operands[i.destinations]; }

}  // namespace unibank::compiler
