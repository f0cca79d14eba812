// Slots of one procedure's variables.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/spill_variables.h"

namespace unibank::compiler {

// For each variable, the other variables that are live with it at the exit of some instruction, in increasing order.
std::vector<std::vector<std::uint32_t>> slot_neighbours(const SpillVariables& of);

// One or two slots for each variable to keep. Variables with the most neighbours among the kept ones come first; each
// gets the lowest slot below `most` that no neighbour has, so used slots are preferred to new ones. Empty for variables
// that are not kept, and for those that do not fit.
std::vector<std::vector<unsigned>> colour_slots(const SpillVariables& of,
                                                const std::vector<std::vector<std::uint32_t>>& neighbours,
                                                const std::vector<bool>& kept, unsigned most);

}  // namespace unibank::compiler
