// Which instructions of a straight line must keep their order.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/register_use.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// Nothing moves past it, and it stays: branches, ends, calls and what their lowering has added, reads of a clock, and
// whatever else has an effect that is no value and no plain access to memory.
bool is_fixed(const ptx::Instruction& instruction);

struct Dependence {
  std::uint32_t on = 0;  // an earlier instruction of the line, counted from its first
  bool value = false;    // it reads what that one writes
};

// Of each instruction of first .. last - 1, none of which is fixed, what it must stay behind: each once, in order.
// - Registers and the carry flag: reads behind writes, writes behind reads and writes.
// - Memory: a load or store stays behind a store, and a store behind a load, unless they lie in different spaces, in
//   different variables, or at different bytes of one base address. Loads pass loads; what nothing writes (constants,
//   parameters, ld.global.nc) passes all. Atomics, fences, barriers, surfaces, and accesses that are volatile or take
//   part in the order of memory keep their place among all accesses.
// - Shuffles, votes, barriers and instructions on matrices keep their order among themselves.
std::vector<std::vector<Dependence>> dependences(const ptx::Kernel& body, const RegisterUse& use, std::uint32_t first,
                                                 std::uint32_t last);

}  // namespace unibank::compiler
