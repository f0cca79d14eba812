#include "compiler/last_uses.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "compiler/dominators.h"
#include "compiler/physical_liveness.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using Places = std::vector<std::uint32_t>;  // instructions, by index

bool has(const std::vector<std::uint16_t>& numbers, std::uint16_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

bool crosses_functions(const ptx::Instruction& instruction) {
  return ptx::is_call(instruction) || ptx::op_of(instruction) == ptx::Op::kRet;
}

// One past the entry's own instructions; functions follow.
std::uint32_t end_of_entry(const ptx::Kernel& kernel) {
  return kernel.functions.empty() ? static_cast<std::uint32_t>(kernel.instructions.size()) : kernel.functions[0].first;
}

// Whether the block is the virtual exit, or has only an unguarded end of the thread.
bool only_ends(const ptx::Kernel& kernel, const ControlFlow& flow, std::uint32_t block) {
  if (block == flow.exit()) return true;
  const auto [first, last] = flow.blocks[block];
  const ptx::Instruction& instruction = kernel.instructions[first];
  const ptx::Op op = ptx::op_of(instruction);
  const bool returns = op == ptx::Op::kRet && first < end_of_entry(kernel);
  const bool ends = op == ptx::Op::kExit || op == ptx::Op::kTrap || returns;
  return last == first + 1 && ends && instruction.guard.kind == ptx::Operand::Kind::kNone;
}

// Post-dominators for the threads that continue: without branches straight to the end, if another edge leads out.
std::vector<std::uint32_t> post_dominators_of_survivors(const ptx::Kernel& kernel, ControlFlow flow) {
  const Graph all = flow.graph;
  Graph survivors(all.size());
  const auto is_early_end = [&](std::uint32_t block, std::uint32_t next) {
    return all.successors[block].size() > 1 && only_ends(kernel, flow, next);
  };
  for (std::uint32_t block = 0; block < all.size(); ++block)
    for (const std::uint32_t next : all.successors[block])
      if (!is_early_end(block, next)) survivors.add_edge(block, next);
  const std::vector<std::uint32_t> found = immediate_dominators(survivors.reversed(), flow.exit());
  for (std::uint32_t block = 0; block < all.size(); ++block) {
    if (found[block] != kNoBlock) continue;
    for (const std::uint32_t next : all.successors[block]) survivors.add_edge(block, next);
  }
  flow.graph = std::move(survivors);
  return immediate_post_dominators(flow);
}

class LastUseFinder {
 public:
  explicit LastUseFinder(ptx::Kernel& kernel)
      : kernel_(kernel), flow_(control_flow(kernel)), use_(physical_use(kernel)),
        live_(physical_liveness(kernel, flow_, use_)), post_dominator_(post_dominators_of_survivors(kernel, flow_)),
        parent_(kernel.instructions.size()) {}

  void run() {
    kernel_.last_uses.assign(kernel_.instructions.size(), {});
    std::vector<Places> named(kMaxRegisters);  // [register]: its reads and writes
    for (std::uint32_t pc = 0; pc < use_.size(); ++pc) {
      for (const std::uint16_t number : use_[pc].reads) named[number].push_back(pc);
      for (const std::uint16_t number : use_[pc].writes)
        if (!has(use_[pc].reads, number)) named[number].push_back(pc);
    }
    for (std::uint16_t number = 0; number < kMaxRegisters; ++number)
      if (!named[number].empty()) find(number, named[number]);
  }

 private:
  struct Life {
    Places places;      // definitions and reads
    Places candidates;  // reads after which it is dead
    bool known = true;  // whether the whole life is known, because it is not shared with a caller
  };

  template <typename Visit>
  void each_successor(std::uint32_t pc, Visit&& visit) const {
    const std::uint32_t block = flow_.block_of[pc];
    if (pc + 1 < flow_.blocks[block].last) return visit(pc + 1);
    for (const std::uint32_t next : flow_.graph.successors[block])
      if (next != flow_.exit()) visit(flow_.blocks[next].first);
  }

  std::uint32_t life_of(std::uint32_t pc) {
    while (parent_[pc] != pc) pc = parent_[pc] = parent_[parent_[pc]];
    return pc;
  }

  bool ends_here(std::uint32_t pc, std::uint16_t number) const {
    return use_[pc].certain && has(use_[pc].writes, number) && !ptx::is_call(kernel_.instructions[pc]);
  }

  // An instruction represents the value in the register before it. Joins instructions between which the value is
  // unchanged.
  void join_lives(std::uint16_t number) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (std::uint32_t pc = 0; pc < use_.size(); ++pc) {
      std::uint32_t with = live_[pc][number] && !ends_here(pc, number) ? pc : kNoReader;
      each_successor(pc, [&](std::uint32_t next) {
        if (!live_[next][number]) return;
        if (with != kNoReader) parent_[life_of(next)] = life_of(with);
        with = next;
      });
    }
  }

  // Any instruction after `pc` before which the register is live; kNoReader when it is dead there.
  std::uint32_t live_behind(std::uint32_t pc, std::uint16_t number) const {
    std::uint32_t found = kNoReader;
    each_successor(pc, [&](std::uint32_t next) { found = live_[next][number] ? next : found; });
    return found;
  }

  void find(std::uint16_t number, const Places& named) {
    join_lives(number);
    std::map<std::uint32_t, Life> lives;
    for (const std::uint32_t pc : named) {
      const std::uint32_t behind = live_behind(pc, number);
      if (has(use_[pc].writes, number) && behind != kNoReader) lives[life_of(behind)].places.push_back(pc);
      if (!has(use_[pc].reads, number)) continue;
      Life& life = lives[life_of(pc)];
      life.places.push_back(pc);
      const bool dead = behind == kNoReader || ends_here(pc, number);
      if (dead && !crosses_functions(kernel_.instructions[pc])) life.candidates.push_back(pc);
    }
    add_calls(number, lives);
    for (const auto& [first, life] : lives) {
      if (!life.known) continue;
      for (const std::uint32_t pc : life.candidates)
        if (post_dominates(pc, life.places)) kernel_.last_uses[pc].push_back(number);
    }
  }

  // Reads and writes of callees count as those of the call; values at a callee's beginning belong to a caller.
  void add_calls(std::uint16_t number, std::map<std::uint32_t, Life>& lives) {
    for (const ptx::Function& function : kernel_.functions)
      if (live_[function.first][number]) lives[life_of(function.first)].known = false;
    if (kernel_.functions.empty()) return;
    for (std::uint32_t pc = 0; pc < use_.size(); ++pc) {
      if (!ptx::is_call(kernel_.instructions[pc])) continue;
      if (live_[pc][number]) lives[life_of(pc)].places.push_back(pc);
      const std::uint32_t behind = live_behind(pc, number);
      if (behind != kNoReader) lives[life_of(behind)].places.push_back(pc);
    }
  }

  bool post_dominates(std::uint32_t pc, const Places& places) const {
    return std::all_of(places.begin(), places.end(), [&](std::uint32_t place) { return post_dominates(pc, place); });
  }
  bool post_dominates(std::uint32_t pc, std::uint32_t place) const {
    const std::uint32_t wanted = flow_.block_of[pc];
    std::uint32_t block = flow_.block_of[place];
    if (block == wanted) return place <= pc;
    while (block != wanted && block != flow_.exit()) block = post_dominator_[block];
    return block == wanted;
  }

  static constexpr std::uint32_t kNoReader = ~std::uint32_t{0};

  ptx::Kernel& kernel_;
  const ControlFlow flow_;
  const std::vector<PhysicalUse> use_;
  const std::vector<RegisterBits> live_;  // before each instruction
  const std::vector<std::uint32_t> post_dominator_;
  std::vector<std::uint32_t> parent_;     // of each instruction, for the current register: union-find parent
};

}  // namespace

void find_last_uses(ptx::Kernel& kernel) { LastUseFinder(kernel).run(); }

}  // namespace unibank::compiler
