// Slots of one procedure's variables.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/spill_variables.h"

namespace unibank::compiler {

// Of each variable, in increasing order, those that are live on the exit of the same instruction.
std::vector<std::vector<std::uint32_t>> slot_neighbours(const SpillVariables& of);

// A slot, or two, for each variable that is to be kept: those with the most neighbours among the kept first, each into
// the lowest slot below `most` that no neighbour has; so one that others use comes before a new one. Nothing for those
// that are not kept, and those that find no place.
std::vector<std::vector<unsigned>> colour_slots(const SpillVariables& of,
                                                const std::vector<std::vector<std::uint32_t>>& neighbours,
                                                const std::vector<bool>& kept, unsigned most);

}  // namespace unibank::compiler
