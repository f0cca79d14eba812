#include "compiler/runtime_functions.h"

namespace unibank::compiler {
namespace {

using ptx::Op;
using ptx::Runtime;

// __assertfail(expression, file, line, function, size of a character): the last is unused.
const RuntimeFunction kFunctions[] = {
    {"vprintf", Op::kRuntime, Runtime::kPrintf, {4}, {8, 8}, 2},
    {"malloc", Op::kRuntime, Runtime::kMalloc, {8}, {8}, 1},
    {"__cuda_syscall_aligned_malloc", Op::kRuntime, Runtime::kAlignedMalloc, {8}, {8, 8}, 2},
    {"free", Op::kRuntime, Runtime::kFree, {}, {8}, 1},
    {"__assertfail", Op::kTrap, Runtime::kPrintf, {}, {8, 8, 4, 8, 8}, 4}};

bool starts_with(const std::string& name, const std::string& start) {
  return name.compare(0, start.size(), start) == 0;
}

}  // namespace

const RuntimeFunction* find_runtime_function(const ptx::Kernel& function) {
  if (!function.instructions.empty()) return nullptr;
  for (const RuntimeFunction& known : kFunctions)
    if (function.name == known.name) return &known;
  return nullptr;
}

const char* name_of_runtime(const ptx::Instruction& instruction) {
  for (const RuntimeFunction& known : kFunctions)
    if (known.op == Op::kRuntime && static_cast<std::uint8_t>(known.runtime) == instruction.variant) return known.name;
  return "";
}

std::string missing_function(const std::string& name) {
  for (const char* start : {"__cudaCDP2", "cudaGetParameterBuffer", "cudaLaunchDevice"})
    if (starts_with(name, start)) return "launches kernels from kernels";
  return starts_with(name, "cudaCG") ? "synchronizes grids of several GPUs" : "";
}

}  // namespace unibank::compiler
