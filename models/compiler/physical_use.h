// Reads and writes of physical registers by each instruction of an allocated kernel, for strands and placement.
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include "ptx/kernel.h"
#include "warp/warp_instruction.h"

namespace unibank::compiler {

using RegisterBits = std::bitset<kMaxRegisters>;

struct PhysicalUse {
  std::vector<std::uint16_t> reads, writes;  // 32-bit registers, each once, in operand order
  bool certain = true;                       // false under a guard
  bool alu = false;                          // executed by the per-lane ALUs: only these write the LRF, and only these
                                             // read it unless memory_reads_lrf
  bool late = false;                         // its results have a long latency: they may come from outside the SM
};

std::vector<PhysicalUse> physical_use(const ptx::Kernel& kernel);

// True for an access to global, local or generic space, stores included, and for every instruction of the texture
// units. Accesses to scratchpad, constants and parameters have short latency.
bool is_long_latency(const ptx::Instruction& instruction);

// The possible callees of a call, as indices into Kernel::functions; all functions for a call through a register.
std::vector<std::uint32_t> callees_of(const ptx::Kernel& kernel, const ptx::Instruction& call);
bool is_indirect_call(const ptx::Instruction& instruction);

}  // namespace unibank::compiler
