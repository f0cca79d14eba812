// The library that the judge, `unibank characterize --gpu` and `unibank correlate` open in tests: the driver's entry
// points, carried out by the program's FakeDriver.
// Compiled with OLD it is a driver without surface objects; with NEWEST, one that cannot bind textures by name.
#include <algorithm>

#include "judge/fake_driver.h"

using namespace unibank;
using namespace unibank::cuda;

#define ENTRY(name, parameters, body)                                      \
  extern "C" Result name parameters {                                      \
    FakeDriver& fake = fake_driver();                                      \
    return fake.call(#name, [&]() -> Result { (void)fake; return body; }); \
  }
#define SETTER(name, parameters, body)                                     \
  extern "C" Result name parameters {                                      \
    return fake_driver().call(#name, [&]() -> Result { body; return 0; }); \
  }

ENTRY(cuInit, (unsigned flags), flags == 0 ? 0 : kInvalidValue)
ENTRY(cuDeviceGetCount, (int* count), fake.device_count(count))
SETTER(cuDriverGetVersion, (int* version), *version = 12040)
SETTER(cuDeviceGet, (DeviceNumber* device, int), *device = 0)
ENTRY(cuDeviceGetName, (char* name, int bytes, DeviceNumber), fake.device_name(name, bytes))
ENTRY(cuDeviceGetAttribute, (int* value, int which, DeviceNumber), fake.attribute(value, which))
ENTRY(cuDevicePrimaryCtxRetain, (Context* context, DeviceNumber), fake.retain(context))
ENTRY(cuDevicePrimaryCtxRelease_v2, (DeviceNumber), 0)
ENTRY(cuDevicePrimaryCtxReset_v2, (DeviceNumber), fake.reset())
ENTRY(cuCtxSetCurrent, (Context context), context ? 0 : kInvalidValue)
ENTRY(cuCtxSynchronize, (), 0)
ENTRY(cuStreamQuery, (Stream), fake.query())
ENTRY(cuCtxSetLimit, (int which, std::size_t bytes), fake.set_limit(which, bytes))
ENTRY(cuModuleLoadDataEx, (Module* module, const void* image, unsigned options, int* names, void** values),
      fake.load(module, image, options, names, values))
ENTRY(cuModuleUnload, (Module), fake.unload())
ENTRY(cuModuleGetFunction, (Function* function, Module, const char* name), fake.function(function, name))
ENTRY(cuModuleGetGlobal_v2, (Pointer* address, std::size_t* bytes, Module, const char* name),
      fake.global(address, bytes, name))
ENTRY(cuFuncSetAttribute, (Function, int which, int), which == kMaxDynamicScratchpadBytes ? 0 : kInvalidValue)
SETTER(cuEventCreate, (Event * event, unsigned), *event = reinterpret_cast<Event>(new std::uint64_t))
SETTER(cuEventDestroy_v2, (Event event), delete reinterpret_cast<std::uint64_t*>(event))
ENTRY(cuEventRecord, (Event event, Stream), fake.record(event))
ENTRY(cuEventSynchronize, (Event), 0)
ENTRY(cuEventElapsedTime, (float* milliseconds, Event from, Event to), fake.elapsed(milliseconds, from, to))
ENTRY(cuMemAlloc_v2, (Pointer* address, std::size_t bytes), fake.allocate(address, bytes))
ENTRY(cuMemFree_v2, (Pointer address), fake.free(address))
ENTRY(cuMemsetD8_v2, (Pointer to, unsigned char value, std::size_t bytes), fake.set(to, value, bytes))
ENTRY(cuMemcpyHtoD_v2, (Pointer to, const void* from, std::size_t bytes), fake.to_device(to, from, bytes))
ENTRY(cuMemcpyDtoH_v2, (void* to, Pointer from, std::size_t bytes), fake.to_host(to, from, bytes))
ENTRY(cuMemcpy3D_v2, (const Copy* copy), fake.copy(*copy))
ENTRY(cuArray3DCreate_v2, (Array* array, const ArrayShape* shape), fake.create_array(array, *shape))
ENTRY(cuArrayDestroy, (Array), 0)
ENTRY(cuTexObjectCreate, (Object* object, const Resource* resource, const Sampling* sampling, const void*),
      fake.create_texture(object, *resource, *sampling))
ENTRY(cuTexObjectDestroy, (Object), 0)
#ifndef OLD
ENTRY(cuSurfObjectCreate, (Object* object, const Resource* resource), fake.create_surface(object, *resource))
#endif
ENTRY(cuSurfObjectDestroy, (Object), 0)
ENTRY(cuLaunchKernel,
      (Function function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned bytes,
       Stream, void**, void** extra),
      fake.launch(function, {gx, gy, gz}, {bx, by, bz}, bytes, extra))

ENTRY(cuLaunchCooperativeKernel,
      (Function function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned bytes,
       Stream, void** arguments),
      fake.launch_cooperative(function, {gx, gy, gz}, {bx, by, bz}, bytes, arguments))

#ifndef NEWEST
using Reference = FakeDriver::Reference*;
ENTRY(cuModuleGetTexRef, (Reference* reference, Module, const char* name), fake.reference(reference, name, false))
ENTRY(cuModuleGetSurfRef, (Reference* reference, Module, const char* name), fake.reference(reference, name, true))
SETTER(cuTexRefSetArray, (Reference reference, Array array, unsigned), reference->array = array)
SETTER(cuTexRefSetAddressMode, (Reference reference, int i, unsigned mode), reference->sampling.address[i] = mode)
SETTER(cuTexRefSetFilterMode, (Reference reference, unsigned mode), reference->sampling.filter = mode)
SETTER(cuTexRefSetFlags, (Reference reference, unsigned flags), reference->sampling.flags = flags)
SETTER(cuTexRefSetBorderColor, (Reference reference, float* border),
       std::copy(border, border + 4, reference->sampling.border))
SETTER(cuSurfRefSetArray, (Reference reference, Array array, unsigned),
       (reference->array = array, reference->sampling.flags = kReadAsInteger))
#endif

extern "C" Result cuGetErrorName(Result result, const char** name) {
  switch (result) {
    case kInvalidValue: *name = "CUDA_ERROR_INVALID_VALUE"; return 0;
    case kInvalidPtx: *name = "CUDA_ERROR_INVALID_PTX"; return 0;
    case kNotFound: *name = "CUDA_ERROR_NOT_FOUND"; return 0;
    case kLaunchFailed: *name = "CUDA_ERROR_LAUNCH_FAILED"; return 0;
    default: return kInvalidValue;
  }
}
