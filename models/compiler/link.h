// Compiles an entry with everything it calls into one kernel.
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
  // 32-bit registers per thread, 16 .. kMaxRegisters; 0: no limit. The kernel's directives (.maxnreg, .minnctapersm)
  // limit it in any case.
  unsigned registers = 0;
  unsigned reserved = 0;  // registers of the limit that stay unused, up to 2: as many as spills in the scratchpad
                          // would reserve, for tests that compare programs with and without them
  // Local memory for the calls of recursive functions, in addition to the known part: CUDA's cudaLimitStackSize.
  std::uint64_t stack_bytes = 1024;
  RegisterHierarchy hierarchy{};  // enabled: Kernel::placement is filled
  bool simplify = false;           // PTX becomes an assembler's instructions (compiler/simplify.h)
  InstructionSchedule schedule{};  // default: the written order
  ScratchpadSharing sharing{};    // default: no change of the kernel
  ScratchpadSpills spills{};      // default: all spills in local memory
};

// Parsed module -> kernel that can run: calls lowered to moves, jumps and a stack in local memory, registers allocated
// body by body from the leaves of the call graph up, bodies joined, reconvergence points found, and values placed in
// the register hierarchy, if there is one. If requested, the entry's scratchpad is laid out and released before its
// registers are allocated; with spills in the scratchpad, this happens afterwards. InputError for an undefined
// function, a signature that does not fit, and everything that the passes refuse, with file and line; for an unknown
// entry and for options out of range, without.
//
// With spills in the scratchpad, one register of the limit holds the pointer to the thread's slots if there are any,
// and another one is used to move slots if they move: both are the thread's last. A kernel that fits into the
// limit keeps all of it.
ptx::Kernel compile(const ptx::Module& module, const std::string& entry, const CompileOptions& options = {});

// Compiles the entry for warps that always hold only the registers below `base` (compiler/time_share_registers.h), with
// all spills in local memory. The result's base_registers is 0, and its warps hold all registers, if the kernel needs
// at most `base` registers, calls functions, or waits for other warps while more than `base` registers are live.
ptx::Kernel compile_time_shared(const ptx::Module& module, const std::string& entry, const CompileOptions& options,
                                unsigned base);

// Slots per thread with which nothing is left in local memory except for recursion, under the options' register
// limit, block and stack; 0 if nothing is spilled.
unsigned slots_for_all(const ptx::Module& module, const std::string& entry, CompileOptions options);

}  // namespace unibank::compiler
