// Prints a compiled kernel as text and for Graphviz.
#pragma once

#include <string>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

// Basic blocks with their lines, the edges between them, and the reconvergence points of branches.
std::string cfg_text(const ptx::Kernel& kernel);
// The control-flow graph in Graphviz's language.
std::string cfg_dot(const ptx::Kernel& kernel);
// Live registers at the start and end of each block, and the pressure in 32-bit registers and predicates.
std::string liveness_text(const ptx::Kernel& kernel);
// The instructions with physical registers: %r5 is one of 32 bits, %rd4 the pair 4 and 5, %p1 a predicate.
std::string assembly_text(const ptx::Kernel& kernel);
// The assembly text of a kernel with a placement: strands begin at lines with a star, and each line ends with the
// levels of its 32-bit registers: mrf, lrf<entry>, orf<entry>. mrf>orf<entry> reads the MRF and fills an ORF entry.
std::string hierarchy_text(const ptx::Kernel& kernel);
// The assembly text with the 32-bit registers of each line's last uses (last_uses.h).
std::string last_uses_text(const ptx::Kernel& kernel);
// The kernel's scratchpad variables with their bytes and ranges, and the variables in use at the start and end of each
// block (access_ranges.h).
std::string ranges_text(const ptx::Kernel& kernel);
// Size and cost of the kernel's spills in the scratchpad.
std::string slots_text(const ptx::Kernel& kernel);

// Statistics of a kernel, compared with the build without a register limit.
struct KernelStatistics {
  std::string name;
  ptx::AllocationReport allocation;
  unsigned registers = 0, predicates = 0;            // per thread
  std::size_t instructions = 0, unlimited_instructions = 0;
  std::uint64_t scratchpad_bytes = 0, local_bytes = 0;
  bool recursive = false;                            // local_bytes is then the known part
};
KernelStatistics statistics(const ptx::Kernel& kernel, const ptx::Kernel& unlimited);
// One line per kernel, under a line of headings.
std::string statistics_text(const std::vector<KernelStatistics>& kernels);

}  // namespace unibank::compiler
