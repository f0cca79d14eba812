#include "compiler/replace_instructions.h"

#include <utility>

namespace unibank::compiler {
namespace {

template <typename Visit>
void each_label(ptx::Instruction& instruction, Visit visit) {
  for (ptx::Operand& operand : instruction.operands) {
    if (operand.kind == ptx::Operand::Kind::kLabel) visit(operand.index);
    for (ptx::Operand& element : operand.elements) {
      if (element.kind == ptx::Operand::Kind::kLabel) visit(element.index);
    }
  }
}

}  // namespace

void replace_instructions(ptx::Kernel& kernel, Instructions before, const Replace& replace) {
  Instructions out = std::move(before);
  std::vector<std::uint32_t> place;  // of each instruction, and of the end
  for (std::uint32_t pc = 0; pc < kernel.instructions.size(); ++pc) {
    place.push_back(static_cast<std::uint32_t>(out.size()));
    replace(std::move(kernel.instructions[pc]), pc, out);
  }
  place.push_back(static_cast<std::uint32_t>(out.size()));
  kernel.instructions = std::move(out);
  for (ptx::Instruction& instruction : kernel.instructions) {
    each_label(instruction, [&](std::int32_t& target) {
      target = static_cast<std::int32_t>(place.at(static_cast<std::size_t>(target)));
    });
  }
  for (auto& [name, target] : kernel.labels) target = place.at(target);
}

void shift_labels(ptx::Instruction& instruction, std::uint32_t distance) {
  each_label(instruction, [&](std::int32_t& target) { target += static_cast<std::int32_t>(distance); });
}

}  // namespace unibank::compiler
