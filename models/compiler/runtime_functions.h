// The functions of the CUDA runtime that kernels call and the model executes itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ptx/instruction_table.h"

namespace unibank::compiler {

// A call of one becomes one instruction, with its result and its first `passed` arguments in registers.
struct RuntimeFunction {
  const char* name;
  ptx::Op op;                            // kRuntime, or kTrap for a function that never returns
  ptx::Runtime runtime;                  // meaningful for kRuntime only
  std::vector<std::uint64_t> results, arguments;  // bytes, as nvcc and clang declare them
  std::size_t passed;
};

// vprintf, malloc, __cuda_syscall_aligned_malloc, free, and __assertfail, which CUDA's failed `assert` calls. Null if
// the module has a body for it, and for every other function.
const RuntimeFunction* find_runtime_function(const ptx::Kernel& function);

// The function that a kRuntime instruction calls.
const char* name_of_runtime(const ptx::Instruction& instruction);

// The purpose of a function of the CUDA runtime that the model does not execute, for messages: "launches kernels from
// kernels". Empty for an unknown name.
std::string missing_function(const std::string& name);

}  // namespace unibank::compiler
