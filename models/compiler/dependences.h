// Which instructions of a straight line must keep their order.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/register_use.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// Whether an instruction is fixed: it does not move, and no other instruction moves past it. Fixed are branches, ends,
// calls and the code of their lowering, clock reads, and everything else but computations, accesses of memory and
// textures, barriers and fences.
bool is_fixed(const ptx::Instruction& instruction);

struct Dependence {
  std::uint32_t on = 0;  // an earlier instruction of the line, counted from its first
  bool value = false;    // this instruction reads a value that the earlier one writes
};

// For each instruction of first .. last - 1, none of which is fixed, the instructions that it must follow: each once,
// in order.
// - Registers and the carry flag: reads after writes, writes after reads and writes.
// - Memory: a load or store follows a store, and a store a load, unless they access different spaces, different
//   variables, or different bytes of one base address. Loads may pass loads; constants and ld.global.nc may pass
//   everything. Atomics, fences, barriers, surfaces, and volatile or ordered accesses keep their place among all other
//   accesses.
// - Shuffles, votes and barriers keep their order among themselves; matrix instructions too, unless `free_matrices`:
//   they need all lanes, but every lane that executes a line executes all of it.
std::vector<std::vector<Dependence>> dependences(const ptx::Kernel& body, const RegisterUse& use, std::uint32_t first,
                                                 std::uint32_t last, bool free_matrices);

}  // namespace unibank::compiler
