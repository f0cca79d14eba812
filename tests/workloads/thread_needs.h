// The resources of a thread without a register limit, as counted in table 1 of Hayes and Zhang.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "host/functional_backend.h"
#include "ptx/kernel.h"
#include "workloads/workload.h"

namespace unibank {

struct ThreadNeeds {
  unsigned registers = 0;         // of 32 bits, without spills
  std::size_t functions = 0;      // functions that it calls, directly or through others
  std::uint64_t local_bytes = 0;  // values passed between functions in memory
};

inline ThreadNeeds thread_needs(const std::string& workload, const std::string& name) {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory);
  device.load(workload_ptx(workload), workload + ".ptx");
  const ptx::Kernel& kernel = device.kernel(name);
  return {kernel.registers_per_thread, kernel.functions.size(), kernel.local_bytes};
}

}  // namespace unibank
