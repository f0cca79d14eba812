#include "compiler/merge_moves.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "compiler/instruction_forms.h"
#include "compiler/liveness.h"
#include "compiler/loops.h"
#include "compiler/replace_instructions.h"

namespace unibank::compiler {
namespace {

using RegisterNumbers = std::vector<std::uint32_t>;

class Merge {
 public:
  explicit Merge(const ptx::Kernel& body)
      : body_(body), flow_(control_flow(body)), use_(register_use(body)), parent_(body.registers.size()) {
    std::iota(parent_.begin(), parent_.end(), 0u);
    neighbours_.resize(body.registers.size());
    const Liveness live = liveness(flow_, use_);
    for (std::uint32_t block = 0; block < flow_.exit(); ++block)
      for (LiveWalk walk(flow_, use_, live, block); !walk.done(); walk.next()) note_neighbours(walk);
  }

  // For each register, the one that replaces it.
  RegisterNumbers run() {
    for (const std::uint32_t pc : moves()) {
      const auto& operands = body_.instructions[pc].operands;
      const std::uint32_t a = find(operands[0]), b = find(operands[1]);
      if (a != b && neighbours_[a].count(b) == 0) merge(std::min(a, b), std::max(a, b));
    }
    RegisterNumbers all;
    for (std::uint32_t index = 0; index < parent_.size(); ++index) all.push_back(find(index));
    return all;
  }

 private:
  // A written register is a neighbour of all registers whose value is still needed, except one with the same value.
  void note_neighbours(const LiveWalk& walk) {
    const Access& access = use_.accesses[walk.pc()];
    const bool copy = is_copy(body_, body_.instructions[walk.pc()]);
    for (const std::uint32_t written : access.writes) {
      walk.live().bits().each(0, [&](std::uint32_t other) {
        if (other == written || use_.units[other] != use_.units[written]) return;
        if (copy && other == access.reads[0]) return;
        neighbours_[use_.number[written]].insert(use_.number[other]);
        neighbours_[use_.number[other]].insert(use_.number[written]);
      });
    }
  }

  // Most frequent first, else in program order.
  RegisterNumbers moves() const {
    const std::vector<double> weights = block_weights(flow_);
    RegisterNumbers found;
    for (std::uint32_t pc = 0; pc < body_.instructions.size(); ++pc)
      if (is_copy(body_, body_.instructions[pc])) found.push_back(pc);
    std::stable_sort(found.begin(), found.end(), [&](std::uint32_t a, std::uint32_t b) {
      return weights[flow_.block_of[a]] > weights[flow_.block_of[b]];
    });
    return found;
  }

  std::uint32_t find(const ptx::Operand& operand) const { return find(static_cast<std::uint32_t>(operand.index)); }
  std::uint32_t find(std::uint32_t index) const {
    while (parent_[index] != index) index = parent_[index];
    return index;
  }

  void merge(std::uint32_t into, std::uint32_t from) {
    parent_[from] = into;
    for (const std::uint32_t other : neighbours_[from]) {
      neighbours_[other].erase(from);
      neighbours_[other].insert(into);
    }
    neighbours_[into].insert(neighbours_[from].begin(), neighbours_[from].end());
    neighbours_[from].clear();
  }

  const ptx::Kernel& body_;
  const ControlFlow flow_;
  const RegisterUse use_;
  RegisterNumbers parent_;
  std::vector<std::set<std::uint32_t>> neighbours_;  // of each register
};

void renumber(ptx::Operand& operand, const RegisterNumbers& names) {
  const bool named = is_register(operand) || operand.kind == ptx::Operand::Kind::kAddress;
  const auto index = static_cast<std::size_t>(operand.index);
  if (named && operand.index >= 0) operand.index = static_cast<std::int32_t>(names[index]);
  for (ptx::Operand& element : operand.elements) renumber(element, names);
}

}  // namespace

void merge_moves(ptx::Kernel& body) {
  const RegisterNumbers names = Merge(body).run();
  replace_instructions(body, {}, [&](ptx::Instruction i, std::uint32_t, Instructions& out) {
    renumber(i.guard, names);
    for (ptx::Operand& operand : i.operands) renumber(operand, names);
    if (!is_copy(body, i) || i.operands[0].index != i.operands[1].index) out.push_back(std::move(i));
  });
}

}  // namespace unibank::compiler
