// libcuda.so.1, opened at run time.
#pragma once

#include <stdexcept>
#include <string>

#include "judge/cuda_api.h"

namespace unibank::cuda {

// Thrown when a comparison is impossible: no driver, a driver that lacks a needed function, or no GPU.
class NoGpu : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A failed call: its name, the driver's name of the error, and the log.
class DriverError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The library stays open: a driver's threads outlive its users.
class Driver {
 public:
  // Opens the library and looks for a device.
  explicit Driver(const std::string& library);
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  const std::string& device_name() const { return device_name_; }  // "NVIDIA ..., compute capability 9.0"
  DeviceNumber device() const { return device_; }
  // The highest clock of the SMs; their number; the size of the L2 cache; the CUDA version of the driver, "12.4".
  unsigned clock_kilohertz() const { return clock_kilohertz_; }
  unsigned sms() const { return sms_; }
  std::size_t l2_bytes() const { return l2_bytes_; }
  std::string cuda_version() const;

  // Throws DriverError unless the call succeeded. `what` is added to the message.
  void check(Result result, const char* call, const std::string& what = "") const;

  Result (*cuDevicePrimaryCtxRetain)(Context*, DeviceNumber) = nullptr;
  Result (*cuDevicePrimaryCtxRelease)(DeviceNumber) = nullptr;
  Result (*cuDevicePrimaryCtxReset)(DeviceNumber) = nullptr;
  Result (*cuCtxSetCurrent)(Context) = nullptr;
  Result (*cuCtxSynchronize)() = nullptr;
  Result (*cuStreamQuery)(Stream) = nullptr;
  Result (*cuCtxSetLimit)(int, std::size_t) = nullptr;
  Result (*cuModuleLoadDataEx)(Module*, const void*, unsigned, int*, void**) = nullptr;
  Result (*cuModuleUnload)(Module) = nullptr;
  Result (*cuModuleGetFunction)(Function*, Module, const char*) = nullptr;
  Result (*cuModuleGetGlobal)(Pointer*, std::size_t*, Module, const char*) = nullptr;
  Result (*cuFuncSetAttribute)(Function, int, int) = nullptr;
  Result (*cuEventCreate)(Event*, unsigned) = nullptr;
  Result (*cuEventDestroy)(Event) = nullptr;
  Result (*cuEventRecord)(Event, Stream) = nullptr;
  Result (*cuEventSynchronize)(Event) = nullptr;
  Result (*cuEventElapsedTime)(float*, Event, Event) = nullptr;  // milliseconds
  Result (*cuMemAlloc)(Pointer*, std::size_t) = nullptr;
  Result (*cuMemFree)(Pointer) = nullptr;
  Result (*cuMemsetD8)(Pointer, unsigned char, std::size_t) = nullptr;
  Result (*cuMemcpyHtoD)(Pointer, const void*, std::size_t) = nullptr;
  Result (*cuMemcpyDtoH)(void*, Pointer, std::size_t) = nullptr;
  Result (*cuMemcpy3D)(const Copy*) = nullptr;
  Result (*cuArray3DCreate)(Array*, const ArrayShape*) = nullptr;
  Result (*cuArrayDestroy)(Array) = nullptr;
  Result (*cuTexObjectCreate)(Object*, const Resource*, const Sampling*, const void*) = nullptr;
  Result (*cuTexObjectDestroy)(Object) = nullptr;
  Result (*cuSurfObjectCreate)(Object*, const Resource*) = nullptr;
  Result (*cuSurfObjectDestroy)(Object) = nullptr;
  Result (*cuLaunchKernel)(Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream,
                           void**, void**) = nullptr;
  Result (*cuLaunchCooperativeKernel)(Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                      Stream, void**) = nullptr;

  // The newest drivers no longer bind textures by name; these are then null.
  Result (*cuModuleGetTexRef)(TextureReference*, Module, const char*) = nullptr;
  Result (*cuModuleGetSurfRef)(SurfaceReference*, Module, const char*) = nullptr;
  Result (*cuTexRefSetArray)(TextureReference, Array, unsigned) = nullptr;
  Result (*cuTexRefSetAddressMode)(TextureReference, int, unsigned) = nullptr;
  Result (*cuTexRefSetFilterMode)(TextureReference, unsigned) = nullptr;
  Result (*cuTexRefSetFlags)(TextureReference, unsigned) = nullptr;
  Result (*cuTexRefSetBorderColor)(TextureReference, float*) = nullptr;
  Result (*cuSurfRefSetArray)(SurfaceReference, Array, unsigned) = nullptr;

 private:
  void open(const std::string& library);
  void find_device();
  int attribute(int which) const;
  template <typename Call>
  void need(Call& call, const char* symbol);

  void* library_ = nullptr;
  DeviceNumber device_ = 0;
  std::string device_name_;
  unsigned clock_kilohertz_ = 0, sms_ = 0;
  std::size_t l2_bytes_ = 0;
  int version_ = 0;  // 1000 x major + 10 x minor
  Result (*cuInit)(unsigned) = nullptr;
  Result (*cuDriverGetVersion)(int*) = nullptr;
  Result (*cuDeviceGetCount)(int*) = nullptr;
  Result (*cuDeviceGet)(DeviceNumber*, int) = nullptr;
  Result (*cuDeviceGetName)(char*, int, DeviceNumber) = nullptr;
  Result (*cuDeviceGetAttribute)(int*, int, DeviceNumber) = nullptr;
  Result (*cuGetErrorName)(Result, const char**) = nullptr;
};

}  // namespace unibank::cuda
