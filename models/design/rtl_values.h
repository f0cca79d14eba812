// RTL moves bytes like the block that it implements, so a machine with RTL follows values (run.check_data) where they
// can be followed, whatever its design says.
#pragma once

#include <string>

#include "design/load.h"

namespace unibank {

// The block in RTL because of which a machine of this design follows values. Empty: there is none.
std::string rtl_with_values(const Design& design);

// Makes the values say that such a machine follows them. A file may say `false` for its native blocks, but --set means
// this machine: throws OverrideError.
void say_values_of_rtl(LoadedDesign& loaded);

}  // namespace unibank
