// What each instruction of an allocated kernel does to the physical registers, as strands and placement see it.
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
  bool alu = false;                          // executed by the per-lane ALUs, which alone have ports to the LRF
  bool late = false;                         // its results are long-latency: they may come from memory outside the SM
};

std::vector<PhysicalUse> physical_use(const ptx::Kernel& kernel);

// A load or atomic of global, local or generic space, and whatever the texture units do. Scratchpad, constants and
// parameters are near.
bool is_long_latency(const ptx::Instruction& instruction);

// The functions that a call may enter, as indices into Kernel::functions; through a register it may be any.
std::vector<std::uint32_t> callees_of(const ptx::Kernel& kernel, const ptx::Instruction& call);
bool is_indirect_call(const ptx::Instruction& instruction);

}  // namespace unibank::compiler
