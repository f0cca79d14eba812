#include "compiler/split_edges.h"

#include <algorithm>
#include <utility>

#include "compiler/insert.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using Kind = ptx::Operand::Kind;

ptx::Operand label_operand(std::uint32_t pc) {
  ptx::Operand label;
  label.kind = Kind::kLabel;
  label.index = static_cast<std::int32_t>(pc);
  return label;
}

// Unguarded, with the location of `at` and the origin of `instruction`.
ptx::Instruction branch_to(std::uint32_t pc, const ptx::Instruction& at, const ptx::Instruction& instruction) {
  ptx::Instruction branch;
  branch.opcode = static_cast<ptx::Opcode>(ptx::Op::kBra);
  branch.origin = instruction.origin;
  branch.operands.push_back(label_operand(pc));
  branch.location = at.location;
  branch.text = "bra for: " + at.text;
  return branch;
}

void retarget(ptx::Operand& operand, std::uint32_t from, std::uint32_t to) {
  if (operand.kind == Kind::kLabel && operand.index == static_cast<std::int32_t>(from))
    operand.index = static_cast<std::int32_t>(to);
  for (ptx::Operand& element : operand.elements) retarget(element, from, to);
}

bool leads_to(const ptx::Operand& operand, std::uint32_t pc) {
  if (operand.kind == Kind::kLabel && operand.index == static_cast<std::int32_t>(pc)) return true;
  for (const ptx::Operand& element : operand.elements)
    if (leads_to(element, pc)) return true;
  return false;
}

bool leads_to(const ptx::Instruction& branch, std::uint32_t pc) {
  for (const ptx::Operand& operand : branch.operands)
    if (leads_to(operand, pc)) return true;
  return false;
}

// The block after the kernel for an edge, before its instructions are placed: the branch and its target, as indices of
// original instructions.
struct Detour {
  std::uint32_t branch = 0, target = 0;
  bool ends = false;  // the branch was a guarded exit
};

// New index of each original instruction: of the code inserted before it (`start`) and of itself (`own`).
struct Moved {
  std::vector<std::uint32_t> start, own;
};

void add_detour(const Detour& detour, const Moved& moved, const ptx::Instruction& instruction, ptx::Kernel& kernel) {
  const auto place = static_cast<std::uint32_t>(kernel.instructions.size());
  ptx::Instruction& branch = kernel.instructions[moved.own[detour.branch]];
  ptx::Instruction last;
  if (detour.ends) {
    const ptx::Operand guard = branch.guard;
    last = branch;
    last.guard = {};
    branch = branch_to(place, last, instruction);
    branch.guard = guard;
  } else {
    last = branch_to(moved.start[detour.target], branch, instruction);
    for (ptx::Operand& operand : branch.operands) retarget(operand, moved.start[detour.target], place);
  }
  kernel.instructions.push_back(instruction);
  kernel.instructions.push_back(std::move(last));
}

Moved apply_edits(const std::vector<Edit>& edits, ptx::Kernel& kernel) {
  Moved moved;
  std::uint32_t place = 0;
  for (const Edit& edit : edits) {
    moved.start.push_back(place);
    moved.own.push_back(place + static_cast<std::uint32_t>(edit.before.size()));
    place = moved.own.back() + 1 + static_cast<std::uint32_t>(edit.behind.size());
  }
  apply(edits, {}, kernel);
  return moved;
}

}  // namespace

SplitGraph split_critical_edges(const Graph& graph, std::uint32_t exit) {
  const auto critical = [&](std::uint32_t from, std::uint32_t to) {
    return graph.successors[from].size() > 1 && (to == exit || graph.predecessors[to].size() > 1);
  };
  SplitGraph split;
  for (std::uint32_t from = 0; from < graph.size(); ++from)
    for (const std::uint32_t to : graph.successors[from])
      if (critical(from, to)) split.edges.push_back({from, to});
  split.graph = Graph(graph.size() + split.edges.size());
  auto middle = static_cast<std::uint32_t>(graph.size());
  for (std::uint32_t from = 0; from < graph.size(); ++from) {
    for (const std::uint32_t to : graph.successors[from]) {
      if (!critical(from, to)) {
        split.graph.add_edge(from, to);
        continue;
      }
      split.graph.add_edge(from, middle);
      split.graph.add_edge(middle++, to);
    }
  }
  return split;
}

void close_end(ptx::Kernel& kernel, ptx::Origin origin) {
  const auto end = static_cast<std::int32_t>(kernel.instructions.size());
  bool open = kernel.instructions.back().guard.kind != ptx::Operand::Kind::kNone ||
              !ptx::ends_block(kernel.instructions.back());
  const auto leads_out = [&](const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::kLabel && operand.index == end;
  };
  for (const ptx::Instruction& i : kernel.instructions) {
    for (const ptx::Operand& operand : i.operands) {
      open |= leads_out(operand);
      open |= std::any_of(operand.elements.begin(), operand.elements.end(), leads_out);
    }
  }
  if (!open) return;
  ptx::Instruction exit;
  exit.opcode = static_cast<ptx::Opcode>(ptx::Op::kExit);
  exit.origin = origin;
  exit.text = "exit";
  kernel.instructions.push_back(exit);
}

void insert_at(const ControlFlow& flow, const std::vector<Insertion>& places, const std::vector<Edge>& edges,
               const ptx::Instruction& instruction, ptx::Kernel& kernel) {
  std::vector<Edit> edits(kernel.instructions.size());
  const auto at = [&](std::uint32_t pc) {
    ptx::Instruction made = instruction;
    made.location = kernel.instructions[pc].location;
    return made;
  };
  for (const Insertion& place : places) {
    Edit& edit = edits[place.pc];
    (place.place == Insertion::Place::kBefore ? edit.before : edit.behind).push_back(at(place.pc));
  }
  std::vector<Detour> detours;
  for (const Edge& edge : edges) {
    const std::uint32_t last = flow.blocks[edge.from].last - 1, target = flow.blocks[edge.to].first;
    const ptx::Instruction& end = kernel.instructions[last];
    if (edge.to == edge.from + 1 && edge.to != flow.exit()) edits[last].behind.push_back(at(last));
    if (edge.to == flow.exit()) detours.push_back({last, 0, true});
    else if (leads_to(end, target)) detours.push_back({last, target, false});
  }
  const Moved moved = apply_edits(edits, kernel);
  for (const Detour& detour : detours) {
    ptx::Instruction on_edge = instruction;
    on_edge.location = kernel.instructions[moved.own[detour.branch]].location;
    add_detour(detour, moved, on_edge, kernel);
  }
}

}  // namespace unibank::compiler
