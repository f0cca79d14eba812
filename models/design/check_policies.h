// Whether the chosen variant of each kind of policy can be made: it may be a user's own.
#pragma once

#include <functional>
#include <string>

#include "design/design.h"

namespace unibank {

// Calls `refuse` with the key and the reason for each variant whose factory returns null or throws.
void check_policies(const Design& design, const std::function<void(const std::string&, const std::string&)>& refuse);

}  // namespace unibank
