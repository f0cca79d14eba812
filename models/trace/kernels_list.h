// kernelslist.g: the commands of a traced program, one per line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/line_source.h"

namespace unibank::trace {

struct KernelsList {
  struct Kernel {
    std::string file;          // file of its trace, in the folder of the list
    bool behind_copy = false;  // preceded by a MemcpyHtoD after the previous kernel
  };
  std::vector<Kernel> kernels;        // in order
  std::uint64_t copied_bytes = 0;     // copied by all MemcpyHtoD; the values are not in the trace
};

// `folder` is the folder of the list: empty, or with a '/' at its end. Throws InputError with file and line for a
// MemcpyHtoD that is not "MemcpyHtoD,<hex address>,<bytes>", a kernel file that cannot be read here, and a list without
// kernels. Other commands are skipped, as the format requires.
KernelsList read_kernels_list(LineSource& lines, const std::string& folder);
KernelsList load_kernels_list(const std::string& path);

}  // namespace unibank::trace
