// A kernel of a trace as a launch takes it, and the program that the trace is of.
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
  // Reads the header alone. InputError: cannot be opened, or is no trace.
  explicit TracedKernel(const std::string& file, bool behind_copy = false);

  const std::string& name() const override { return header_.name; }
  unsigned registers_per_thread() const override { return header_.registers; }
  std::uint64_t scratchpad_bytes() const override;
  // The trace is read once, from here on. start_block() throws InputError with file and line for what is wrong in it.
  std::vector<std::unique_ptr<WarpStream>> streams(unsigned sms, unsigned max_warps) const override;

  const KernelHeader& header() const { return header_; }
  const RecordHeader& record() const { return record_; }
  // As a launch takes it.
  RecordedLaunch launch() const {
    return {this, header_.grid, header_.block, record_.memory_changed || behind_copy_};
  }

 private:
  KernelHeader header_;
  RecordHeader record_;
  bool behind_copy_;
};

struct TracedProgram {
  std::string name;   // the folder that holds the list
  std::vector<std::unique_ptr<TracedKernel>> kernels;  // in the order of their launches
  std::vector<std::string> files;                      // all that are read
};

// InputError as read_kernels_list() and TracedKernel throw it.
TracedProgram load_traced_program(const std::string& kernels_list);

}  // namespace unibank::trace
