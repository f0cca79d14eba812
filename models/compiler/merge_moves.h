// Merges registers that are connected by moves.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// Source and destination of a move become one register if they never hold different values that are both still needed;
// the move is removed. The most frequently executed moves come first. The allocator's coalescing merges only where this
// cannot make colouring harder, and keeps the moves.
void merge_moves(ptx::Kernel& body);

}  // namespace unibank::compiler
