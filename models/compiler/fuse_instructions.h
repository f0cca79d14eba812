// Fuses pairs of instructions for which both PTX and the instruction sets of GPUs have a single instruction.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// The second instruction of a pair becomes the fused one; the first stays, unused if nothing else reads its result.
// Fused are products and shifts with a following sum, extensions to 64 bits with a following product or shift,
// comparisons with a following logical operation on predicates, logic of three values, and conversions of halves of a
// register. Floating-point arithmetic is never fused: a fused product and sum rounds once.
void fuse_instructions(ptx::Kernel& body);

}  // namespace unibank::compiler
