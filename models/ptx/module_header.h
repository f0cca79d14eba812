// The directives at the beginning of a module: .version, .target and .address_size. Each function parses what follows
// the directive, and refuses what PTX does not have.
#pragma once

#include <string>

#include "ptx/cursor.h"

namespace unibank::ptx {

std::string parse_version(Cursor& cursor);
// Returns the first target; the other words have no effect on a kernel.
std::string parse_target(Cursor& cursor);
// Returns 32 or 64.
unsigned parse_address_size(Cursor& cursor);

}  // namespace unibank::ptx
