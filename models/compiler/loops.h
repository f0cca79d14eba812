// How deeply each block is nested in loops.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/cfg.h"

namespace unibank::compiler {

// The depth of each block: 0 outside of all loops. A loop is a set of blocks that all reach each other, with any number
// of entry blocks (natural loops have one, irreducible regions more). Its inner loops are the loops that remain when
// the edges to its entry blocks are removed.
std::vector<unsigned> loop_depths(const Graph& graph);

// Estimated execution frequency of each block: ten times that of the code around its loop, up to 10^8.
std::vector<double> block_weights(const ControlFlow& flow);

}  // namespace unibank::compiler
