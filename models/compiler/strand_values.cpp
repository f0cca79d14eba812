#include "compiler/strand_values.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using Set = std::vector<std::uint32_t>;  // the definitions that a read may find, by index + 1; kEarlier first

constexpr std::uint32_t kEarlier = 0;           // a value of an earlier strand
constexpr std::size_t kMostDefinitions = 64;    // reaching one point; a register with more stays in the MRF

// Each set is stored once, so a register's set is one number. 0 is {kEarlier}.
class Sets {
 public:
  Sets() { number({kEarlier}); }
  std::uint32_t number(const Set& set) {
    const auto [known, is_new] = numbers_.emplace(set, static_cast<std::uint32_t>(sets_.size()));
    if (is_new) sets_.push_back(set);
    return known->second;
  }
  const Set& operator[](std::uint32_t number) const { return sets_[number]; }
  std::uint32_t unite(std::uint32_t a, std::uint32_t b) {
    if (a == b) return a;
    const auto known = united_.find({a, b});
    if (known != united_.end()) return known->second;
    Set both;
    std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(), std::back_inserter(both));
    return united_[{a, b}] = number(both);
  }

 private:
  std::vector<Set> sets_;
  std::map<Set, std::uint32_t> numbers_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> united_;
};

// One pass in program order is enough: within a strand there are no backward edges.
class StrandFinder {
 public:
  StrandFinder(const ptx::Kernel& kernel, const ControlFlow& flow, const std::vector<PhysicalUse>& use,
         const std::vector<bool>& starts, const std::vector<RegisterBits>& live)
      : kernel_(kernel), flow_(flow), use_(use), starts_(starts), live_(live), behind_(flow.blocks.size()) {}

  StrandValues run() {
    for (std::uint32_t block = 0; block < flow_.exit(); ++block) {
      const auto [first, last] = flow_.blocks[block];
      enter(block);
      for (std::uint32_t pc = first; pc < last; ++pc) {
        if (starts_[pc]) now_.assign(kMaxRegisters, 0);
        step(pc);
        if (pc + 1 < last && starts_[pc + 1]) keep(live_[pc + 1]);
      }
      leave(block);
      behind_[block] = now_;
    }
    group();
    return std::move(found_);
  }

 private:
  using State = std::vector<std::uint32_t>;  // of each register, the number of its set

  void enter(std::uint32_t block) {
    if (starts_[flow_.blocks[block].first]) return;
    const std::vector<std::uint32_t>& from = flow_.graph.predecessors[block];
    now_ = behind_[from.front()];
    for (std::size_t i = 1; i < from.size(); ++i)
      for (unsigned number = 0; number < kMaxRegisters; ++number) merge(number, behind_[from[i]][number]);
  }
  void leave(std::uint32_t block) {
    for (const std::uint32_t next : flow_.graph.successors[block]) {
      if (next == flow_.exit()) continue;
      const std::uint32_t first = flow_.blocks[next].first;
      if (starts_[first]) keep(live_[first]);
    }
  }

  void step(std::uint32_t pc) {
    for (const std::uint16_t number : use_[pc].reads) read(pc, number);
    // Registers read by the other body are handled before the instruction: after a call they may have been written
    // again.
    const ptx::Instruction& i = kernel_.instructions[pc];
    if (ptx::is_call(i) || ptx::op_of(i) == ptx::Op::kRet) keep(live_[pc]);
    for (const std::uint16_t number : use_[pc].writes) {
      const std::uint32_t alone = define(pc, number, false);
      if (use_[pc].certain) now_[number] = alone;
      else merge(number, alone);
    }
  }

  std::uint32_t define(std::uint32_t pc, std::uint16_t number, bool fill) {
    found_.definitions.push_back({pc, number, fill, false});
    return sets_.number({static_cast<std::uint32_t>(found_.definitions.size())});
  }

  void read(std::uint32_t pc, std::uint16_t number) {
    const Set& set = sets_[now_[number]];
    if (in_strand(set)) {
      StrandRead found{pc, number, set};
      for (std::uint32_t& definition : found.definitions) --definition;
      found_.reads.push_back(std::move(found));
      return;
    }
    keep(number);
    const bool in_parts = ptx::is_memory(kernel_.instructions[pc]) &&
                          kernel_.instructions[pc].space == ptx::StateSpace::kGeneric;
    if (use_[pc].certain && !(in_parts && starts_[pc])) now_[number] = define(pc, number, true);
  }

  // Whether the set has no value from before the strand, and no fill that only some lanes have executed.
  bool in_strand(const Set& set) const {
    if (set.front() == kEarlier) return false;
    return set.size() == 1 || std::none_of(set.begin(), set.end(), [&](std::uint32_t one) {
             return found_.definitions[one - 1].fill;
           });
  }

  void merge(unsigned number, std::uint32_t other) {
    now_[number] = sets_.unite(now_[number], other);
    if (sets_[now_[number]].size() <= kMostDefinitions) return;
    keep(number);
    now_[number] = 0;
  }

  // The MRF must have these registers' values.
  void keep(const RegisterBits& registers) {
    for (unsigned number = 0; number < kMaxRegisters; ++number)
      if (registers.test(number)) keep(number);
  }
  void keep(unsigned number) {
    for (const std::uint32_t one : sets_[now_[number]])
      if (one != kEarlier) found_.definitions[one - 1].needs_mrf = true;
  }

  // Values are the classes of definitions joined by reads.
  void group() {
    std::vector<std::uint32_t> leader(found_.definitions.size());
    std::iota(leader.begin(), leader.end(), 0);
    const auto find = [&](std::uint32_t one) {
      while (leader[one] != one) one = leader[one] = leader[leader[one]];
      return one;
    };
    for (const StrandRead& read : found_.reads)
      for (const std::uint32_t one : read.definitions) {
        const std::uint32_t a = find(one), b = find(read.definitions.front());
        leader[std::max(a, b)] = std::min(a, b);
      }
    std::vector<std::vector<std::uint32_t>> reads(leader.size()), definitions(leader.size());
    for (std::uint32_t read = 0; read < found_.reads.size(); ++read)
      reads[find(found_.reads[read].definitions.front())].push_back(read);
    for (std::uint32_t one = 0; one < leader.size(); ++one) definitions[find(one)].push_back(one);
    for (std::uint32_t one = 0; one < leader.size(); ++one)
      if (!reads[one].empty()) found_.values.push_back({std::move(definitions[one]), std::move(reads[one])});
  }

  const ptx::Kernel& kernel_;
  const ControlFlow& flow_;
  const std::vector<PhysicalUse>& use_;
  const std::vector<bool>& starts_;
  const std::vector<RegisterBits>& live_;
  Sets sets_;
  State now_ = State(kMaxRegisters);
  std::vector<State> behind_;  // of each block
  StrandValues found_;
};

}  // namespace

StrandValues strand_values(const ptx::Kernel& kernel, const ControlFlow& flow, const std::vector<PhysicalUse>& use,
                           const std::vector<bool>& starts, const std::vector<RegisterBits>& live) {
  return StrandFinder(kernel, flow, use, starts, live).run();
}

}  // namespace unibank::compiler
