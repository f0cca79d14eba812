// The header of a kernel's trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "trace/line_source.h"

namespace unibank::trace {

// A line "-unibank ..." of a trace that this program has recorded.
struct OwnLine {
  std::string text;  // text after "-unibank "
  unsigned line = 0;
};

struct KernelHeader {
  std::string file;                                // of the trace
  std::string name;                                // of the kernel, mangled
  Dim3 grid, block;
  unsigned scratchpad_bytes = 0;                   // static and dynamic, per block
  unsigned registers = 0;                          // per thread
  unsigned binary_version = 0;                     // 70: Volta, 75: Turing, 80, 86: Ampere
  std::uint64_t shared_base = 0, local_base = 0;   // windows of generic addresses; 0: not given
  unsigned version = 0;                            // of the tracer: 1 to 6
  bool line_info = false;                          // instructions begin with a source line number
  std::vector<OwnLine> own;

  unsigned threads() const { return static_cast<unsigned>(block.count()); }
  unsigned warps() const;
};

// Reads up to and including the first line that begins with '#'. Keys may come in any order, and unknown keys are
// skipped. Throws InputError with file and line for a line that does not belong to a header, an invalid value, a
// duplicate key, a missing required key, and a file that is not a trace of version 1 to 6.
KernelHeader read_header(LineSource& lines);

}  // namespace unibank::trace
