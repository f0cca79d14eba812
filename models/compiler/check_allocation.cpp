#include "compiler/check_allocation.h"

#include <cstdint>
#include <map>
#include <utility>

#include "compiler/call_graph.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using Kind = ptx::Operand::Kind;

// A set of numbers, as bits: fast unions, which are most of the work.
class NumberSet {
 public:
  void insert(std::uint32_t index) {
    if (words_.size() <= index / 64) words_.resize(index / 64 + 1);
    words_[index / 64] |= std::uint64_t{1} << (index % 64);
  }
  template <typename Iterator>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) insert(*first);
  }
  void erase(std::uint32_t index) {
    if (has(index)) words_[index / 64] &= ~(std::uint64_t{1} << (index % 64));
  }
  bool has(std::uint32_t index) const {
    return index / 64 < words_.size() && (words_[index / 64] >> (index % 64) & 1) != 0;
  }
  // Adds the other set. Returns whether that changed anything.
  bool add(const NumberSet& other) {
    if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
    std::uint64_t added = 0;
    for (std::size_t w = 0; w < other.words_.size(); ++w) {
      added |= other.words_[w] & ~words_[w];
      words_[w] |= other.words_[w];
    }
    return added != 0;
  }
  std::vector<std::uint32_t> list() const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t index = 0; index < 64 * words_.size(); ++index) {
      if (index % 64 == 0 && words_[index / 64] == 0) index += 63;
      else if (has(index)) all.push_back(index);
    }
    return all;
  }

 private:
  std::vector<std::uint64_t> words_;
};

void collect(const ptx::Operand& operand, NumberSet& found) {
  if ((operand.kind == Kind::kRegister || operand.kind == Kind::kAddress) && operand.index >= 0) {
    found.insert(static_cast<std::uint32_t>(operand.index));
  }
  for (const ptx::Operand& element : operand.elements) collect(element, found);
}

struct Step {
  NumberSet reads, writes;
  bool guarded = false;
  std::vector<std::size_t> next;      // possible successors
  NumberSet live_before, live_after;  // possibly read later
  NumberSet written_before;           // possibly written earlier
};

bool is_spill_access(const ptx::Instruction& i) { return i.origin == ptx::Origin::kSpill && ptx::is_memory(i); }

const ptx::Operand& address_of(const ptx::Instruction& i) { return i.operands[ptx::is_load(i) ? 1 : 0]; }

// Slots are variables too, numbered after the registers.
std::uint32_t slot_number(const ptx::Kernel& kernel, const ptx::Instruction& i) {
  return static_cast<std::uint32_t>(kernel.registers.size() + address_of(i).bits);
}

std::vector<std::size_t> following(const ptx::Kernel& kernel, std::size_t pc) {
  const ptx::Instruction& instruction = kernel.instructions[pc];
  std::vector<std::size_t> next;
  const bool guarded = instruction.guard.kind != Kind::kNone;
  if (!ptx::ends_block(instruction) || guarded) next.push_back(pc + 1);
  const auto targets = [&](const ptx::Operand& operand) {
    if (operand.kind == Kind::kLabel) next.push_back(static_cast<std::size_t>(operand.index));
  };
  for (const ptx::Operand& operand : instruction.operands) {
    targets(operand);
    for (const ptx::Operand& element : operand.elements) targets(element);
  }
  if (ptx::is_exit(instruction)) next.push_back(kernel.instructions.size());
  return next;
}

std::vector<Step> steps_of(const ptx::Kernel& kernel, const AllocationContext& context) {
  std::vector<Step> steps(kernel.instructions.size() + 1);  // the last represents the end
  for (std::size_t pc = 0; pc < kernel.instructions.size(); ++pc) {
    const ptx::Instruction& instruction = kernel.instructions[pc];
    Step& step = steps[pc];
    step.guarded = instruction.guard.kind != Kind::kNone;
    collect(instruction.guard, step.reads);
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      collect(instruction.operands[i], i < instruction.destinations ? step.writes : step.reads);
    }
    if (is_spill_access(instruction)) {
      (ptx::is_load(instruction) ? step.reads : step.writes).insert(slot_number(kernel, instruction));
    }
    step.next = following(kernel, pc);
  }
  steps[0].written_before.insert(context.inputs.begin(), context.inputs.end());
  if (context.stack_pointer >= 0) {
    steps[0].written_before.insert(static_cast<std::uint32_t>(context.stack_pointer));
    steps.back().live_before.insert(static_cast<std::uint32_t>(context.stack_pointer));
  }
  return steps;
}

// Each direction in its fastest converging order.
void solve(std::vector<Step>& steps) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = steps.size(); pc-- > 0;) {
      Step& step = steps[pc];
      for (const std::size_t next : step.next) changed |= step.live_after.add(steps[next].live_before);
      NumberSet before = step.live_after;
      if (!step.guarded) {
        for (const std::uint32_t index : step.writes.list()) before.erase(index);
      }
      before.add(step.reads);
      changed |= step.live_before.add(before);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Step& step : steps) {
      NumberSet after = step.written_before;
      after.add(step.writes);
      for (const std::size_t next : step.next) changed |= steps[next].written_before.add(after);
    }
  }
}

NumberSet both(const NumberSet& a, const NumberSet& b) {
  NumberSet common;
  for (const std::uint32_t index : a.list()) {
    if (b.has(index)) common.insert(index);
  }
  return common;
}

class AllocationChecker {
 public:
  AllocationChecker(const ptx::Kernel& kernel, const AllocationContext& context) : kernel_(kernel), context_(context) {}

  std::vector<std::string> faults() {
    counts();
    std::vector<Step> steps = steps_of(kernel_, context_);
    solve(steps);
    NumberSet at_entry = both(steps[0].live_before, steps[0].written_before);
    at_entry.insert(context_.inputs.begin(), context_.inputs.end());
    place(at_entry, 0);
    for (std::size_t pc = 0; pc < steps.size(); ++pc) {
      const Step& step = steps[pc];
      place(both(step.live_before, step.written_before), pc);
      NumberSet written_after = step.written_before;
      written_after.add(step.writes);
      NumberSet behind = both(step.live_after, written_after);
      if (pc < kernel_.instructions.size()) instruction(step, behind, pc);
      behind.add(step.writes);
      place(behind, pc);
    }
    return std::move(faults_);
  }

 private:
  void counts() {
    if (kernel_.registers_per_thread > context_.limit) report(0, "more registers than the limit");
    if (kernel_.predicates_per_thread > kMaxPredicates) report(0, "more predicates than there are");
    for (std::uint32_t index = 0; index < context_.fixed.size(); ++index) {
      if (context_.fixed[index] == AllocationContext::kFree || !named(index)) continue;
      if (kernel_.physical[index] != context_.fixed[index]) report(0, name(index) + " does not have its fixed number");
    }
  }
  bool named(std::uint32_t index) const {
    for (const ptx::Instruction& instruction : kernel_.instructions) {
      NumberSet found;
      collect(instruction.guard, found);
      for (const ptx::Operand& operand : instruction.operands) collect(operand, found);
      if (found.has(index)) return true;
    }
    return false;
  }

  void instruction(const Step& step, const NumberSet& behind, std::size_t pc) {
    const ptx::Instruction& i = kernel_.instructions[pc];
    if (ptx::is_call(i)) call(i, step, behind, pc);
    if (!is_spill_access(i)) return;
    const ptx::Operand& address = address_of(i);
    const ptx::Variable& area = kernel_.symbols.at(static_cast<std::size_t>(address.symbol));
    const unsigned bytes = ptx::bytes_of(i.type);
    const bool inside = address.bits + bytes <= area.bytes && area.offset + area.bytes <= kernel_.local_bytes;
    if (area.space != ptx::StateSpace::kLocal || !inside) report(pc, "the spill slot lies outside of its area");
    if ((area.offset + address.bits) % bytes != 0) report(pc, "the spill slot is misaligned");
    if (address.index != context_.stack_pointer) report(pc, "the spill slot does not use the frame's address");
    if (ptx::is_load(i) && !step.written_before.has(slot_number(kernel_, i))) {
      report(pc, "a spill slot is loaded before anything is stored there");
    }
  }

  void call(const ptx::Instruction& i, const Step& step, const NumberSet& behind, std::size_t pc) {
    const RegisterSet& destroyed = context_.clobbers.at(callee_number(i));
    for (const std::uint32_t index : behind.list()) {
      if (index >= kernel_.registers.size() || step.writes.has(index)) continue;
      if (static_cast<std::int32_t>(index) == context_.stack_pointer) continue;
      const unsigned base = is_predicate(index) ? kMaxRegisters : 0;
      for (unsigned unit = 0; unit < units(index); ++unit) {
        if (destroyed.has_register(base + kernel_.physical[index] + unit)) {
          report(pc, name(index) + " lives across a call that destroys it");
        }
      }
    }
  }

  // All of `together` hold a value at the same point.
  void place(const NumberSet& together, std::size_t pc) {
    std::map<std::pair<bool, unsigned>, std::uint32_t> owner;  // (predicate file, number)
    for (const std::uint32_t index : together.list()) {
      if (index >= kernel_.registers.size()) continue;  // a slot
      const bool predicate = is_predicate(index);
      const unsigned first = kernel_.physical[index];
      const unsigned most = predicate ? kernel_.predicates_per_thread : kernel_.registers_per_thread;
      if (units(index) == 2 && first % 2 != 0)
        report(pc, name(index) + " is a pair that begins at odd number " + std::to_string(first));
      if (first + units(index) > most)
        report(pc, name(index) + " lies beyond the " + std::to_string(most) + " of a thread");
      for (unsigned number = first; number < first + units(index); ++number) {
        const auto [other, is_new] = owner.emplace(std::make_pair(predicate, number), index);
        if (!is_new) report(pc, name(other->second) + " and " + name(index) + " share " + std::to_string(number));
      }
    }
  }

  bool is_predicate(std::uint32_t index) const { return kernel_.registers[index].type == ptx::Type::kPred; }
  unsigned units(std::uint32_t index) const { return ptx::bytes_of(kernel_.registers[index].type) == 8 ? 2 : 1; }
  std::string name(std::uint32_t index) const { return kernel_.registers[index].name; }
  void report(std::size_t pc, const std::string& what) {
    faults_.push_back("instruction " + std::to_string(pc) + ": " + what);
  }

  const ptx::Kernel& kernel_;
  const AllocationContext& context_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> check_allocation(const ptx::Kernel& kernel, const AllocationContext& context) {
  if (kernel.physical.size() != kernel.registers.size()) return {"the kernel is not allocated"};
  return AllocationChecker(kernel, context).faults();
}

}  // namespace unibank::compiler
