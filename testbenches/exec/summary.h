// The table of a program's kernels, and the results that a model process passes to `unibank exec`.
#pragma once

#include <string>
#include <vector>

#include "exec/server.h"

namespace unibank::exec {

std::string packed(const Served& served);
Served unpacked(const std::string& bytes);

// A table for one process on one design: one row per kernel and one for their sum, of timed and of functional launches
// separately. Ends with a line feed; empty without launches.
std::string kernels_table(const Served& served, const std::string& design);

// Demangles a name: "reduce<float>(float*, int)". Any other name stays as it is.
std::string readable_kernel(const std::string& name);

}  // namespace unibank::exec
