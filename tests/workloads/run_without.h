// A device that omits one of a program's kernels; the verdict must notice.
#pragma once

#include <string>
#include <utility>

#include "host/functional_backend.h"
#include "ptx/kernel.h"
#include "workloads/workload.h"

namespace unibank {

// Executes every launch except those of one kernel.
class Skipping : public FunctionalBackend {
 public:
  Skipping(DeviceMemory& memory, std::string kernel) : FunctionalBackend(memory), kernel_(std::move(kernel)) {}
  void run(const Launch& launch) override {
    if (launch.kernel->name != kernel_) FunctionalBackend::run(launch);
  }

 private:
  std::string kernel_;
};

// The verdict at tiny size when the device omits `kernel`.
inline Verdict run_without(const std::string& name, const std::string& kernel) {
  const Workload& workload = find_workload(name);
  DeviceMemory memory;
  Skipping backend(memory, kernel);
  Device device(backend, memory);
  return workload.run(device, complete_arguments(workload, Size::kTiny, {}));
}

}  // namespace unibank
