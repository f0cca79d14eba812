// Reads the hierarchy of an elaborated machine from the SystemC kernel.
#pragma once

#include "block/choices.h"
#include "block/hierarchy.h"

namespace unibank {

// Elaborates the model, and returns the module `top` ("gpu") with everything in it. `choices` name the variants of its
// blocks. Throws RunError when there is no such module.
MachineModule elaborated_hierarchy(const std::string& top, const BlockChoices& choices);

}  // namespace unibank
