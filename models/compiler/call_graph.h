// The call graph from one entry.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

// Functions have their index in Module::functions; the entry has the next index.
struct CallGraph {
  std::vector<const ptx::Kernel*> bodies;             // the bodies of the functions, and of the entry
  std::vector<std::vector<std::uint32_t>> callees;    // [body]: its callees, direct and through registers, each once
  std::vector<std::vector<std::uint32_t>> indirect;   // [body]: the functions that it may call through a register
  std::vector<bool> address_taken;                    // of each body
  // Bodies that the entry reaches, callees before callers; the members of a cycle are adjacent. The entry is the last.
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> cycle;                   // [body]: bodies with equal numbers are in one cycle
  std::vector<bool> recursive;                        // [body]: whether it may be called again before it returns

  std::uint32_t entry() const { return static_cast<std::uint32_t>(bodies.size() - 1); }
};

// A call through a register may reach every function of the module whose address is in an initial value or an
// instruction of any body, used or not, and whose signature fits.
// A call of the CUDA runtime has no callee here (runtime_functions.h).
// InputError for an unknown entry, a body that the parser has refused, a call of a function without a body, one whose
// arguments or results do not fit, and a call through a register without a .callprototype or any fitting function.
CallGraph call_graph(const ptx::Module& module, const std::string& entry);

// The index of a call's callee, also of a lowered call; kThroughRegister: it is in a register.
constexpr std::int32_t kThroughRegister = -1;
inline std::int32_t callee_number(const ptx::Instruction& call) {
  for (const ptx::Operand& operand : call.operands)
    if (operand.kind == ptx::Operand::Kind::kFunction) return operand.index;
  return kThroughRegister;
}

// The callee among the operands of a call: after the results.
inline const ptx::Operand& callee_of(const ptx::Instruction& call) { return call.operands.at(call.destinations); }

}  // namespace unibank::compiler
