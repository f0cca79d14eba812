// Compiles a kernel for a launch as the design requests: the number of resident blocks, the registers and scratchpad
// slots that this leaves per thread, and the kernel with its spills there (Hayes and Zhang 2014); or the registers that
// a warp holds always (base_registers.h).
#pragma once

#include <string>
#include <vector>

#include "base/dim3.h"
#include "compiler/link.h"
#include "concurrency/levels.h"
#include "concurrency/search.h"
#include "design/design.h"

namespace unibank {

// The choice for a kernel, and its reasons.
struct ConcurrencyChoice {
  unsigned original = 0, most = 0;  // levels, in resident blocks
  double dispatch_interval = 1;     // AD_int of the unchanged kernel
  ConcurrencyAnswer answer;         // the result of the search, for kernel.concurrency = "auto"
  unsigned blocks = 0;              // the level that the kernel was compiled for
};

// A kernel at one level.
struct LevelView {
  unsigned blocks = 0;
  ThreadStorage storage;            // available per thread at the level
  unsigned registers = 0, slots = 0;  // used by the kernel
  InstructionCounts counts;
  bool local_spills = false;
  double cycles = 0;                // cycles of dispatch per instruction that leaves the chip
};

class LaunchCompiler {
 public:
  // `options`: compile options of all kernels. Without a register limit, a thread gets at most kMaxRegisters.
  LaunchCompiler(const Design& design, const compiler::CompileOptions& options);

  // The kernel for launches with this block; without kernel.pass it is the same for all. A level named by the design is
  // clamped to the range from the kernel's original level to its highest one. `choice` receives the choice if
  // kernel.pass is "onchip" or "local". Throws InputError if the compiler refuses the kernel; if kernel.pass
  // chooses a level or a base set, also if not one block fits.
  ptx::Kernel compile(const ptx::Module& module, const std::string& entry, Dim3 block,
                      unsigned dynamic_scratchpad_bytes, ConcurrencyChoice* choice = nullptr) const;

  // All levels, from the original one upwards, for a kernel.pass that chooses among levels (not "time-shared"): of each
  // the kernel that compile() returns when it chooses this level.
  std::vector<LevelView> levels(const ptx::Module& module, const std::string& entry, Dim3 block,
                                unsigned dynamic_scratchpad_bytes) const;

 private:
  struct Entry;
  ptx::Kernel time_shared(const ptx::Module& module, const std::string& entry, Dim3 block,
                          unsigned dynamic_scratchpad_bytes) const;
  ptx::Kernel at_level(const Entry& entry, unsigned blocks, bool in_scratchpad) const;
  ConcurrencyAnswer search(const Entry& entry, double dispatch_interval) const;

  Design design_;
  compiler::CompileOptions options_;
};

// A line on the choice, and a table of all levels: available and used resources per thread, the code, and its cycles of
// dispatch per instruction that leaves the chip.
std::string levels_text(const std::string& kernel, const ConcurrencyChoice& choice,
                        const std::vector<LevelView>& levels);

}  // namespace unibank
