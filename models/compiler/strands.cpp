#include "compiler/strands.h"

#include <algorithm>

#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

bool wants_whole_warp(const ptx::Instruction& i) { return ptx::op_of(i) == ptx::Op::kBar || ptx::has(i, ptx::kSync); }

class Strands {
 public:
  Strands(const ptx::Kernel& kernel, const ControlFlow& flow, const std::vector<PhysicalUse>& use)
      : kernel_(kernel),
        flow_(flow),
        use_(use),
        certain_(use.size()),
        divided_(flow.blocks.size()),
        gathered_(use.size()) {}

  std::vector<bool> run() {
    if (certain_.empty()) return {};
    mark_bodies();
    for (std::uint32_t pc = 0; pc < use_.size(); ++pc) mark_ends(pc);
    do starts_ = with_pending(); while (mark_divided());
    return starts_;
  }

 private:
  void mark(std::uint32_t pc) {
    if (pc < certain_.size()) certain_[pc] = true;
  }
  void mark_behind(std::uint32_t block) {
    for (const std::uint32_t next : flow_.graph.successors[block]) mark(flow_.blocks[next].first);
  }

  void mark_bodies() {
    mark(0);
    for (const ptx::Function& function : kernel_.functions) mark(function.first);
    for (std::uint32_t block = 0; block < flow_.exit(); ++block)
      if (flow_.graph.predecessors[block].empty()) mark(flow_.blocks[block].first);
  }

  void mark_ends(std::uint32_t pc) {
    const ptx::Instruction& i = kernel_.instructions[pc];
    if (ptx::is_call(i) || ptx::is_barrier(i) || ptx::op_of(i) == ptx::Op::kNanosleep) mark(pc + 1);
    if (is_indirect_call(i)) mark(pc);
    if (ptx::is_exit(i) || ptx::op_of(i) == ptx::Op::kBrx || leads_back(pc)) mark_behind(flow_.block_of[pc]);
  }

  bool leads_back(std::uint32_t pc) const {
    const ptx::Instruction& i = kernel_.instructions[pc];
    return ptx::is_branch(i) && static_cast<std::uint32_t>(i.operands.at(0).index) <= pc;
  }

  // All starts, assuming the certain ones: adds those for operations pending in a strand. In program order, because
  // within a strand there are no backward edges.
  std::vector<bool> with_pending() const {
    std::vector<bool> starts = certain_;
    std::vector<RegisterBits> behind(flow_.blocks.size());
    for (std::uint32_t block = 0; block < flow_.exit(); ++block) {
      const auto [first, last] = flow_.blocks[block];
      RegisterBits pending;
      if (!starts[first]) {
        const std::vector<std::uint32_t>& from = flow_.graph.predecessors[block];
        pending = behind[from.front()];
        const bool same = std::all_of(from.begin(), from.end(), [&](std::uint32_t p) { return behind[p] == pending; });
        if (!same) starts[first] = true;
      }
      for (std::uint32_t pc = first; pc < last; ++pc) {
        if (!starts[pc] && names(use_[pc], pending)) starts[pc] = true;
        if (starts[pc]) pending.reset();
        if (!use_[pc].late) continue;
        for (const std::uint16_t number : use_[pc].writes) pending.set(number);
      }
      behind[block] = pending;
    }
    return starts;
  }

  static bool names(const PhysicalUse& use, const RegisterBits& registers) {
    const auto in = [&](std::uint16_t number) { return registers.test(number); };
    return registers.any() && (std::any_of(use.reads.begin(), use.reads.end(), in) ||
                               std::any_of(use.writes.begin(), use.writes.end(), in));
  }

  // Marks the branches at which lanes would wait for others that reach a start. Returns whether it marked a new one.
  bool mark_divided() {
    count_starts();
    bool changed = false;
    for (std::uint32_t block = 0; block < flow_.exit(); ++block) {
      if (!may_divide(block)) continue;
      if (!divided_[block] && region_has(block, starts_before_)) {
        divided_[block] = changed = true;
        mark_behind(block);
        mark(meeting(block));
      }
      changed |= mark_gatherings(block);
    }
    return changed;
  }

  // The number of strand starts, and of instructions that need the whole warp, before each instruction.
  void count_starts() {
    starts_before_.assign(1, 0);
    gatherings_before_.assign(1, 0);
    for (std::uint32_t pc = 0; pc < use_.size(); ++pc) {
      starts_before_.push_back(starts_before_.back() + starts_[pc]);
      gatherings_before_.push_back(gatherings_before_.back() + wants_whole_warp(kernel_.instructions[pc]));
    }
  }

  std::uint32_t meeting(std::uint32_t block) const { return kernel_.reconverge[flow_.blocks[block].last - 1]; }

  bool may_divide(std::uint32_t block) const {
    const std::vector<std::uint32_t>& next = flow_.graph.successors[block];
    if (next.size() < 2 || !may_jump(kernel_.instructions[flow_.blocks[block].last - 1])) return false;
    const auto ends = [&](std::uint32_t side) { return only_ends(side); };
    return next.size() > 2 || std::none_of(next.begin(), next.end(), ends);
  }
  bool only_ends(std::uint32_t block) const {
    if (block == flow_.exit()) return true;
    const std::uint32_t first = flow_.blocks[block].first;
    const ptx::Instruction& i = kernel_.instructions[first];
    return (ptx::is_exit(i) || ptx::op_of(i) == ptx::Op::kTrap) && use_[first].certain && !starts_[first];
  }

  // Whether an instruction that `before` counts lies between the branch that ends `block` and its reconvergence point.
  bool region_has(std::uint32_t block, const std::vector<std::uint32_t>& before) const {
    const std::uint32_t end = meeting(block);
    std::vector<bool> seen(flow_.blocks.size());
    std::vector<std::uint32_t> work = flow_.graph.successors[block];
    while (!work.empty()) {
      const std::uint32_t node = work.back();
      work.pop_back();
      const auto [first, last] = flow_.blocks[node];
      if (seen[node] || node == flow_.exit() || first == end) continue;
      seen[node] = true;
      if (before[last] != before[first]) return true;
      work.insert(work.end(), flow_.graph.successors[node].begin(), flow_.graph.successors[node].end());
    }
    return false;
  }

  bool mark_gatherings(std::uint32_t block) {
    const auto [first, last] = body_of(flow_.blocks[block].first);
    if (gathered_[first] || gatherings_before_[last] == gatherings_before_[first]) return false;
    if (!region_has(block, gatherings_before_)) return false;
    gathered_[first] = true;
    for (std::uint32_t pc = first; pc < last; ++pc)
      if (wants_whole_warp(kernel_.instructions[pc])) mark(pc);
    return true;
  }

  Block body_of(std::uint32_t pc) const {
    for (const ptx::Function& function : kernel_.functions)
      if (function.first <= pc && pc < function.last) return {function.first, function.last};
    const bool alone = kernel_.functions.empty();
    return {0, alone ? static_cast<std::uint32_t>(use_.size()) : kernel_.functions.front().first};
  }

  const ptx::Kernel& kernel_;
  const ControlFlow& flow_;
  const std::vector<PhysicalUse>& use_;
  std::vector<bool> certain_;  // starts independent of pending operations
  std::vector<bool> starts_;   // including those for pending operations
  std::vector<bool> divided_;  // [block]: whether its last instruction ends a strand because lanes may wait for others
  std::vector<bool> gathered_;  // [first of a body]: instructions that need the whole warp are marked
  std::vector<std::uint32_t> starts_before_, gatherings_before_;
};

}  // namespace

std::vector<bool> strand_starts(const ptx::Kernel& kernel, const ControlFlow& flow,
                                const std::vector<PhysicalUse>& use) {
  return Strands(kernel, flow, use).run();
}

}  // namespace unibank::compiler
