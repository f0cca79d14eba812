// What a program's kernels took, for people; and what a model's process hands to `unibank exec`.
#pragma once

#include <string>
#include <vector>

#include "exec/server.h"

namespace unibank::exec {

std::string packed(const Served& served);
Served unpacked(const std::string& bytes);

// A row a kernel and one for all, of one process on one design. Ends with a line feed; empty when nothing was launched.
std::string kernels_table(const Served& served, const std::string& design);

// "reduce<float>(float*, int)" of a name as the compiler has it; any other name as it is.
std::string readable_kernel(const std::string& name);

}  // namespace unibank::exec
