// Inserts the instructions of a spill plan.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/spill_plan.h"

namespace unibank::compiler {

struct SpilledBody {
  ptx::Kernel kernel;
  // New registers follow those of the old kernel. Each is a piece of a value: the used register that held it, and the
  // first and last instruction of the old kernel in which the piece lives. A register for a predicate outside of its
  // file is not a piece: its `used` is kUnused.
  struct Piece {
    std::uint32_t used = 0, first_pc = 0, last_pc = 0;
  };
  std::vector<Piece> pieces;
};

// The body with loads, stores and recomputations inserted, without the definitions of recomputed values that nothing
// reads any more. Registers that are spilled and reloaded within a block get new names there, so that each piece may
// have its own place. Data goes to the thread's local memory, where values with disjoint live ranges share a slot;
// predicates go to 32-bit registers. Counts are in Kernel::allocation.
SpilledBody insert_spill_code(const Residence& residence, const SpillPlan& plan, const std::vector<Recipe>& recipes,
                              const AllocationContext& context);

}  // namespace unibank::compiler
