// Names of kernels as C++ has them.
#pragma once

#include <string>
#include <vector>

namespace unibank::manifest_reader {

// "nw(int*, int)" of a name that a C++ compiler has mangled; any other name as it is.
std::string readable_name(const std::string& name);

// Those of `names` that `wanted` may mean: the name itself; else the readable name, all of it, up to its arguments, or
// its first letters. Blanks do not count.
std::vector<std::string> names_meant(const std::string& wanted, const std::vector<std::string>& names);

}  // namespace unibank::manifest_reader
