#include "compiler/insert.h"

namespace unibank::compiler {
namespace {

using Kind = ptx::Operand::Kind;
using Renames = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

void rename_all(ptx::Operand& operand, const Renames& renames) {
  for (ptx::Operand& element : operand.elements) rename_all(element, renames);
  if ((operand.kind != Kind::kRegister && operand.kind != Kind::kAddress) || operand.index < 0) return;
  for (const auto& [from, to] : renames) {
    if (operand.index != static_cast<std::int32_t>(from)) continue;
    operand.index = static_cast<std::int32_t>(to);
    return;
  }
}

void rename_all(ptx::Instruction& instruction, const Renames& renames) {
  if (renames.empty()) return;
  rename_all(instruction.guard, renames);
  for (ptx::Operand& operand : instruction.operands) rename_all(operand, renames);
}

void retarget(ptx::Operand& operand, const std::vector<std::uint32_t>& moved) {
  for (ptx::Operand& element : operand.elements) retarget(element, moved);
  if (operand.kind != Kind::kLabel) return;
  operand.index = static_cast<std::int32_t>(moved.at(static_cast<std::size_t>(operand.index)));
}

}  // namespace

void rename(ptx::Instruction& instruction, std::uint32_t from, std::uint32_t to) {
  rename_all(instruction, Renames{{from, to}});
}

void apply(const std::vector<Edit>& edits, const std::vector<ptx::Instruction>& prologue, ptx::Kernel& kernel) {
  std::vector<ptx::Instruction> all = prologue;
  std::vector<std::uint32_t> moved;  // new index of each old instruction, including the code inserted before it
  for (std::size_t pc = 0; pc < edits.size(); ++pc) {
    moved.push_back(static_cast<std::uint32_t>(all.size()));
    all.insert(all.end(), edits[pc].before.begin(), edits[pc].before.end());
    if (!edits[pc].dropped) {
      all.push_back(std::move(kernel.instructions[pc]));
      rename_all(all.back(), edits[pc].renames);
    }
    all.insert(all.end(), edits[pc].behind.begin(), edits[pc].behind.end());
  }
  moved.push_back(static_cast<std::uint32_t>(all.size()));
  kernel.instructions = std::move(all);
  for (ptx::Instruction& instruction : kernel.instructions) {
    for (ptx::Operand& operand : instruction.operands) retarget(operand, moved);
  }
  for (auto& [name, pc] : kernel.labels) pc = moved.at(pc);
  for (ptx::Function& function : kernel.functions) {
    function.first = moved.at(function.first);
    function.last = moved.at(function.last);
  }
}

}  // namespace unibank::compiler
