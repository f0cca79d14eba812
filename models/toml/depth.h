// How deep the values of a TOML text lie in each other.
#pragma once

#include <string_view>

namespace unibank::toml_tree {

// Throws SyntaxError where dotted keys, tables and arrays lie deeper in each other than any file has need of: the
// library goes down as many calls. What is no TOML passes.
void check_depth(std::string_view text);

}  // namespace unibank::toml_tree
