// Where arguments and results pass between a caller and a function.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

constexpr unsigned kMaxArgumentRegisters = 8;   // 32-bit registers that carry arguments of one call
constexpr std::uint16_t kStackRegister = 0;     // holds the frame address in kernels that have a stack
constexpr unsigned kStackAlign = 16;            // of frames, unless a variable asks for more

// One argument or result. A register is the one that the callee's allocation has chosen; the stack is the caller's,
// right below the callee's frame, so that both find it without knowing the other's frame.
struct Passing {
  bool in_register = false;
  unsigned bytes = 0;
  std::uint16_t physical = 0;
  std::uint64_t distance = 0;  // on the stack: it begins this many bytes below the callee's frame
};

struct Convention {
  std::vector<Passing> results, inputs;
  std::uint64_t stack_bytes = 0;  // what lies on the stack, from the callee's frame downwards
};

// A register can hold it: one value, at most 64 bits.
bool is_single_value(const ptx::Variable& variable);

// Of a function or prototype that passes those in registers whose place in `results` and `inputs` is true. All that
// counts for the places on the stack is the order and the bytes, which callers through a register know.
Convention convention(const std::vector<ptx::Variable>& results, const std::vector<ptx::Variable>& inputs,
                      const std::vector<bool>& results_in_registers, const std::vector<bool>& inputs_in_registers);

// Everything on the stack: functions that call themselves, and those whose address is taken.
Convention stack_convention(const std::vector<ptx::Variable>& results, const std::vector<ptx::Variable>& inputs);

}  // namespace unibank::compiler
