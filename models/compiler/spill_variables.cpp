#include "compiler/spill_variables.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "compiler/bit_matrix.h"
#include "compiler/cfg.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

// One access of the body; they are numbered in program order.
struct SlotAccess {
  std::uint32_t pc = 0;
  std::uint64_t place = 0;
  bool load = false;
};

class VariableFinder {
 public:
  explicit VariableFinder(const ptx::Kernel& body) : body_(body) {
    found_.accessed.assign(body.instructions.size(), kNoVariable);
    found_.live.resize(body.instructions.size());
    for (std::uint32_t pc = 0; pc < body.instructions.size(); ++pc) {
      const ptx::Instruction& i = body.instructions[pc];
      if (is_local_spill(i)) accesses_.push_back({pc, spill_address(i).bits, ptx::is_load(i)});
    }
  }

  SpillVariables run() {
    if (accesses_.empty()) return std::move(found_);
    flow_ = control_flow(body_);
    join_accesses();
    number_variables();
    find_live();
    return std::move(found_);
  }

 private:
  std::uint32_t variable_at(std::uint32_t pc) const { return found_.accessed[pc]; }

  template <typename Step>
  void each_access(std::uint32_t block, Step step) const {
    const Block& range = flow_.blocks[block];
    for (std::uint32_t a = first_access(range.first); a < accesses_.size() && accesses_[a].pc < range.last; ++a)
      step(a);
  }
  std::uint32_t first_access(std::uint32_t pc) const {
    const auto first = std::lower_bound(accesses_.begin(), accesses_.end(), pc,
                                        [](const SlotAccess& a, std::uint32_t at) { return a.pc < at; });
    return static_cast<std::uint32_t>(first - accesses_.begin());
  }

  std::uint32_t root(std::uint32_t access) {
    while (parent_[access] != access) access = parent_[access] = parent_[parent_[access]];
    return access;
  }

  // Finds the stores that reach the beginning of each block; then joins each load with the stores that may reach it
  // into one variable.
  void join_accesses() {
    parent_.resize(accesses_.size());
    std::iota(parent_.begin(), parent_.end(), 0);
    std::map<std::uint64_t, std::vector<std::uint32_t>> stores;  // by place
    for (std::uint32_t a = 0; a < accesses_.size(); ++a)
      if (!accesses_[a].load) stores[accesses_[a].place].push_back(a);
    const std::size_t blocks = flow_.blocks.size();
    BitMatrix in(blocks, accesses_.size()), now(1, accesses_.size());
    const auto step = [&](std::uint32_t a) {
      if (accesses_[a].load) return;
      for (const std::uint32_t other : stores[accesses_[a].place]) now.clear(0, other);
      now.set(0, a);
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t block = 0; block < blocks; ++block) {
        now.copy(0, in, block);
        each_access(block, step);
        for (const std::uint32_t next : flow_.graph.successors[block]) changed |= in.merge(next, now, 0);
      }
    }
    for (std::uint32_t block = 0; block < blocks; ++block) {
      now.copy(0, in, block);
      each_access(block, [&](std::uint32_t a) {
        if (!accesses_[a].load) return step(a);
        for (const std::uint32_t store : stores[accesses_[a].place])
          if (now.get(0, store)) parent_[root(store)] = root(a);
      });
    }
  }

  void number_variables() {
    std::map<std::uint32_t, std::uint32_t> number;  // of each root
    for (std::uint32_t a = 0; a < accesses_.size(); ++a) {
      const auto [known, is_new] = number.emplace(root(a), static_cast<std::uint32_t>(found_.variables.size()));
      if (is_new) {
        const bool wide = ptx::bytes_of(body_.instructions[accesses_[a].pc].type) == 8;
        found_.variables.push_back({wide ? 2u : 1u, 0});
      }
      ++found_.variables[known->second].accesses;
      found_.accessed[accesses_[a].pc] = known->second;
    }
  }

  void find_live() {
    const std::size_t blocks = flow_.blocks.size(), count = found_.variables.size();
    BitMatrix written_in(blocks, count), live_out(blocks, count), now(1, count);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t block = 0; block < blocks; ++block) {
        now.copy(0, written_in, block);
        each_access(block, [&](std::uint32_t a) {
          if (!accesses_[a].load) now.set(0, variable_at(accesses_[a].pc));
        });
        for (const std::uint32_t next : flow_.graph.successors[block]) changed |= written_in.merge(next, now, 0);
      }
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t block = static_cast<std::uint32_t>(blocks); block-- > 0;) {
        now.copy(0, live_out, block);
        for (std::uint32_t pc = flow_.blocks[block].last; pc-- > flow_.blocks[block].first;) step_back(pc, now);
        for (const std::uint32_t before : flow_.graph.predecessors[block]) changed |= live_out.merge(before, now, 0);
      }
    }
    for (std::uint32_t block = 0; block < blocks; ++block) note_live(block, written_in, live_out);
  }

  void step_back(std::uint32_t pc, BitMatrix& live) const {
    const std::uint32_t variable = variable_at(pc);
    if (variable == kNoVariable) return;
    if (ptx::is_load(body_.instructions[pc])) live.set(0, variable);
    else live.clear(0, variable);
  }

  void note_live(std::uint32_t block, const BitMatrix& written_in, const BitMatrix& live_out) {
    const Block& range = flow_.blocks[block];
    BitMatrix live(range.last - range.first, found_.variables.size()), now(1, found_.variables.size());
    now.copy(0, live_out, block);
    for (std::uint32_t pc = range.last; pc-- > range.first;) {
      live.copy(pc - range.first, now, 0);
      step_back(pc, now);
    }
    now.copy(0, written_in, block);
    for (std::uint32_t pc = range.first; pc < range.last; ++pc) {
      const std::uint32_t variable = variable_at(pc);
      const bool stores = variable != kNoVariable && ptx::is_store(body_.instructions[pc]);
      if (stores) now.set(0, variable);
      live.intersect(pc - range.first, now, 0);
      if (stores) live.set(pc - range.first, variable);
      live.each(pc - range.first, [&](std::uint32_t v) { found_.live[pc].push_back(v); });
    }
  }

  const ptx::Kernel& body_;
  ControlFlow flow_;
  std::vector<SlotAccess> accesses_;
  std::vector<std::uint32_t> parent_;  // of each access: another one of the same variable
  SpillVariables found_;
};

}  // namespace

bool is_local_spill(const ptx::Instruction& instruction) {
  return instruction.origin == ptx::Origin::kSpill && ptx::is_memory(instruction) &&
         instruction.space == ptx::StateSpace::kLocal;
}

SpillVariables spill_variables(const ptx::Kernel& body) { return VariableFinder(body).run(); }

}  // namespace unibank::compiler
