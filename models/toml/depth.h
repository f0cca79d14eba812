// The nesting depth of the values of a TOML text.
#pragma once

#include <string_view>

namespace unibank::toml_tree {

// Throws SyntaxError if dotted keys, tables and arrays are nested deeper than any valid file needs: the library
// recurses once per level. Text that is not TOML passes: the parser reports it.
void check_depth(std::string_view text);

}  // namespace unibank::toml_tree
