// Data shared by the executors of one launch, one per SM.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ptx/kernel.h"
#include "simt/device_memory.h"
#include "simt/launch_shape.h"
#include "simt/program.h"
#include "simt/step_registers.h"

namespace unibank::simt {

class Executor;

struct SharedLaunch {
  SharedLaunch(const ptx::Kernel& kernel_given, const LaunchShape& shape_given, DeviceMemory& memory_given);
  ~SharedLaunch();
  SharedLaunch(const SharedLaunch&) = delete;
  SharedLaunch& operator=(const SharedLaunch&) = delete;

  const ptx::Kernel& kernel;
  LaunchShape shape;              // `shape.sm` is the number of the first SM
  DeviceMemory& memory;
  Program program;
  std::vector<StepRegisters> registers;  // [step]; only if values are followed
  std::uint64_t parameters = 0;   // a copy of the arguments in device memory, for kernels that point to them; else 0
  std::uint64_t changes = 0;      // number of times that memory may have changed
  std::vector<const Executor*> executors;  // in the order of their construction

  // A generic address of a parameter (cvta.param) points to a copy in global memory. Each executor calls this when its
  // local memory has been placed; only the first call of a launch has an effect.
  void place_parameters();

 private:
  void place_workspace();
};

}  // namespace unibank::simt
