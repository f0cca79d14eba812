// The SM of Jatala et al., table II, and what a kernel takes of it: scratchpad bytes, variables, resident blocks.
#pragma once

#include <algorithm>
#include <string>

#include "host/functional_backend.h"
#include "policy/occupancy.h"
#include "ptx/kernel.h"
#include "workloads/workload.h"

namespace unibank {

struct OnJatalaSm {
  std::uint64_t scratchpad_bytes = 0;
  std::size_t scratchpad_variables = 0;
  unsigned registers = 0;     // of a thread
  PartitionResult resident;   // without sharing
  PartitionResult unbounded;  // were there any amount of scratchpad
};

// A kernel launched with blocks of `threads` threads and no dynamic scratchpad.
inline OnJatalaSm on_jatala_sm(const std::string& workload, const std::string& name, unsigned threads) {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory);
  device.load(workload_ptx(workload), workload + ".ptx");
  const ptx::Kernel& kernel = device.kernel(name);
  SmCapacity sm;
  sm.register_bytes = 4 * 65536;
  sm.scratchpad_bytes = 16 << 10;
  sm.max_threads = 3072;
  sm.max_warps = 96;
  sm.max_blocks = 16;
  OnJatalaSm on;
  on.scratchpad_bytes = kernel.scratchpad_bytes;
  on.scratchpad_variables = static_cast<std::size_t>(
      std::count_if(kernel.symbols.begin(), kernel.symbols.end(),
                    [](const ptx::Variable& variable) { return variable.space == ptx::StateSpace::kShared; }));
  on.registers = kernel.registers_per_thread;
  KernelNeeds needs{name, on.registers, threads, static_cast<double>(on.scratchpad_bytes)};
  on.resident = divide_fixed(sm, needs);
  needs.scratchpad_bytes_per_block = 0;
  on.unbounded = divide_fixed(sm, needs);
  return on;
}

}  // namespace unibank
