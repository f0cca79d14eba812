#include "compiler/remove_unused.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "compiler/instruction_forms.h"
#include "compiler/register_use.h"
#include "compiler/replace_instructions.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using ptx::Op;

bool only_makes_results(const ptx::Instruction& i) {
  if (i.destinations == 0 || i.form >= 0 || ptx::has(i, ptx::kCarryOut) || ptx::has(i, ptx::kSync)) return false;
  if (ptx::op_of(i) == Op::kLd) return ptx::order_of(i) == ptx::Order::kWeak;
  const ptx::LatencyClass unit = ptx::latency_class(i);
  if (unit != ptx::LatencyClass::kAlu && unit != ptx::LatencyClass::kSfu) return false;
  switch (ptx::op_of(i)) {
    case Op::kActivemask: case Op::kMatch: case Op::kShfl: case Op::kVote: case Op::kRuntime: return false;
    default: return !reads_clock(i);
  }
}

// The instructions that are needed: those with effects, and all whose results a needed one reads.
std::vector<bool> needed(const ptx::Kernel& body) {
  std::vector<std::vector<std::uint32_t>> writers(body.registers.size());
  std::vector<bool> needed(body.instructions.size());
  std::vector<std::uint32_t> work;
  const auto need = [&](std::uint32_t pc) {
    if (needed[pc]) return;
    needed[pc] = true;
    work.push_back(pc);
  };
  for (std::uint32_t pc = 0; pc < body.instructions.size(); ++pc) {
    for (const std::uint32_t index : access_of(body.instructions[pc]).writes) writers[index].push_back(pc);
    if (!only_makes_results(body.instructions[pc])) need(pc);
  }
  while (!work.empty()) {
    const Access access = access_of(body.instructions[work.back()]);
    work.pop_back();
    for (const std::uint32_t index : access.reads)
      for (const std::uint32_t writer : writers[index]) need(writer);
  }
  return needed;
}

}  // namespace

void remove_unused(ptx::Kernel& body) {
  const std::vector<bool> keep = needed(body);
  replace_instructions(body, {}, [&](ptx::Instruction i, std::uint32_t pc, Instructions& out) {
    if (keep[pc]) out.push_back(std::move(i));
  });
}

}  // namespace unibank::compiler
