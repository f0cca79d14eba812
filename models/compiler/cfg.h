// Basic blocks of a kernel and the edges between them.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

// A directed graph whose nodes are numbers, with the edges in both directions.
struct Graph {
  std::vector<std::vector<std::uint32_t>> successors, predecessors;  // distinct, in the order of add_edge

  explicit Graph(std::size_t nodes = 0) : successors(nodes), predecessors(nodes) {}
  std::size_t size() const { return successors.size(); }
  void add_edge(std::uint32_t from, std::uint32_t to);  // an existing edge is not added again
  Graph reversed() const;
};

// Instructions first .. last - 1.
struct Block {
  std::uint32_t first = 0, last = 0;
};

// Whether execution may continue at a label of the instruction: true for bra, and for brx with its list of labels.
bool may_jump(const ptx::Instruction& instruction);

// Blocks in program order; block 0 is the entry. The last block is the virtual exit, which has no instructions: `first`
// and `last` are the kernel's number of instructions. ret, exit, trap and running off the end lead there. A call
// returns: it is an ordinary instruction.
struct ControlFlow {
  std::vector<Block> blocks;
  Graph graph;                          // one node per block
  std::vector<std::uint32_t> block_of;  // block of each instruction

  std::uint32_t exit() const { return static_cast<std::uint32_t>(blocks.size() - 1); }
};

// Unreachable blocks are kept. InputError when a branch has no label, or leads outside the kernel.
ControlFlow control_flow(const ptx::Kernel& kernel);

}  // namespace unibank::compiler
