#include "compiler/link.h"

#include "base/input_error.h"
#include "compiler/allocate.h"
#include "compiler/dominators.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

const ptx::Kernel& entry_of(const ptx::Module& module, const std::string& name) {
  const auto found = module.kernels.find(name);
  if (found != module.kernels.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [kernel_name, kernel] : module.kernels) known.push_back(kernel_name);
  throw InputError(unknown_name("kernel", name, known));
}

// An entry has no caller: where it returns, the thread ends.
void end_at_returns(ptx::Kernel& entry) {
  for (ptx::Instruction& instruction : entry.instructions) {
    if (ptx::op_of(instruction) == ptx::Op::kRet) instruction.opcode = static_cast<ptx::Opcode>(ptx::Op::kExit);
  }
}

}  // namespace

ptx::Kernel compile(const ptx::Module& module, const std::string& entry, const CompileOptions& /*options*/) {
  ptx::Kernel kernel = entry_of(module, entry);
  end_at_returns(kernel);
  allocate(kernel);
  reconvergence(kernel);
  return kernel;
}

}  // namespace unibank::compiler
