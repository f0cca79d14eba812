// Numbers and expressions of numbers.
#pragma once

#include <cstdint>

#include "ptx/cursor.h"
#include "ptx/kernel.h"

namespace unibank::ptx {

// An expression as the bits of `type`: integers sign-extended to 64 bits, floats (a literal with a sign) in the width
// of the type.
std::uint64_t parse_constant(Cursor& cursor, Type type);
// The same for the offset after an address: "+4", "-4", "+-4", "+4*2"; 0 without + and -.
std::uint64_t parse_offset(Cursor& cursor);

}  // namespace unibank::ptx
