// The spilled values of an allocated body as variables of their own, and where each is needed.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

constexpr std::uint32_t kNoVariable = ~std::uint32_t{0};

struct SpillVariable {
  unsigned slots = 1;      // of 32 bits: 2 for a value of 64
  unsigned accesses = 0;   // instructions that load or store it
};

// A variable is what some loads find and the stores that they may find it from: values that share a place in local
// memory one after the other are different variables. Numbered in the order of their first access.
struct SpillVariables {
  std::vector<SpillVariable> variables;
  std::vector<std::uint32_t> accessed;           // of each instruction: the variable it loads or stores, or kNoVariable
  // Of each instruction, in increasing order, what is live on its exit: possibly stored before, possibly loaded later.
  // What it stores is among them, also when nobody loads it.
  std::vector<std::vector<std::uint32_t>> live;
};

// The accesses are those of Origin::kSpill to local memory, as allocate() leaves them.
SpillVariables spill_variables(const ptx::Kernel& body);

// Is it one of them?
bool is_local_spill(const ptx::Instruction& instruction);
// The [place] it loads from or stores to.
inline ptx::Operand& spill_address(ptx::Instruction& i) { return i.operands[i.destinations]; }
inline const ptx::Operand& spill_address(const ptx::Instruction& i) { return i.operands[i.destinations]; }

}  // namespace unibank::compiler
