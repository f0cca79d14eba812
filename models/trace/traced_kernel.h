// A kernel of a trace in the form of a launch, and the program of the trace.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "trace/header.h"
#include "trace/record_header.h"
#include "warp/recorded_kernel.h"

namespace unibank::trace {

class TracedKernel : public RecordedKernel {
 public:
  // Reads only the header. Throws InputError when the file cannot be opened or is not a trace.
  explicit TracedKernel(const std::string& file, bool behind_copy = false);

  const std::string& name() const override { return header_.name; }
  unsigned registers_per_thread() const override { return header_.registers; }
  unsigned base_registers() const override { return record_.base_registers; }
  std::uint64_t scratchpad_bytes() const override;
  // Begins to read the trace, which is read once. start_block() throws InputError with file and line for errors in the
  // trace.
  std::vector<std::unique_ptr<WarpStream>> streams(unsigned sms, unsigned max_warps) const override;

  const KernelHeader& header() const { return header_; }
  const RecordHeader& record() const { return record_; }
  // The kernel in the form of a launch.
  RecordedLaunch launch() const {
    return {this, header_.grid, header_.block, record_.memory_changed || behind_copy_};
  }

 private:
  KernelHeader header_;
  RecordHeader record_;
  bool behind_copy_;
};

struct TracedProgram {
  std::string name;   // the folder of the list
  std::vector<std::unique_ptr<TracedKernel>> kernels;  // in the order of their launches
  std::vector<std::string> files;                      // all files read
};

// Throws InputError as read_kernels_list() and TracedKernel do.
TracedProgram load_traced_program(const std::string& kernels_list);

}  // namespace unibank::trace
