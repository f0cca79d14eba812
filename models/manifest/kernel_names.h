// C++ names of kernels.
#pragma once

#include <string>
#include <vector>

namespace unibank::manifest_reader {

// "nw(int*, int)" for a mangled C++ name; any other name unchanged.
std::string readable_name(const std::string& name);

// Those of `names` that `wanted` may mean: the name itself; else the readable name, whole, without its arguments, or
// a prefix of it. Blanks do not count.
std::vector<std::string> names_meant(const std::string& wanted, const std::vector<std::string>& names);

}  // namespace unibank::manifest_reader
