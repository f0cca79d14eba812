// How many registers a warp always holds (kernel.pass = "time-shared", compiler/time_share_registers.h).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "design/design.h"
#include "policy/partition.h"
#include "ptx/kernel.h"

namespace unibank {

// What the SM holds with a base set of this size.
struct BaseChoice {
  unsigned base = 0;  // 32-bit registers per thread; 0: a warp always holds all
  unsigned blocks = 0, warps = 0, sections = 0;  // resident; sections: extended sets that warps can hold at once
};

// Base sets with which more blocks are resident than without one, and which leave a section for every scheduler: those
// with the most blocks first, and of these the largest base first. A base set is a multiple of the registers per thread
// that a warp is given at once, rounded up to an even number. `needs` are those of the kernel without a base set.
std::vector<BaseChoice> base_choices(const Design& design, const KernelNeeds& needs);

// What the SM holds of a kernel with these needs; InputError when not one block fits.
BaseChoice base_choice(const Design& design, const KernelNeeds& needs);

// Compiles a kernel for a base set. The result has base_registers = 0 if the compiler finds no place to use one.
using CompileForBase = std::function<ptx::Kernel(unsigned base)>;

// The kernel, compiled for the first choice with which the pool has a section for every warp that is expected to hold
// one: warps x the part of their instructions that need it (compiler::extended_share()). A kernel.base_registers other
// than 0 in the design names the base set instead. `plain` if there is no such choice.
ptx::Kernel time_shared(const Design& design, ptx::Kernel plain, const KernelNeeds& needs,
                        const CompileForBase& compile);

}  // namespace unibank
