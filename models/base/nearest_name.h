// The known name that is closest to a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace unibank {

// The name of `known` that is nearest to `found`: a third of the letters may be wrong, missing, added or swapped with
// their neighbour; case is ignored. A prefix of a name is enough, and so is its part after the last '/' or '.'. Of
// several equally near names it is the first. Empty: none is near, or `found` has fewer than three letters.
std::string nearest_name(std::string_view found, const std::vector<std::string>& known);

}  // namespace unibank
