// The initial value of a variable: numbers, and addresses of variables and functions.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/variables.h"

namespace unibank::ptx {

// Parses from after the '='. `dimensions`: of the array; empty: a single value; the first may be 0: as many elements as
// values follow. Fills in initial, relocations and mentions of `declared`.
void parse_values(Cursor& cursor, Type type, std::vector<std::uint64_t> dimensions, Declaration& declared);

}  // namespace unibank::ptx
