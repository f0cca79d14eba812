// Which lanes of an SM since Volta compute a PTX instruction. Sources: CUDA programming guide 13, arithmetic
// instructions, throughput of compute capabilities 7.0 to 9.0; Jia et al., Dissecting Volta (arXiv 1804.06826).
#pragma once

#include "ptx/kernel.h"
#include "warp/warp_instruction.h"

namespace unibank::compiler {

// `instruction` is one of Unit::kAlu.
Arithmetic arithmetic_of(const ptx::Instruction& instruction);

}  // namespace unibank::compiler
