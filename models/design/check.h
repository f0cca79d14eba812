// Checks for values that are each in range but incompatible.
#pragma once

#include <functional>
#include <string>

#include "design/design.h"

namespace unibank {

// Calls `refuse(parameter, what)` with "section.key" of the offending value and the reason. Stops at the first
// incompatible value if `refuse` returns.
void check_design(const Design& design, const std::function<void(const std::string&, const std::string&)>& refuse);

}  // namespace unibank
