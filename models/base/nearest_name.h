// The known name that a mistyped one most likely means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace unibank {

// The name of `known` that is nearest to `found`: a third of the letters may be wrong, missing, added or exchanged with
// their neighbour; upper and lower case are alike. The beginning of a name is enough, and so is its part behind the last
// '/' or '.'. Of several equally near the first. Empty: none is near, or `found` has fewer than three letters.
std::string nearest_name(std::string_view found, const std::vector<std::string>& known);

}  // namespace unibank
