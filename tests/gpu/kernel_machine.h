// A machine that runs a kernel of the test's own.
#pragma once

#include <string>

#include "gpu/workload_run.h"

namespace unibank::test {

struct KernelMachine {
  // `body` is what stands behind the header of a PTX file; errors call the file k.ptx.
  KernelMachine(const Design& design, const char* body)
      : backend(design, memory, BlockFactories()), device(backend, memory) {
    device.load(std::string(".version 7.0\n.target sm_70\n.address_size 64\n") + body, "k.ptx");
  }

  DeviceMemory memory;
  GpuBackend backend;
  Device device;
};

}  // namespace unibank::test
