// The addresses of registers that are lines of the array (policy/register_lines.h). Nothing else may have them: the
// caches could not tell data there from registers.
#pragma once

#include <string>

#include "design/design.h"
#include "policy/register_lines.h"

namespace unibank {

// Of all SMs together; none if the design's registers are no lines. gpu.sms is at least 1, and the layout is known.
RegisterAddresses register_addresses(const Design& design);

// Throws InputError: `found`, such as "'st.global.u32 [%rd1], %r1;' accesses 0xffff0000", has such an address.
[[noreturn]] void refuse_register_address(const Design& design, const std::string& found);

}  // namespace unibank
