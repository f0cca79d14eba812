// A backend whose Gpu the test can access.
#pragma once

#include <vector>

#include "gpu/gpu.h"
#include "host/device.h"

namespace unibank::test {

class GpuBackend : public Backend {
 public:
  GpuBackend(const Design& design, DeviceMemory& memory, const BlockFactories& factories,
             BuildOrder order = BuildOrder::kFirstToLast)
      : gpu("gpu", design, memory, factories, order) {}
  void plan(const std::vector<Launch>& kernels) override { gpu.plan(kernels); }
  void run(const Launch& launch) override { gpu.run(launch); }
  Gpu gpu;
};

}  // namespace unibank::test
