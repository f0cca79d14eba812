#include "compiler/cfg.h"

#include <algorithm>

#include "base/input_error.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

bool guarded(const ptx::Instruction& instruction) { return instruction.guard.kind != ptx::Operand::Kind::kNone; }

// Indices of the target instructions of a bra or brx; the number of instructions for a label at the end.
std::vector<std::uint32_t> targets_of(const ptx::Kernel& kernel, const ptx::Instruction& branch) {
  std::vector<std::uint32_t> targets;
  const auto add = [&](const ptx::Operand& operand) {
    if (operand.kind != ptx::Operand::Kind::kLabel || operand.index < 0) return;
    if (static_cast<std::size_t>(operand.index) > kernel.instructions.size()) return;
    targets.push_back(static_cast<std::uint32_t>(operand.index));
  };
  for (const ptx::Operand& operand : branch.operands) {
    add(operand);
    for (const ptx::Operand& element : operand.elements) add(element);
  }
  if (!targets.empty()) return targets;
  throw InputError(kernel.file, branch.location.line, branch.location.column,
                   "branch without a label of kernel '" + kernel.name + "'");
}

// For each instruction, and for the end: whether a block begins there.
std::vector<bool> block_starts(const ptx::Kernel& kernel) {
  std::vector<bool> starts(kernel.instructions.size() + 1);
  starts.front() = starts.back() = true;
  for (std::size_t pc = 0; pc < kernel.instructions.size(); ++pc) {
    const ptx::Instruction& instruction = kernel.instructions[pc];
    if (ptx::ends_block(instruction)) starts[pc + 1] = true;
    if (!may_jump(instruction)) continue;
    for (const std::uint32_t target : targets_of(kernel, instruction)) starts[target] = true;
  }
  return starts;
}

void add_edges(const ptx::Kernel& kernel, ControlFlow& flow) {
  const auto block_at = [&](std::uint32_t pc) { return pc == flow.block_of.size() ? flow.exit() : flow.block_of[pc]; };
  for (std::uint32_t block = 0; block < flow.exit(); ++block) {
    const ptx::Instruction& last = kernel.instructions[flow.blocks[block].last - 1];
    if (!ptx::ends_block(last) || guarded(last)) flow.graph.add_edge(block, block + 1);
    if (may_jump(last)) {
      for (const std::uint32_t target : targets_of(kernel, last)) flow.graph.add_edge(block, block_at(target));
    } else if (ptx::ends_block(last)) {
      flow.graph.add_edge(block, flow.exit());
    }
  }
}

}  // namespace

bool may_jump(const ptx::Instruction& instruction) {
  return ptx::is_branch(instruction) || ptx::op_of(instruction) == ptx::Op::kBrx;
}

void Graph::add_edge(std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t>& out = successors[from];
  if (std::find(out.begin(), out.end(), to) != out.end()) return;
  out.push_back(to);
  predecessors[to].push_back(from);
}

Graph Graph::reversed() const {
  Graph graph;
  graph.successors = predecessors;
  graph.predecessors = successors;
  return graph;
}

ControlFlow control_flow(const ptx::Kernel& kernel) {
  ControlFlow flow;
  const std::vector<bool> starts = block_starts(kernel);
  const auto end = static_cast<std::uint32_t>(kernel.instructions.size());
  flow.block_of.reserve(end);
  for (std::uint32_t pc = 0; pc < end; ++pc) {
    if (starts[pc]) flow.blocks.push_back({pc, pc});
    flow.blocks.back().last = pc + 1;
    flow.block_of.push_back(static_cast<std::uint32_t>(flow.blocks.size() - 1));
  }
  flow.blocks.push_back({end, end});
  flow.graph = Graph(flow.blocks.size());
  add_edges(kernel, flow);
  return flow;
}

}  // namespace unibank::compiler
