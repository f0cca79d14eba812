// A machine that runs a kernel defined by the test.
#pragma once

#include <string>

#include "gpu/workload_run.h"
#include "support/ptx_head.h"

namespace unibank::test {

struct KernelMachine {
  // `body` follows the header of a PTX file; errors call the file k.ptx.
  KernelMachine(const Design& design, const char* body, const BlockFactories& blocks = BlockFactories())
      : backend(design, memory, blocks), device(backend, memory) {
    device.load(kPtxHead + body, "k.ptx");
  }

  DeviceMemory memory;
  GpuBackend backend;
  Device device;
};

}  // namespace unibank::test
