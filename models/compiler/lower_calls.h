// Lowers calls to ordinary instructions.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/allocation_context.h"
#include "compiler/calling_convention.h"
#include "compiler/runtime_functions.h"

namespace unibank::compiler {

// A function as its callers see it.
struct Callee {
  Convention convention;    // with the physical registers of arguments and results
  bool needs_stack = true;  // the function, or one of its callees, has a frame or passes values on the stack
  const RuntimeFunction* runtime = nullptr;  // a function of the CUDA runtime: its arguments are not on the stack
};

struct Lowered {
  ptx::Kernel kernel;
  AllocationContext context;                  // all but the limit and the clobbers of calls
  std::vector<std::uint32_t> input_registers, result_registers;  // virtual registers that the convention passes
  std::int32_t stack_pointer = -1;            // virtual register
  bool wants_stack = false;                   // the body needs a stack pointer
  // Variables below the frame of the callee: symbol, and distance.
  struct Outgoing {
    std::int32_t symbol;
    std::uint64_t distance;
  };
  std::vector<Outgoing> outgoing;
  std::uint64_t outgoing_bytes = 0;
};

struct LoweringOptions {
  bool stack = false;                  // this kernel has a stack pointer
  const std::vector<Callee>& callees;  // by index of Module::functions
};

// Lowers the body's calls, their .param variables, and its own parameters and results; all added instructions have
// Origin::kCall. `own` is the body's own convention; ignored for an entry.
//
// Arguments and results in registers become moves to and from virtual registers that are fixed to the callee's choice;
// the call names them as operands, so that the allocator sees them. A call of the CUDA runtime becomes one instruction,
// a failed assertion a `trap` with expression, file, line and function. In a function, local variables and everything
// on the stack are addressed as [symbol + stack pointer]; settle_frame() later places the symbols.
Lowered lower_calls(const ptx::Kernel& body, const Convention& own, const LoweringOptions& options);

}  // namespace unibank::compiler
