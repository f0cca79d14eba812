// A compiled kernel as text, for people and for Graphviz.
#pragma once

#include <string>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

// Basic blocks with their lines, the edges between them, and where the paths of a branch meet again.
std::string cfg_text(const ptx::Kernel& kernel);
// The same as a graph in Graphviz's language.
std::string cfg_dot(const ptx::Kernel& kernel);
// What is live where each block begins and ends, and how many 32-bit registers and predicates that takes at most.
std::string liveness_text(const ptx::Kernel& kernel);
// The instructions with physical registers: %r5 is one of 32 bits, %rd4 the pair 4 and 5, %p1 a predicate.
std::string assembly_text(const ptx::Kernel& kernel);
// The same of a kernel with a placement: strands begin at lines with a star, and behind each line stands where its
// 32-bit registers are read from and written to: mrf, lrf<entry>, orf<entry>; mrf>orf<entry> reads and fills.
std::string hierarchy_text(const ptx::Kernel& kernel);
// The same, and behind each line the 32-bit registers that it reads for the last time (last_uses.h).
std::string last_uses_text(const ptx::Kernel& kernel);
// Its scratchpad variables with their bytes and how long they are in use, and of each block those in use at its start
// and its end (access_ranges.h).
std::string ranges_text(const ptx::Kernel& kernel);
// What its spills in the scratchpad take and cost.
std::string slots_text(const ptx::Kernel& kernel);

// How a kernel came out, beside the build whose registers are not limited.
struct KernelStatistics {
  std::string name;
  ptx::AllocationReport allocation;
  unsigned registers = 0, predicates = 0;            // of a thread
  std::size_t instructions = 0, unlimited_instructions = 0;
  std::uint64_t scratchpad_bytes = 0, local_bytes = 0;
  bool recursive = false;                            // local_bytes is then the part that is known
};
KernelStatistics statistics(const ptx::Kernel& kernel, const ptx::Kernel& unlimited);
// One line a kernel, under a line of headings.
std::string statistics_text(const std::vector<KernelStatistics>& kernels);

}  // namespace unibank::compiler
