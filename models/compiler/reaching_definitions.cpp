#include "compiler/reaching_definitions.h"

#include "compiler/dominators.h"

namespace unibank::compiler {

ReachingDefinitions::ReachingDefinitions(const ptx::Kernel& body)
    : body_(body),
      flow_(control_flow(body)),
      begin_(flow_.blocks.size()),
      end_(flow_.blocks.size()),
      single_(body.registers.size(), kNone),
      last_(body.registers.size()) {
  number_dominators();
  find_single();
}

void ReachingDefinitions::number_dominators() {
  const std::vector<std::uint32_t> parent = immediate_dominators(flow_.graph, 0);
  std::vector<std::vector<std::uint32_t>> children(parent.size());
  for (std::uint32_t block = 1; block < parent.size(); ++block)
    if (parent[block] != kNoBlock) children[parent[block]].push_back(block);
  std::uint32_t place = 0;
  std::vector<std::uint32_t> stack{0};
  while (!stack.empty()) {
    const std::uint32_t block = stack.back();
    if (begin_[block] != 0) {
      end_[block] = ++place;
      stack.pop_back();
      continue;
    }
    begin_[block] = ++place;
    stack.insert(stack.end(), children[block].begin(), children[block].end());
  }
}

bool ReachingDefinitions::dominates(std::uint32_t pc, std::uint32_t other) const {
  const std::uint32_t a = flow_.block_of[pc], b = flow_.block_of[other];
  if (a == b) return pc < other;
  return begin_[a] != 0 && begin_[a] < begin_[b] && end_[b] < end_[a];
}

void ReachingDefinitions::find_single() {
  std::vector<Access> accesses;
  std::vector<std::uint32_t> writes(body_.registers.size());
  for (std::uint32_t pc = 0; pc < body_.instructions.size(); ++pc) {
    accesses.push_back(access_of(body_.instructions[pc]));
    for (const std::uint32_t index : accesses.back().writes) {
      ++writes[index];
      single_[index] = pc;
    }
  }
  for (std::uint32_t index = 0; index < writes.size(); ++index)
    if (writes[index] != 1) single_[index] = kNone;
  for (std::uint32_t pc = 0; pc < accesses.size(); ++pc)
    for (const std::uint32_t index : accesses[pc].reads)
      if (single_[index] != kNone && !dominates(single_[index], pc)) single_[index] = kNone;
}

void ReachingDefinitions::pass(std::uint32_t pc) {
  for (const std::uint32_t index : access_of(body_.instructions[pc]).writes) last_[index] = {block_, pc};
}

std::uint32_t ReachingDefinitions::of(std::uint32_t index) const {
  const Write& last = last_[index];
  return last.block == block_ ? last.pc : single_[index];
}

// With a single definition: on every path from it to here, `pc` comes after the last execution of that definition. It
// dominates `pc`, and `pc` dominates this place, so a path without `pc` in between could be prefixed with one that
// reaches the definition for the first time, and then reached this place without `pc`.
bool ReachingDefinitions::unchanged_since(std::uint32_t index, std::uint32_t pc) const {
  if (single_[index] != kNone) return true;
  if (flow_.block_of[pc] != block_) return false;
  const Write& last = last_[index];
  return last.block != block_ || last.pc < pc;
}

}  // namespace unibank::compiler
