// Values that are each in range and yet do not go together.
#pragma once

#include <functional>
#include <string>

#include "design/design.h"

namespace unibank {

// Calls `refuse(parameter, what)` with "section.key" of the value at fault and the reason; does not go on if it
// returns.
void check_design(const Design& design, const std::function<void(const std::string&, const std::string&)>& refuse);

}  // namespace unibank
