// kernelslist.g: what a traced program did, a command a line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/line_source.h"

namespace unibank::trace {

struct KernelsList {
  struct Kernel {
    std::string file;          // of its trace; in the folder of the list
    bool behind_copy = false;  // a MemcpyHtoD stands between it and the kernel before
  };
  std::vector<Kernel> kernels;        // in order
  std::uint64_t copied_bytes = 0;     // by all MemcpyHtoD: their values are not in the trace
};

// `folder` is where the list is, empty or with a '/' at its end. InputError with file and line for a MemcpyHtoD that is
// not "MemcpyHtoD,<hex address>,<bytes>", a kernel in a file that cannot be read here, and a list without kernels.
// Other commands are skipped, as the format has it.
KernelsList read_kernels_list(LineSource& lines, const std::string& folder);
KernelsList load_kernels_list(const std::string& path);

}  // namespace unibank::trace
