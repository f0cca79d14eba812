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

bool is_spill_access(const ptx::Instruction& i) { return i.origin == ptx::Origin::kSpill && ptx::is_memory(i); }

const ptx::Operand& address_of(const ptx::Instruction& i) { return i.operands[ptx::is_load(i) ? 1 : 0]; }

// Slots are variables, too: numbers behind those of the registers.
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
  std::vector<Step> steps(kernel.instructions.size() + 1);  // the last stands for the end
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

Registers both(const Registers& a, const Registers& b) {
  Registers common;
  for (const std::uint32_t index : a) {
    if (b.count(index) != 0) common.insert(index);
  }
  return common;
}

class Checker {
 public:
  Checker(const ptx::Kernel& kernel, const AllocationContext& context) : kernel_(kernel), context_(context) {}

  std::vector<std::string> faults() {
    counts();
    std::vector<Step> steps = steps_of(kernel_, context_);
    solve(steps);
    Registers at_entry = both(steps[0].live_before, steps[0].written_before);
    at_entry.insert(context_.inputs.begin(), context_.inputs.end());
    place(at_entry, 0);
    for (std::size_t pc = 0; pc < steps.size(); ++pc) {
      const Step& step = steps[pc];
      place(both(step.live_before, step.written_before), pc);
      Registers written_after = step.written_before;
      add(written_after, step.writes);
      Registers behind = both(step.live_after, written_after);
      if (pc < kernel_.instructions.size()) instruction(step, behind, pc);
      add(behind, step.writes);
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
      if (kernel_.physical[index] != context_.fixed[index]) report(0, name(index) + " has not the number it must have");
    }
  }
  bool named(std::uint32_t index) const {
    for (const ptx::Instruction& instruction : kernel_.instructions) {
      Registers found;
      collect(instruction.guard, found);
      for (const ptx::Operand& operand : instruction.operands) collect(operand, found);
      if (found.count(index) != 0) return true;
    }
    return false;
  }

  void instruction(const Step& step, const Registers& behind, std::size_t pc) {
    const ptx::Instruction& i = kernel_.instructions[pc];
    if (ptx::is_call(i)) call(i, step, behind, pc);
    if (!is_spill_access(i)) return;
    const ptx::Operand& address = address_of(i);
    const ptx::Variable& area = kernel_.symbols.at(static_cast<std::size_t>(address.symbol));
    const unsigned bytes = ptx::bytes_of(i.type);
    const bool inside = address.bits + bytes <= area.bytes && area.offset + area.bytes <= kernel_.local_bytes;
    if (area.space != ptx::StateSpace::kLocal || !inside) report(pc, "the spill slot lies outside of its area");
    if ((area.offset + address.bits) % bytes != 0) report(pc, "the spill slot is misaligned");
    if (address.index != context_.stack_pointer) report(pc, "the spill slot has not the frame's address");
    if (ptx::is_load(i) && step.written_before.count(slot_number(kernel_, i)) == 0) {
      report(pc, "a spill slot is loaded before anything is stored there");
    }
  }

  void call(const ptx::Instruction& i, const Step& step, const Registers& behind, std::size_t pc) {
    std::size_t callee = context_.clobbers.size() - 1;
    for (const ptx::Operand& operand : i.operands) {
      if (operand.kind == Kind::kFunction) callee = static_cast<std::size_t>(operand.index);
    }
    for (const std::uint32_t index : behind) {
      if (index >= kernel_.registers.size() || step.writes.count(index) != 0) continue;
      if (static_cast<std::int32_t>(index) == context_.stack_pointer) continue;
      const unsigned base = is_predicate(index) ? kMaxRegisters : 0;
      for (unsigned unit = 0; unit < units(index); ++unit) {
        if (context_.clobbers.at(callee).has_register(base + kernel_.physical[index] + unit)) {
          report(pc, name(index) + " lives across a call that destroys it");
        }
      }
    }
  }

  // All of `together` hold a value at the same place.
  void place(const Registers& together, std::size_t pc) {
    std::map<std::pair<bool, unsigned>, std::uint32_t> owner;  // (predicate file, number)
    for (const std::uint32_t index : together) {
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
  return Checker(kernel, context).faults();
}

}  // namespace unibank::compiler
