#include "trace/traced_kernel.h"

#include <filesystem>

#include "trace/kernels_list.h"
#include "trace/traced_stream.h"

namespace unibank::trace {

TracedKernel::TracedKernel(const std::string& file, bool behind_copy)
    : header_(read_header(*open_lines(file))), record_(record_header(header_)), behind_copy_(behind_copy) {}

std::uint64_t TracedKernel::scratchpad_bytes() const { return trace::scratchpad_bytes(header_); }

std::vector<std::unique_ptr<WarpStream>> TracedKernel::streams(unsigned sms, unsigned max_warps) const {
  const auto reader = std::make_shared<ReadAhead>(header_.file);
  std::vector<std::unique_ptr<WarpStream>> all;
  for (unsigned sm = 0; sm < sms; ++sm) {
    all.push_back(std::make_unique<TracedStream>(reader, header_, local_memory(header_, record_, sm, max_warps),
                                                 max_warps));
  }
  return all;
}

TracedProgram load_traced_program(const std::string& kernels_list) {
  const KernelsList list = load_kernels_list(kernels_list);
  TracedProgram program;
  program.name = std::filesystem::absolute(kernels_list).lexically_normal().parent_path().filename().string();
  program.files.push_back(kernels_list);
  for (const KernelsList::Kernel& kernel : list.kernels) {
    program.kernels.push_back(std::make_unique<TracedKernel>(kernel.file, kernel.behind_copy));
    program.files.push_back(kernel.file);
  }
  return program;
}

}  // namespace unibank::trace
