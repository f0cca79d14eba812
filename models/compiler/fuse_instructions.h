// Fuses pairs of instructions for which both PTX and the instruction sets of GPUs have one.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// The second instruction of a pair becomes the fused one; the first stays, unused if nothing else reads its result.
// Sums with products, shifts and comparisons with what follows them, logic of three values, conversions of halves of a
// register. Never floating-point arithmetic: a fused product and sum rounds once.
void fuse_instructions(ptx::Kernel& body);

}  // namespace unibank::compiler
