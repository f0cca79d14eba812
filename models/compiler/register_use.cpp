#include "compiler/register_use.h"

#include <algorithm>

namespace unibank::compiler {
namespace {

using Kind = ptx::Operand::Kind;

void add(std::vector<std::uint32_t>& registers, std::int32_t index) {
  const auto number = static_cast<std::uint32_t>(index);
  if (std::find(registers.begin(), registers.end(), number) == registers.end()) registers.push_back(number);
}

void add_operand(const ptx::Operand& operand, bool destination, Access& access) {
  if (operand.kind == Kind::kRegister) {
    add(destination ? access.writes : access.reads, operand.index);
  } else if (operand.kind == Kind::kAddress && operand.index >= 0) {
    add(access.reads, operand.index);
  } else if (operand.kind == Kind::kVector) {
    for (const ptx::Operand& element : operand.elements) add_operand(element, destination, access);
  }
}

}  // namespace

Access access_of(const ptx::Instruction& instruction) {
  Access access;
  access.certain = instruction.guard.kind == Kind::kNone;
  add_operand(instruction.guard, false, access);
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    add_operand(instruction.operands[i], i < instruction.destinations, access);
  }
  return access;
}

unsigned register_units(ptx::Type type) { return type == ptx::Type::kPred ? 0 : ptx::bytes_of(type) == 8 ? 2 : 1; }

std::vector<std::uint16_t> physical_registers(const ptx::Kernel& kernel, const std::vector<std::uint32_t>& registers) {
  std::vector<std::uint16_t> numbers;
  for (const std::uint32_t index : registers) {
    const std::uint16_t first = kernel.physical[index];
    const unsigned units = register_units(kernel.registers[index].type);
    for (std::uint16_t number = first; number < first + units; ++number)
      if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) numbers.push_back(number);
  }
  return numbers;
}

RegisterUse register_use(const ptx::Kernel& kernel, const std::vector<std::uint32_t>& inputs,
                         const std::vector<std::uint32_t>& outputs) {
  constexpr std::uint32_t kUnused = ~std::uint32_t{0};
  RegisterUse use;
  std::vector<std::uint32_t> dense(kernel.registers.size(), kUnused);
  const auto renumber = [&](std::vector<std::uint32_t>& registers) {
    for (std::uint32_t& number : registers) {
      std::uint32_t& used = dense[number];
      if (used == kUnused) {
        used = static_cast<std::uint32_t>(use.number.size());
        use.number.push_back(number);
        use.units.push_back(static_cast<std::uint8_t>(register_units(kernel.registers[number].type)));
      }
      number = used;
    }
  };
  use.accesses.reserve(kernel.instructions.size());
  for (const ptx::Instruction& instruction : kernel.instructions) {
    use.accesses.push_back(access_of(instruction));
    renumber(use.accesses.back().reads);
    renumber(use.accesses.back().writes);
  }
  renumber(use.inputs = inputs);
  renumber(use.outputs = outputs);
  return use;
}

}  // namespace unibank::compiler
