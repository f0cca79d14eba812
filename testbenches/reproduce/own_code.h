// The code that the version of the model does not cover: RTL, and policies, layouts, parts of DRAM and blocks that are
// not part of this library.
#pragma once

#include <map>
#include <set>
#include <string>

#include "design/load.h"

namespace unibank {

// The running program. A rebuild makes another file, but a process that runs reads its own.
constexpr char kThisProgram[] = "/proc/self/exe";

// A line for the key of a point on this design: a hash of the file `program`, which has the code of the design's
// variants, so that a rebuilt program measures the point again. Empty if kModelVersion covers all of them. A file is
// read once per process, and only if it is needed. Throws InputError if it cannot be read.
std::string own_code(const LoadedDesign& design, const std::string& program = kThisProgram);

// The design's keys whose variants kModelVersion does not cover, with the names: "warp_order.policy \"mine\"". Empty:
// none. Blocks are not among them.
std::string own_policies(const LoadedDesign& design);

// The names of the variants that kModelVersion covers, by the key that chooses one: ["warp_order.policy"]. Blocks are
// not here: BlockVariant::native says it.
const std::map<std::string, std::set<std::string>>& variants_of_version();

}  // namespace unibank
