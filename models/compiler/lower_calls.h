// Calls as ordinary instructions.
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
  bool needs_stack = true;  // it, or something it calls, has a frame or passes something on the stack
  const RuntimeFunction* runtime = nullptr;  // of the CUDA runtime: nobody looks for its arguments on the stack
};

struct Lowered {
  ptx::Kernel kernel;
  AllocationContext context;                  // all but the limit and what calls destroy
  std::vector<std::uint32_t> input_registers, result_registers;  // virtual, of what the convention has in registers
  std::int32_t stack_pointer = -1;            // virtual register
  bool wants_stack = false;                   // it cannot do without a stack pointer
  // Variables that lie below the frame of whatever is called: symbol, and how far below.
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

// The body with calls, their .param variables, and its own parameters and results lowered; all added instructions have
// Origin::kCall. `own` is how the body is called; without meaning for an entry.
//
// Arguments and results in registers become moves to and from virtual registers that are fixed to what the callee uses;
// the call names them as operands, so that the allocator sees them. A call of the CUDA runtime becomes one instruction,
// a failed assertion a `trap` with expression, file, line and function. In a function, local variables and everything
// on the stack are addressed as [symbol + stack pointer]; where symbols lie is decided by settle_frame().
Lowered lower_calls(const ptx::Kernel& body, const Convention& own, const LoweringOptions& options);

}  // namespace unibank::compiler
