#include "judge/driver.h"

#include <dlfcn.h>

#include <type_traits>

namespace unibank::cuda {

template <typename Call>
void Driver::need(Call& call, const char* symbol) {
  call = reinterpret_cast<Call>(dlsym(library_, symbol));
  if (!call) throw NoGpu("the CUDA driver has no " + std::string(symbol) + ": too old, or not NVIDIA's");
}

void Driver::open(const std::string& library) {
  library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library_) throw NoGpu(std::string("no CUDA driver: ") + dlerror());
  need(cuInit, "cuInit");
  need(cuDriverGetVersion, "cuDriverGetVersion");
  need(cuDeviceGetCount, "cuDeviceGetCount");
  need(cuDeviceGet, "cuDeviceGet");
  need(cuDeviceGetName, "cuDeviceGetName");
  need(cuDeviceGetAttribute, "cuDeviceGetAttribute");
  need(cuGetErrorName, "cuGetErrorName");
  need(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
  need(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2");
  need(cuDevicePrimaryCtxReset, "cuDevicePrimaryCtxReset_v2");
  need(cuCtxSetCurrent, "cuCtxSetCurrent");
  need(cuCtxSynchronize, "cuCtxSynchronize");
  need(cuStreamQuery, "cuStreamQuery");
  need(cuCtxSetLimit, "cuCtxSetLimit");
  need(cuModuleLoadDataEx, "cuModuleLoadDataEx");
  need(cuModuleUnload, "cuModuleUnload");
  need(cuModuleGetFunction, "cuModuleGetFunction");
  need(cuModuleGetGlobal, "cuModuleGetGlobal_v2");
  need(cuFuncSetAttribute, "cuFuncSetAttribute");
  need(cuEventCreate, "cuEventCreate");
  need(cuEventDestroy, "cuEventDestroy_v2");
  need(cuEventRecord, "cuEventRecord");
  need(cuEventSynchronize, "cuEventSynchronize");
  need(cuEventElapsedTime, "cuEventElapsedTime");
  need(cuMemAlloc, "cuMemAlloc_v2");
  need(cuMemFree, "cuMemFree_v2");
  need(cuMemsetD8, "cuMemsetD8_v2");
  need(cuMemcpyHtoD, "cuMemcpyHtoD_v2");
  need(cuMemcpyDtoH, "cuMemcpyDtoH_v2");
  need(cuMemcpy3D, "cuMemcpy3D_v2");
  need(cuArray3DCreate, "cuArray3DCreate_v2");
  need(cuArrayDestroy, "cuArrayDestroy");
  need(cuTexObjectCreate, "cuTexObjectCreate");
  need(cuTexObjectDestroy, "cuTexObjectDestroy");
  need(cuSurfObjectCreate, "cuSurfObjectCreate");
  need(cuSurfObjectDestroy, "cuSurfObjectDestroy");
  need(cuLaunchKernel, "cuLaunchKernel");
  need(cuLaunchCooperativeKernel, "cuLaunchCooperativeKernel");
  const auto look_for = [this](auto& call, const char* symbol) {
    call = reinterpret_cast<std::remove_reference_t<decltype(call)>>(dlsym(library_, symbol));
  };
  look_for(cuModuleGetTexRef, "cuModuleGetTexRef");
  look_for(cuModuleGetSurfRef, "cuModuleGetSurfRef");
  look_for(cuTexRefSetArray, "cuTexRefSetArray");
  look_for(cuTexRefSetAddressMode, "cuTexRefSetAddressMode");
  look_for(cuTexRefSetFilterMode, "cuTexRefSetFilterMode");
  look_for(cuTexRefSetFlags, "cuTexRefSetFlags");
  look_for(cuTexRefSetBorderColor, "cuTexRefSetBorderColor");
  look_for(cuSurfRefSetArray, "cuSurfRefSetArray");
}

void Driver::find_device() {
  // Fails here on a machine with the driver's library and no GPU.
  try {
    check(cuInit(0), "cuInit");
    int devices = 0;
    check(cuDeviceGetCount(&devices), "cuDeviceGetCount");
    if (devices == 0) throw NoGpu("the CUDA driver knows no GPU");
    check(cuDeviceGet(&device_, 0), "cuDeviceGet");
  } catch (const DriverError& error) {
    throw NoGpu(std::string("no GPU: ") + error.what());
  }
  char name[256] = "";
  check(cuDeviceGetName(name, sizeof name, device_), "cuDeviceGetName");
  const int major = attribute(kComputeCapabilityMajor), minor = attribute(kComputeCapabilityMinor);
  device_name_ = std::string(name) + ", compute capability " + std::to_string(major) + "." + std::to_string(minor);
  clock_kilohertz_ = static_cast<unsigned>(attribute(kClockKilohertz));
  sms_ = static_cast<unsigned>(attribute(kSms));
  l2_bytes_ = static_cast<std::size_t>(attribute(kL2Bytes));
  check(cuDriverGetVersion(&version_), "cuDriverGetVersion");
}

int Driver::attribute(int which) const {
  int value = 0;
  check(cuDeviceGetAttribute(&value, which, device_), "cuDeviceGetAttribute");
  return value;
}

std::string Driver::cuda_version() const {
  return std::to_string(version_ / 1000) + "." + std::to_string(version_ % 1000 / 10);
}

Driver::Driver(const std::string& library) {
  open(library);
  find_device();
}

void Driver::check(Result result, const char* call, const std::string& what) const {
  if (result == 0) return;
  const char* name = nullptr;
  if (cuGetErrorName(result, &name) != 0 || !name) name = "an error without a name";
  throw DriverError(std::string(call) + ": " + name + " (" + std::to_string(result) + ")" +
                    (what.empty() ? "" : ": " + what));
}

}  // namespace unibank::cuda
