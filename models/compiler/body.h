// A body with all facts about its registers, shared by the passes of the allocator.
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include "compiler/allocation_context.h"
#include "compiler/interference.h"
#include "compiler/liveness.h"

namespace unibank::compiler {

constexpr std::uint32_t kUnused = ~std::uint32_t{0};

struct Body {
  Body(const ptx::Kernel& kernel, const AllocationContext& context);

  bool is_predicate(std::uint32_t used) const { return use.units[used] == 0; }
  // 32-bit registers, or predicates, of a used register in its file.
  unsigned units(std::uint32_t used) const { return is_predicate(used) ? 1 : use.units[used]; }

  const ptx::Kernel& kernel;
  ControlFlow flow;
  RegisterUse use;
  Liveness live;
  std::vector<double> weights;                // of blocks: estimated execution frequency
  Interference neighbours;
  std::vector<std::vector<std::uint32_t>> partners;  // for each used register, those connected with it by moves
  std::vector<std::uint32_t> used_of;         // for each register of the kernel, its number as a used register, or
                                              // kUnused
  std::vector<std::int32_t> fixed;            // of each used register, AllocationContext::fixed
  std::vector<bool> pinned;                   // not to be renamed or spilled
  // calls: each call's instruction and the registers that it clobbers. forbidden: for each used register, the numbers
  // of its file that some call clobbers while the register is live.
  using Numbers = std::bitset<kMaxRegisters>;
  struct Call {
    std::uint32_t pc = 0;
    Numbers registers, predicates;
  };
  std::vector<Call> calls;
  std::vector<Numbers> forbidden;             // empty when there are no calls

 private:
  void note_moves();
  void note_context(const AllocationContext& context);
  void note_calls(const AllocationContext& context);
};

// The instructions' reads and writes, with the body's inputs and outputs in registers.
RegisterUse register_use(const ptx::Kernel& kernel, const AllocationContext& context);

// Whether a move copies a whole value from one register to another of the same width, in all threads.
bool is_copy(const ptx::Instruction& instruction, const Access& access, const RegisterUse& use);

}  // namespace unibank::compiler
