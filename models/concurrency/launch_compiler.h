// Kernels as a design wants them compiled for a launch: how many blocks should be resident, the registers and the slots
// in the scratchpad that this leaves a thread, and the kernel with its spills there (Hayes and Zhang 2014).
#pragma once

#include <string>
#include <vector>

#include "base/dim3.h"
#include "compiler/link.h"
#include "concurrency/levels.h"
#include "concurrency/search.h"
#include "design/design.h"

namespace unibank {

// What was chosen for a kernel, and why.
struct ConcurrencyChoice {
  unsigned original = 0, most = 0;  // levels
  double dispatch_interval = 1;     // AD_int of the kernel as it is
  ConcurrencyAnswer answer;         // of kernel.concurrency = auto
  unsigned blocks = 0;              // the level that the kernel was compiled for
};

// A kernel at one level.
struct LevelView {
  unsigned blocks = 0;
  ThreadStorage storage;            // what the level leaves a thread
  unsigned registers = 0, slots = 0;  // what the kernel uses of it
  InstructionCounts counts;
  bool local_spills = false;
  double cycles = 0;                // of dispatch for an instruction that leaves the chip
};

class LaunchCompiler {
 public:
  // `options`: what all kernels are compiled with; without a limit of registers, as many as there are.
  LaunchCompiler(const Design& design, const compiler::CompileOptions& options);

  // The kernel for launches with this block; without kernel.pass it is the same for all. A level that the design names
  // is brought between the kernel's original and its highest one. `choice`: filled where there is a pass. Throws
  // InputError for what the compiler refuses, and where not one block fits.
  ptx::Kernel compile(const ptx::Module& module, const std::string& entry, Dim3 block,
                      unsigned dynamic_scratchpad_bytes, ConcurrencyChoice* choice = nullptr) const;

  // All levels, from the original on.
  std::vector<LevelView> levels(const ptx::Module& module, const std::string& entry, Dim3 block,
                                unsigned dynamic_scratchpad_bytes) const;

 private:
  struct Entry;
  ptx::Kernel at_level(const Entry& entry, unsigned blocks, bool in_scratchpad) const;
  ConcurrencyAnswer search(const Entry& entry, double dispatch_interval) const;

  Design design_;
  compiler::CompileOptions options_;
};

// A line on what was chosen, and a table of all levels: what a thread has and may have, the code, and its cycles of
// dispatch for an instruction that leaves the chip.
std::string levels_text(const std::string& kernel, const ConcurrencyChoice& choice,
                        const std::vector<LevelView>& levels);

}  // namespace unibank
