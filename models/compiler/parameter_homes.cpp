#include "compiler/parameter_homes.h"

#include <algorithm>

#include "compiler/cfg.h"
#include "compiler/register_use.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using Kind = ptx::Operand::Kind;

// Whether the instruction stores the variable as one value, or loads all or the first bytes of it.
bool accesses_value(const ptx::Instruction& instruction, const ptx::Operand& operand, const ptx::Variable& variable) {
  if (operand.kind != Kind::kAddress || operand.index >= 0 || operand.bits != 0) return false;
  const bool vector = std::any_of(instruction.operands.begin(), instruction.operands.end(),
                                  [](const ptx::Operand& other) { return other.kind == Kind::kVector; });
  const std::uint64_t bytes = ptx::bytes_of(instruction.type);
  const bool part = ptx::is_load(instruction) && bytes < variable.bytes && variable.bytes <= 4;
  return !vector && (ptx::is_load(instruction) || ptx::is_store(instruction)) && (bytes == variable.bytes || part);
}

}  // namespace

std::vector<ParameterUse> parameter_uses(const ptx::Kernel& kernel) {
  std::vector<ParameterUse> uses(kernel.symbols.size());
  for (std::uint32_t pc = 0; pc < kernel.instructions.size(); ++pc) {
    const ptx::Instruction& instruction = kernel.instructions[pc];
    for (const ptx::Operand& operand : instruction.operands) {
      if (operand.symbol < 0) continue;
      const ptx::Variable& variable = kernel.symbols[static_cast<std::size_t>(operand.symbol)];
      if (variable.space != ptx::StateSpace::kParam) continue;
      ParameterUse& use = uses[static_cast<std::size_t>(operand.symbol)];
      if (ptx::is_call(instruction)) {
        use.calls.push_back(pc);
        continue;
      }
      use.mentions.push_back(pc);
      use.single_value = use.single_value && accesses_value(instruction, operand, variable);
    }
  }
  return uses;
}

Convention register_convention(const ptx::Kernel& function) {
  const std::vector<ParameterUse> uses = parameter_uses(function);
  const std::vector<std::int32_t> results = result_symbols(function);
  std::vector<bool> in_registers;
  unsigned registers = 0;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const ptx::Variable& input = function.parameters[i];
    const unsigned units = input.bytes == 8 ? 2 : 1;
    const bool fits = is_single_value(input) && uses[i].single_value && registers + units <= kMaxArgumentRegisters;
    if (fits) registers += units;
    in_registers.push_back(fits);
  }
  const bool one = function.returns.size() == 1 && is_single_value(function.returns[0]) &&
                   uses[static_cast<std::size_t>(results[0])].single_value;
  return convention(function.returns, function.parameters, std::vector<bool>(function.returns.size(), one),
                    in_registers);
}

std::vector<bool> may_live_on_stack(const ptx::Kernel& kernel, const std::vector<ParameterUse>& uses) {
  const ControlFlow flow = control_flow(kernel);
  std::vector<std::uint32_t> calls_before{0};  // [instruction]
  for (const ptx::Instruction& instruction : kernel.instructions)
    calls_before.push_back(calls_before.back() + ptx::is_call(instruction));
  std::vector<bool> may(uses.size());
  for (std::size_t symbol = 0; symbol < uses.size(); ++symbol) {
    if (uses[symbol].calls.size() != 1) continue;
    const std::uint32_t call = uses[symbol].calls[0];
    const ptx::Instruction& instruction = kernel.instructions[call];
    const auto results_end = instruction.operands.begin() + instruction.destinations;
    const bool result = std::any_of(instruction.operands.begin(), results_end, [&](const ptx::Operand& operand) {
      return operand.kind == Kind::kSymbol && operand.symbol == static_cast<std::int32_t>(symbol);
    });
    may[symbol] = std::all_of(uses[symbol].mentions.begin(), uses[symbol].mentions.end(), [&](std::uint32_t pc) {
      const bool adjacent = calls_before[pc] == calls_before[call] + result;
      return adjacent && flow.block_of[pc] == flow.block_of[call] && (pc > call) == result;
    });
  }
  return may;
}

std::vector<std::int32_t> result_symbols(const ptx::Kernel& function) {
  std::vector<std::int32_t> found;
  for (std::size_t i = 0; i < function.symbols.size(); ++i) {
    const ptx::Variable& symbol = function.symbols[i];
    if (symbol.space == ptx::StateSpace::kParam && symbol.parameter == ptx::Variable::Parameter::kReturn)
      found.push_back(static_cast<std::int32_t>(i));
  }
  return found;
}

}  // namespace unibank::compiler
