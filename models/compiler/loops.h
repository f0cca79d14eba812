// How deeply each block is nested in loops.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/cfg.h"

namespace unibank::compiler {

// 0 outside of all loops. A loop is a set of blocks that all reach each other, however many ways lead into it (natural
// loops have one, irreducible regions more); the loops inside are those that remain without the edges to the blocks it
// is entered through.
std::vector<unsigned> loop_depths(const Graph& graph);

// How often each block runs, for comparisons: ten times as often as the one around its loop.
std::vector<double> block_weights(const ControlFlow& flow);

}  // namespace unibank::compiler
