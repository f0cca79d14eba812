// A design of the command line where one machine is needed.
#pragma once

#include <string>
#include <vector>

#include "design/load.h"

namespace unibank {

// As load_design() or, where the command line names other designs, load_one_of_several(). Throws InputError, too, if
// the design stands for the fastest of several (best_of).
LoadedDesign load_single_design(const std::string& name, const std::vector<std::string>& overrides,
                                bool one_of_several = false);

// Complains of overrides that change nothing on the design.
void warn_of_idle(const LoadedDesign& loaded);

}  // namespace unibank
