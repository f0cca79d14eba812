// C++ names of kernels.
#pragma once

#include <string>
#include <vector>

namespace unibank::manifest_reader {

// "nw(int*, int)" for a mangled C++ name; any other name unchanged.
std::string readable_name(const std::string& name);

// The elements of `names` that `wanted` may mean: the name itself; else the names whose readable form equals `wanted`;
// else those that equal it without their arguments; else those that begin with it. Blanks are ignored.
std::vector<std::string> names_meant(const std::string& wanted, const std::vector<std::string>& names);

}  // namespace unibank::manifest_reader
