// A body with everything that is known about its registers: what the passes of the allocator share.
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
  // 32-bit registers, or predicates, that a used register takes in its file.
  unsigned units(std::uint32_t used) const { return is_predicate(used) ? 1 : use.units[used]; }

  const ptx::Kernel& kernel;
  ControlFlow flow;
  RegisterUse use;
  Liveness live;
  std::vector<double> weights;                // of blocks: how often they run
  Interference neighbours;
  std::vector<std::vector<std::uint32_t>> partners;  // of each used register: those that a move connects it with
  std::vector<std::uint32_t> used_of;         // of each register of the kernel, its number here, or kUnused
  std::vector<std::int32_t> fixed;            // of each used register, AllocationContext::fixed
  std::vector<bool> pinned;                   // not to be renamed or spilled
  // Of each call, at its instruction: what it destroys; and of each used register, what destroys it (numbers of its
  // file).
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

// What the body's instructions read and write, with what its surroundings have in registers.
RegisterUse register_use(const ptx::Kernel& kernel, const AllocationContext& context);

// Does a move carry a whole value from one register to another of the same width, in all threads?
bool is_copy(const ptx::Instruction& instruction, const Access& access, const RegisterUse& use);

}  // namespace unibank::compiler
