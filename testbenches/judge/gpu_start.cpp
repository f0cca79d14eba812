#include "judge/gpu_start.h"

#include <algorithm>

namespace unibank {

using cuda::Driver;

GpuContext::GpuContext(const Driver& driver) : driver_(driver) {
  cuda::Context context = nullptr;
  driver.check(driver.cuDevicePrimaryCtxRetain(&context, driver.device()), "cuDevicePrimaryCtxRetain");
  driver.check(driver.cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

GpuContext::~GpuContext() {
  driver_.cuDevicePrimaryCtxRelease(driver_.device());
  driver_.cuDevicePrimaryCtxReset(driver_.device());
}

cuda::Module load_on_gpu(const Driver& driver, const std::string& ptx, unsigned optimization) {
  cuda::Module module = nullptr;
  std::vector<char> log(8192);
  int options[] = {cuda::kJitErrorLog, cuda::kJitErrorLogBytes, cuda::kJitOptimization};
  // NOLINTBEGIN(performance-no-int-to-ptr): the driver takes numbers as pointers
  void* values[] = {log.data(), reinterpret_cast<void*>(log.size()),
                    reinterpret_cast<void*>(std::uintptr_t{optimization})};
  // NOLINTEND(performance-no-int-to-ptr)
  const cuda::Result result = driver.cuModuleLoadDataEx(&module, ptx.c_str(), 3, options, values);
  log.back() = 0;
  std::string text = log.data();
  std::replace(text.begin(), text.end(), '\n', ' ');
  driver.check(result, "cuModuleLoadDataEx", text);
  return module;
}

cuda::Function function_on_gpu(const Driver& driver, cuda::Module module, const GpuStart& start) {
  const std::string& name = start.kernel->name;
  cuda::Function function = nullptr;
  driver.check(driver.cuModuleGetFunction(&function, module, name.c_str()), "cuModuleGetFunction", name);
  if (start.dynamic_scratchpad_bytes > 48 * 1024)  // more than that must be requested
    driver.check(driver.cuFuncSetAttribute(function, cuda::kMaxDynamicScratchpadBytes,
                                           static_cast<int>(start.dynamic_scratchpad_bytes)),
                 "cuFuncSetAttribute", name);
  return function;
}

// A cooperative launch takes its arguments as separate pointers.
void start_on_gpu(const Driver& driver, cuda::Function function, const GpuStart& start,
                  std::vector<std::uint8_t>& arguments) {
  const Dim3 &grid = start.grid, &threads = start.block;
  if (start.cooperative) {
    std::vector<void*> pointers;
    for (const ptx::Variable& parameter : start.kernel->parameters)
      pointers.push_back(arguments.data() + parameter.offset);
    driver.check(driver.cuLaunchCooperativeKernel(function, grid.x, grid.y, grid.z, threads.x, threads.y, threads.z,
                                                  start.dynamic_scratchpad_bytes, nullptr, pointers.data()),
                 "cuLaunchCooperativeKernel", start.kernel->name);
    return;
  }
  std::size_t bytes = arguments.size();
  // NOLINTBEGIN(performance-no-int-to-ptr): so it does here
  void* extra[] = {reinterpret_cast<void*>(cuda::kLaunchBuffer), arguments.data(),
                   reinterpret_cast<void*>(cuda::kLaunchBufferBytes), &bytes,
                   reinterpret_cast<void*>(cuda::kLaunchEnd)};
  // NOLINTEND(performance-no-int-to-ptr)
  driver.check(driver.cuLaunchKernel(function, grid.x, grid.y, grid.z, threads.x, threads.y, threads.z,
                                     start.dynamic_scratchpad_bytes, nullptr, nullptr, extra),
               "cuLaunchKernel", start.kernel->name);
}

void L2Emptier::empty() {
  const std::size_t bytes = 2 * driver_.l2_bytes();
  if (bytes == 0) return;
  if (other_ == 0) driver_.check(driver_.cuMemAlloc(&other_, bytes), "cuMemAlloc");
  driver_.check(driver_.cuMemsetD8(other_, 0, bytes), "cuMemsetD8");
  driver_.check(driver_.cuCtxSynchronize(), "cuCtxSynchronize");
}

}  // namespace unibank
