// Which parts of a design do not go together, and why: one table.
#pragma once

#include <functional>
#include <string>

#include "design/design.h"

namespace unibank {

// Calls `refuse` with the key at fault and the message of every row that the design breaks, in the table's order.
void check_combinations(const Design& design,
                        const std::function<void(const std::string& key, const std::string& message)>& refuse);

}  // namespace unibank
