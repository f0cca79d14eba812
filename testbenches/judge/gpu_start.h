// The steps of every run on a GPU: create a context, compile PTX, start a kernel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "judge/driver.h"
#include "ptx/kernel.h"

namespace unibank {

// The device's primary context, current in this thread. At its end it is reset: that frees memory and modules, and
// clears errors.
class GpuContext {
 public:
  explicit GpuContext(const cuda::Driver& driver);
  ~GpuContext();
  GpuContext(const GpuContext&) = delete;
  GpuContext& operator=(const GpuContext&) = delete;

 private:
  const cuda::Driver& driver_;
};

constexpr unsigned kMostOptimization = 4;  // the driver's default

// Compiles PTX with optimization level 0 to 4 and loads it. Throws DriverError with the compiler's log.
cuda::Module load_on_gpu(const cuda::Driver& driver, const std::string& ptx,
                         unsigned optimization = kMostOptimization);

struct GpuStart {
  const ptx::Kernel* kernel = nullptr;
  Dim3 grid, block;
  unsigned dynamic_scratchpad_bytes = 0;
  bool cooperative = false;
};
// The function of a module, allowed as much scratchpad as the start needs.
cuda::Function function_on_gpu(const cuda::Driver& driver, cuda::Module module, const GpuStart& start);
// Starts the kernel and does not wait for its end. `arguments`: the parameter block.
void start_on_gpu(const cuda::Driver& driver, cuda::Function function, const GpuStart& start,
                  std::vector<std::uint8_t>& arguments);

// Writes more than the L2's capacity, so that the L2 holds no line of other buffers.
class L2Emptier {
 public:
  explicit L2Emptier(const cuda::Driver& driver) : driver_(driver) {}
  void empty();

 private:
  const cuda::Driver& driver_;
  cuda::Pointer other_ = 0;  // no buffer of a program
};

}  // namespace unibank
