// A run of a program with its waveform.
#pragma once

#include <map>
#include <string>

#include "gpu/workload_run.h"
#include "support/notebook.h"

namespace unibank::test {

struct Watched {
  Notebook notebook;
  CounterValues counters;
};

inline Watched watch(const std::string& workload, const Design& design,
                     const std::map<std::string, std::string>& arguments = {}) {
  Watched watched;
  DeviceMemory memory;
  GpuBackend backend(design, memory, BlockFactories());
  backend.gpu.watch(watched.notebook);
  compiler::CompileOptions options;
  options.sharing = design.scratchpad_sharing();
  Device device(backend, memory, options);
  const Workload& program = find_workload(workload);
  program.run(device, complete_arguments(program, Size::kTiny, arguments));
  watched.counters = backend.gpu.sm(0).counters();
  return watched;
}

}  // namespace unibank::test
