// Divisions of 32-bit integers as the instructions that GPUs compute them with: no GPU has an instruction for them.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// Replaces div and rem of .u32 and .s32 whose divisor is a register, without a guard. The quotient is estimated with a
// reciprocal of floats, refined once, and raised by at most two. Without copies these are 17 instructions for .u32, 22
// for div.s32 and 21 for rem.s32. Results are those of the division, all ones for a divisor of 0 too.
void expand_divisions(ptx::Kernel& body);

}  // namespace unibank::compiler
