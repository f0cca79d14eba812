// Checks for values that are each in range but incompatible.
#pragma once

#include <functional>
#include <string>

#include "design/design.h"

namespace unibank {

// Calls `refuse(parameter, what)` with "section.key" of the offending value and the reason, for every such
// value if `refuse` returns, for the first one if it throws.
void check_design(const Design& design, const std::function<void(const std::string&, const std::string&)>& refuse);

}  // namespace unibank
