// What stands before a kernel's instructions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "trace/line_source.h"

namespace unibank::trace {

// A line "-unibank ..." of a trace that this program has recorded.
struct OwnLine {
  std::string text;  // behind "-unibank "
  unsigned line = 0;
};

struct KernelHeader {
  std::string file;                                // the trace
  std::string name;                                // of the kernel, mangled
  Dim3 grid, block;
  unsigned scratchpad_bytes = 0;                   // static and dynamic, of a block
  unsigned registers = 0;                          // of a thread
  unsigned binary_version = 0;                     // 70: Volta, 75: Turing, 80, 86: Ampere
  std::uint64_t shared_base = 0, local_base = 0;   // windows of generic addresses; 0: not said
  unsigned version = 0;                            // of the tracer: 3 to 6
  bool line_info = false;                          // instructions begin with the number of a source line
  std::vector<OwnLine> own;

  unsigned threads() const { return static_cast<unsigned>(block.count()); }
  unsigned warps() const;
};

// Reads up to and including the first line that begins with '#'. Keys may come in any order and unknown ones are
// skipped. InputError with file and line for a line that is none of a header, a value that is no such value, a key that
// comes twice, a needed key that is missing, and what is no trace of version 3 to 6.
KernelHeader read_header(LineSource& lines);

}  // namespace unibank::trace
