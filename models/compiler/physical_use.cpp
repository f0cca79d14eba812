#include "compiler/physical_use.h"

#include "compiler/register_use.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

const ptx::Operand& callee_operand(const ptx::Instruction& call) { return call.operands.at(call.destinations); }

}  // namespace

bool is_long_latency(const ptx::Instruction& instruction) {
  if (ptx::latency_class(instruction) == ptx::LatencyClass::kTexture) return true;
  if (!ptx::is_memory(instruction)) return false;
  switch (instruction.space) {
    case ptx::StateSpace::kGeneric:
    case ptx::StateSpace::kGlobal:
    case ptx::StateSpace::kLocal: return true;
    case ptx::StateSpace::kShared:
    case ptx::StateSpace::kConst:
    case ptx::StateSpace::kParam: break;
  }
  return false;
}

bool is_indirect_call(const ptx::Instruction& instruction) {
  return ptx::is_call(instruction) && callee_operand(instruction).kind != ptx::Operand::Kind::kFunction;
}

std::vector<std::uint32_t> callees_of(const ptx::Kernel& kernel, const ptx::Instruction& call) {
  if (!is_indirect_call(call)) return {static_cast<std::uint32_t>(callee_operand(call).index)};
  std::vector<std::uint32_t> all;
  for (std::uint32_t function = 0; function < kernel.functions.size(); ++function) all.push_back(function);
  return all;
}

std::vector<PhysicalUse> physical_use(const ptx::Kernel& kernel) {
  std::vector<PhysicalUse> all;
  all.reserve(kernel.instructions.size());
  for (const ptx::Instruction& instruction : kernel.instructions) {
    const Access access = access_of(instruction);
    PhysicalUse use;
    use.reads = physical_registers(kernel, access.reads);
    use.writes = physical_registers(kernel, access.writes);
    use.certain = access.certain;
    use.alu = ptx::latency_class(instruction) == ptx::LatencyClass::kAlu;
    use.late = is_long_latency(instruction);
    all.push_back(std::move(use));
  }
  return all;
}

}  // namespace unibank::compiler
