// Numbers and expressions of numbers.
#pragma once

#include <cstdint>

#include "ptx/cursor.h"
#include "ptx/kernel.h"

namespace unibank::ptx {

// Parses an expression; returns its bits in `type`: integers sign-extended to 64 bits, floats (a literal with a sign)
// in the width of the type.
std::uint64_t parse_constant(Cursor& cursor, Type type);
// Parses the offset after an address: "+4", "-4", "+-4", "+4*2"; 0 without + and -.
std::uint64_t parse_offset(Cursor& cursor);

}  // namespace unibank::ptx
