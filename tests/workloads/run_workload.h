// Shared by the tests of single workloads: a run on the functional backend, and properties of a kernel.
#pragma once

#include <map>
#include <string>

#include "host/functional_backend.h"
#include "ptx/kernel.h"
#include "workloads/workload.h"

namespace unibank {

using Given = std::map<std::string, std::string>;  // arguments, as a user writes them

struct Outcome {
  Verdict verdict;
  FunctionalBackend::Counts counts;
};

// Runs the workload at this size, with `given` replacing its default arguments. Throws InputError for arguments that do
// not fit each other.
inline Outcome run_functionally(const std::string& name, Size size, const Given& given = {}) {
  const Workload& workload = find_workload(name);
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory);
  const Verdict verdict = workload.run(device, complete_arguments(workload, size, given));
  return {verdict, backend.counts()};
}

// Bytes of static scratchpad in a block of this kernel.
inline std::uint64_t scratchpad_bytes(const std::string& workload, const std::string& kernel) {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory);
  device.load(workload_ptx(workload), workload + ".ptx");
  return device.kernel(kernel).scratchpad_bytes;
}

}  // namespace unibank
