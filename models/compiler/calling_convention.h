// Where arguments and results are passed between a caller and a function.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

constexpr unsigned kMaxArgumentRegisters = 8;   // 32-bit registers that carry arguments of one call
constexpr std::uint16_t kStackRegister = 0;     // holds the frame address in kernels that have a stack
constexpr unsigned kStackAlign = 16;            // of frames, unless a variable requires more

// One argument or result. A register is chosen by the callee's allocation; a stack location is in the caller's frame,
// directly below the callee's, so neither caller nor callee needs to know the other's frame.
struct Passing {
  bool in_register = false;
  unsigned bytes = 0;
  std::uint16_t physical = 0;
  std::uint64_t distance = 0;  // on the stack: it begins this many bytes below the callee's frame
};

struct Convention {
  std::vector<Passing> results, inputs;
  std::uint64_t stack_bytes = 0;  // size of the part on the stack, from the callee's frame downwards
};

// Whether the variable fits in a register: one value of at most 64 bits.
bool is_single_value(const ptx::Variable& variable);

// The convention of a function or prototype that passes in registers those values whose element of
// `results_in_registers` or `inputs_in_registers` is true. The stack locations depend only on the order and sizes,
// which callers through a register know.
Convention convention(const std::vector<ptx::Variable>& results, const std::vector<ptx::Variable>& inputs,
                      const std::vector<bool>& results_in_registers, const std::vector<bool>& inputs_in_registers);

// Everything on the stack: for recursive functions, and those whose address is taken.
Convention stack_convention(const std::vector<ptx::Variable>& results, const std::vector<ptx::Variable>& inputs);

}  // namespace unibank::compiler
