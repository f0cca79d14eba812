// An entry with everything it calls, as one kernel.
#pragma once

#include <cstdint>
#include <string>

#include "compile_options/instruction_schedule.h"
#include "compile_options/register_hierarchy.h"
#include "compile_options/scratchpad_spills.h"
#include "compiler/share_scratchpad.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

struct CompileOptions {
  unsigned registers = 0;  // 32-bit registers a thread may have, 16 .. kMaxRegisters; 0: as many as it needs
  unsigned reserved = 0;   // of these, how many nothing uses, up to 2: what spills in the scratchpad may need
  // Local memory for the calls of functions that call themselves, on top of what is known: CUDA's cudaLimitStackSize.
  std::uint64_t stack_bytes = 1024;
  RegisterHierarchy hierarchy{};  // enabled: Kernel::placement is filled
  InstructionSchedule schedule{};  // by default instructions stand as they are written
  ScratchpadSharing sharing{};    // by default the kernel stays as it is
  ScratchpadSpills spills{};      // by default all spills are in local memory
};

// Parsed module -> kernel that can run: calls lowered to moves, jumps and a stack in local memory, registers allocated
// body by body from the leaves of the call graph up, bodies joined, branches given their places to reconverge, values
// their places in the register hierarchy, if there is one. The entry's scratchpad is laid out and released before its
// registers are allocated, if that is asked for; with spills in it, behind that.
// InputError with file and line for an unknown or undefined function, a signature that does not fit, and whatever the
// passes refuse.
//
// With spills in the scratchpad, one register of the limit holds the pointer to the thread's slots where there are any,
// and another one serves to move slots where they are moved: both are the thread's last. A kernel that fits into the
// limit keeps all of it.
ptx::Kernel compile(const ptx::Module& module, const std::string& entry, const CompileOptions& options = {});

// Slots a thread with which nothing is left in local memory but what recursion keeps there, under the options' limit of
// registers, block and stack; 0 where nothing is spilled.
unsigned slots_for_all(const ptx::Module& module, const std::string& entry, CompileOptions options);

}  // namespace unibank::compiler
