// Slots of one procedure's variables.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/spill_variables.h"

namespace unibank::compiler {

// For each variable, in increasing order, those that are live at the exit of the same instruction.
std::vector<std::vector<std::uint32_t>> slot_neighbours(const SpillVariables& of);

// A slot, or two, for each variable to keep: those with the most neighbours among the kept first, each in
// the lowest slot below `most` that no neighbour has, so used slots are preferred to new ones. Empty for variables
// that are not kept, and those that do not fit.
std::vector<std::vector<unsigned>> colour_slots(const SpillVariables& of,
                                                const std::vector<std::vector<std::uint32_t>>& neighbours,
                                                const std::vector<bool>& kept, unsigned most);

}  // namespace unibank::compiler
