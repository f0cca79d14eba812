#include "compiler/calling_convention.h"

#include <algorithm>

#include "ptx/variables.h"

namespace unibank::compiler {
namespace {

// The smallest power of two that is not less than the variable's size, at most 16; or its declared alignment if that is
// larger.
std::uint64_t align_of(const ptx::Variable& variable) {
  std::uint64_t align = 1;
  while (align < variable.bytes && align < kStackAlign) align *= 2;
  return std::max<std::uint64_t>(align, variable.align);
}

std::vector<Passing> passings(const std::vector<ptx::Variable>& variables, const std::vector<bool>& in_registers,
                              std::uint64_t& stack_bytes) {
  std::vector<Passing> all;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    Passing passing;
    passing.bytes = static_cast<unsigned>(variables[i].bytes);
    passing.in_register = in_registers[i];
    if (!passing.in_register) {
      stack_bytes = ptx::round_up(stack_bytes + variables[i].bytes, align_of(variables[i]));
      passing.distance = stack_bytes;
    }
    all.push_back(passing);
  }
  return all;
}

}  // namespace

bool is_single_value(const ptx::Variable& variable) {
  const std::uint64_t bytes = variable.bytes;
  return !variable.array && (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
}

Convention convention(const std::vector<ptx::Variable>& results, const std::vector<ptx::Variable>& inputs,
                      const std::vector<bool>& results_in_registers, const std::vector<bool>& inputs_in_registers) {
  Convention made;
  made.inputs = passings(inputs, inputs_in_registers, made.stack_bytes);
  made.results = passings(results, results_in_registers, made.stack_bytes);
  return made;
}

Convention stack_convention(const std::vector<ptx::Variable>& results, const std::vector<ptx::Variable>& inputs) {
  return convention(results, inputs, std::vector<bool>(results.size()), std::vector<bool>(inputs.size()));
}

}  // namespace unibank::compiler
