// The instructions that a spill plan asks for.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/spill_plan.h"

namespace unibank::compiler {

struct SpilledBody {
  ptx::Kernel kernel;
  // Registers of the new kernel behind those of the old one: the piece of which value they hold, first to last
  // instruction of the old kernel. What holds a predicate outside of its file is no piece: `used` is kUnused.
  struct Piece {
    std::uint32_t used = 0, first_pc = 0, last_pc = 0;
  };
  std::vector<Piece> pieces;
};

// The body with loads, stores and recomputations inserted. Registers that leave and come back within a block get new
// names there, so that each piece may have a place of its own. Data goes to the thread's local memory, where values
// that are never live together share a slot; predicates go to 32-bit registers. Kernel::allocation counts what was
// done.
SpilledBody insert_spill_code(const Residence& residence, const SpillPlan& plan, const std::vector<Recipe>& recipes,
                              const AllocationContext& context);

}  // namespace unibank::compiler
