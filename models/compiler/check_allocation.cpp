#include "compiler/check_allocation.h"

#include <map>
#include <set>
#include <utility>

#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using Kind = ptx::Operand::Kind;
using Registers = std::set<std::uint32_t>;

void collect(const ptx::Operand& operand, Registers& found) {
  if ((operand.kind == Kind::kRegister || operand.kind == Kind::kAddress) && operand.index >= 0) {
    found.insert(static_cast<std::uint32_t>(operand.index));
  }
  for (const ptx::Operand& element : operand.elements) collect(element, found);
}

struct Step {
  Registers reads, writes;
  bool guarded = false;
  std::vector<std::size_t> next;      // instructions that may follow
  Registers live_before, live_after;  // possibly read later
  Registers written_before;           // possibly written earlier
};

std::vector<std::size_t> following(const ptx::Kernel& kernel, std::size_t pc) {
  const ptx::Instruction& instruction = kernel.instructions[pc];
  std::vector<std::size_t> next;
  const bool guarded = instruction.guard.kind != Kind::kNone;
  if (!ptx::ends_block(instruction) || guarded) next.push_back(pc + 1);
  if (ptx::is_branch(instruction)) next.push_back(static_cast<std::size_t>(instruction.operands.front().index));
  return next;
}

std::vector<Step> steps_of(const ptx::Kernel& kernel) {
  std::vector<Step> steps(kernel.instructions.size() + 1);  // the last stands for the end
  for (std::size_t pc = 0; pc < kernel.instructions.size(); ++pc) {
    const ptx::Instruction& instruction = kernel.instructions[pc];
    Step& step = steps[pc];
    step.guarded = instruction.guard.kind != Kind::kNone;
    collect(instruction.guard, step.reads);
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      collect(instruction.operands[i], i < instruction.destinations ? step.writes : step.reads);
    }
    step.next = following(kernel, pc);
  }
  return steps;
}

// Adds `from` to `to`. True when that changed it.
bool add(Registers& to, const Registers& from) {
  const std::size_t before = to.size();
  to.insert(from.begin(), from.end());
  return to.size() != before;
}

void solve(std::vector<Step>& steps) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = steps.size(); pc-- > 0;) {
      Step& step = steps[pc];
      Registers written_after = step.written_before;
      add(written_after, step.writes);
      for (const std::size_t next : step.next) {
        changed |= add(step.live_after, steps[next].live_before);
        changed |= add(steps[next].written_before, written_after);
      }
      Registers before = step.live_after;
      if (!step.guarded) {
        for (const std::uint32_t index : step.writes) before.erase(index);
      }
      add(before, step.reads);
      changed |= add(step.live_before, before);
    }
  }
}

class Checker {
 public:
  explicit Checker(const ptx::Kernel& kernel) : kernel_(kernel) {}

  // All of `together` hold a value at the same place.
  void place(const Registers& together, std::size_t pc) {
    std::map<std::pair<bool, unsigned>, std::uint32_t> owner;  // (predicate file, number)
    for (const std::uint32_t index : together) {
      const bool predicate = kernel_.registers[index].type == ptx::Type::kPred;
      const unsigned first = kernel_.physical[index];
      const unsigned units = !predicate && ptx::bytes_of(kernel_.registers[index].type) == 8 ? 2 : 1;
      const unsigned most = predicate ? kernel_.predicates_per_thread : kernel_.registers_per_thread;
      if (units == 2 && first % 2 != 0)
        report(pc, name(index) + " is a pair that begins at odd number " + std::to_string(first));
      if (first + units > most) report(pc, name(index) + " lies beyond the " + std::to_string(most) + " of a thread");
      for (unsigned number = first; number < first + units; ++number) {
        const auto [other, is_new] = owner.emplace(std::make_pair(predicate, number), index);
        if (!is_new) report(pc, name(other->second) + " and " + name(index) + " share " + std::to_string(number));
      }
    }
  }

  std::vector<std::string> faults;

 private:
  std::string name(std::uint32_t index) const { return kernel_.registers[index].name; }
  void report(std::size_t pc, const std::string& what) {
    faults.push_back("instruction " + std::to_string(pc) + ": " + what);
  }
  const ptx::Kernel& kernel_;
};

Registers both(const Registers& a, const Registers& b) {
  Registers common;
  for (const std::uint32_t index : a) {
    if (b.count(index) != 0) common.insert(index);
  }
  return common;
}

}  // namespace

std::vector<std::string> check_allocation(const ptx::Kernel& kernel) {
  if (kernel.physical.size() != kernel.registers.size()) return {"the kernel is not allocated"};
  std::vector<Step> steps = steps_of(kernel);
  solve(steps);
  Checker checker(kernel);
  for (std::size_t pc = 0; pc < steps.size(); ++pc) {
    const Step& step = steps[pc];
    checker.place(both(step.live_before, step.written_before), pc);
    Registers written_after = step.written_before;
    add(written_after, step.writes);
    Registers behind = both(step.live_after, written_after);
    add(behind, step.writes);
    checker.place(behind, pc);
  }
  return checker.faults;
}

}  // namespace unibank::compiler
