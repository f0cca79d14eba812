// The driver's interface: devices, contexts, errors, streams and events. The functions are the runtime's under other
// names; there is one context.
#include <dlfcn.h>

#include <cstring>
#include <vector>

#include "exec/runtime/connection.h"
#include "exec/runtime/cuda_types.h"
#include "exec/runtime/driver.h"
#include "exec/runtime/error_texts.h"
#include "exec/runtime/limits_of_device.h"

namespace unibank::exec {

namespace {

// The functions of which this library has several versions with different arguments; empty: any other function.
std::string versioned_name(const std::string& name, int version) {
  if (name == "cuGetProcAddress") return version >= 12000 ? "cuGetProcAddress_v2" : name;
  if (name != "cuCtxCreate") return {};
  return version >= 12050 ? "cuCtxCreate_v4" : version >= 11040 ? "cuCtxCreate_v3" : "cuCtxCreate_v2";
}

}  // namespace

void* driver_function(const std::string& name, int version) {
  Dl_info own{};
  if (::dladdr(reinterpret_cast<const void*>(&driver_function), &own) == 0) return nullptr;
  static void* const handle = ::dlopen(own.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  const std::string versioned = versioned_name(name, version);
  if (!versioned.empty()) return ::dlsym(handle, versioned.c_str());
  for (const char* const version : {"_v4", "_v3", "_v2", ""})
    if (void* const found = ::dlsym(handle, (name + version).c_str())) return found;
  return nullptr;
}

}  // namespace unibank::exec

using namespace unibank::exec;

namespace {

int only_context = 0;
thread_local std::vector<void*> contexts;  // of the thread; the last is current

// A thread that has set no context has the runtime's, once the device is in use.
void* current_context() {
  if (!contexts.empty()) return contexts.back();
  return Connection::get().connected() ? &only_context : nullptr;
}

CudaError ready() { return Connection::get().ready(); }

}  // namespace

extern "C" {
CudaError cudaDeviceReset();
CudaError cudaDeviceGetAttribute(int* value, int attribute, int device);
CudaError cudaStreamCreateWithPriority(void** stream, unsigned flags, int priority);
CudaError cudaStreamDestroy(void* stream);
CudaError cudaStreamSynchronize(void* stream);
CudaError cudaStreamWaitEvent(void* stream, void* event, unsigned flags);
CudaError cudaStreamAddCallback(void* stream, StreamCallback function, void* data, unsigned flags);
CudaError cudaLaunchHostFunc(void* stream, Callback function, void* data);
CudaError cudaEventCreateWithFlags(void** event, unsigned flags);
CudaError cudaEventDestroy(void* event);
CudaError cudaEventRecord(void* event, void* stream);
CudaError cudaEventSynchronize(void* event);
CudaError cudaEventElapsedTime(float* milliseconds, void* from, void* to);
}

UNIBANK_EXPORTED CudaError cuInit(unsigned) { return ready(); }
UNIBANK_EXPORTED CudaError cuDriverGetVersion(int* version) {
  *version = kCudaVersion;
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cuGetErrorString(CudaError error, const char** text) {
  const ErrorTexts* const texts = texts_of(error);
  *text = texts ? texts->text : nullptr;
  return texts ? CudaError::kSuccess : CudaError::kInvalidValue;
}
UNIBANK_EXPORTED CudaError cuGetErrorName(CudaError error, const char** text) {
  const ErrorTexts* const texts = texts_of(error);
  *text = texts ? texts->driver : nullptr;
  return texts ? CudaError::kSuccess : CudaError::kInvalidValue;
}
UNIBANK_EXPORTED CudaError cuGetProcAddress(const char* name, void** function, int version, unsigned long long) {
  if (!name || !function) return CudaError::kInvalidValue;
  *function = driver_function(name, version);
  return *function ? CudaError::kSuccess : CudaError::kSymbolNotFound;
}
// `found`: 0 it is there, 1 it is not.
UNIBANK_EXPORTED CudaError cuGetProcAddress_v2(const char* name, void** function, int version, unsigned long long flags,
                                               int* found) {
  const CudaError error = cuGetProcAddress(name, function, version, flags);
  if (found) *found = error == CudaError::kSuccess ? 0 : 1;
  return error;
}
// The first call of a runtime that is linked into a program. This library has none of the driver's private tables.
UNIBANK_EXPORTED CudaError cuGetExportTable(const void** table, const void*) {
  *table = nullptr;
  static bool said = false;
  if (!said) complain("the program has the CUDA runtime in itself and no table of symbols; expected it linked with "
                      "-cudart shared, or not stripped");
  said = true;
  return CudaError::kNotSupported;
}

UNIBANK_EXPORTED CudaError cuDeviceGetCount(int* count) {
  const CudaError error = ready();
  *count = error == CudaError::kSuccess ? 1 : 0;
  return error;
}
UNIBANK_EXPORTED CudaError cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return ordinal == 0 ? ready() : CudaError::kInvalidDevice;
}
UNIBANK_EXPORTED CudaError cuDeviceGetName(char* name, int bytes, int) {
  const CudaError error = ready();
  if (bytes > 0) {
    std::strncpy(name, Connection::get().facts().name, static_cast<std::size_t>(bytes));
    name[bytes - 1] = '\0';
  }
  return error;
}
UNIBANK_EXPORTED CudaError cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  const CudaError error = ready();
  *bytes = Connection::get().facts().memory_bytes;
  return error;
}
UNIBANK_EXPORTED CudaError cuDeviceGetAttribute(int* value, int attribute, int device) {
  return cudaDeviceGetAttribute(value, attribute, device);
}
UNIBANK_EXPORTED CudaError cuDeviceComputeCapability(int* major, int* minor, int device) {
  const CudaError error = cudaDeviceGetAttribute(major, 75, device);
  return error == CudaError::kSuccess ? cudaDeviceGetAttribute(minor, 76, device) : error;
}
UNIBANK_EXPORTED CudaError cuDeviceGetUuid_v2(char* uuid, int) {
  std::memset(uuid, 0, 16);
  return ready();
}
UNIBANK_EXPORTED CudaError cuDeviceCanAccessPeer(int* can, int, int) {
  *can = 0;
  return ready();
}

UNIBANK_EXPORTED CudaError cuCtxCreate_v2(void** context, unsigned, int device) {
  if (!context) return CudaError::kInvalidValue;
  const CudaError error = known_device(device);
  if (error != CudaError::kSuccess) return error;
  contexts.push_back(*context = &only_context);
  return error;
}
UNIBANK_EXPORTED CudaError cuCtxCreate_v3(void** context, void*, int, unsigned flags, int device) {
  return cuCtxCreate_v2(context, flags, device);
}
UNIBANK_EXPORTED CudaError cuCtxCreate_v4(void** context, void*, unsigned flags, int device) {
  return cuCtxCreate_v2(context, flags, device);
}
UNIBANK_EXPORTED CudaError cuDevicePrimaryCtxRetain(void** context, int device) {
  if (!context) return CudaError::kInvalidValue;
  const CudaError error = known_device(device);
  if (error == CudaError::kSuccess) *context = &only_context;
  return error;
}
UNIBANK_EXPORTED CudaError cuDevicePrimaryCtxRelease_v2(int) { return CudaError::kSuccess; }
UNIBANK_EXPORTED CudaError cuDevicePrimaryCtxReset_v2(int device) {
  const CudaError error = known_device(device);
  return error == CudaError::kSuccess ? cudaDeviceReset() : error;
}
UNIBANK_EXPORTED CudaError cuDevicePrimaryCtxSetFlags_v2(int, unsigned) { return CudaError::kSuccess; }
UNIBANK_EXPORTED CudaError cuDevicePrimaryCtxGetState(int, unsigned* flags, int* active) {
  *flags = 0;
  *active = 1;
  return CudaError::kSuccess;
}
// What was allocated in the context stays, because the runtime's context is the same.
UNIBANK_EXPORTED CudaError cuCtxDestroy_v2(void* context) {
  if (!context) return CudaError::kDeviceUninitialized;
  if (!contexts.empty() && contexts.back() == context) contexts.pop_back();
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cuCtxSetCurrent(void* context) {
  if (contexts.empty()) contexts.push_back(context);
  contexts.back() = context;
  return ready();
}
UNIBANK_EXPORTED CudaError cuCtxPushCurrent_v2(void* context) {
  if (!context) return CudaError::kDeviceUninitialized;
  contexts.push_back(context);
  return ready();
}
UNIBANK_EXPORTED CudaError cuCtxPopCurrent_v2(void** context) {
  if (!current_context()) return CudaError::kDeviceUninitialized;
  if (context) *context = current_context();
  if (!contexts.empty()) contexts.pop_back();
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cuCtxGetCurrent(void** context) {
  if (!context) return CudaError::kInvalidValue;
  *context = current_context();
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cuCtxGetDevice(int* device) {
  *device = 0;
  return ready();
}
UNIBANK_EXPORTED CudaError cuCtxSynchronize() { return call(Call::kTime); }
UNIBANK_EXPORTED CudaError cuCtxSetCacheConfig(int) { return ready(); }
UNIBANK_EXPORTED CudaError cuCtxGetApiVersion(void*, unsigned* version) {
  *version = kCudaVersion;
  return CudaError::kSuccess;
}

UNIBANK_EXPORTED CudaError cuStreamCreate(void** stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
UNIBANK_EXPORTED CudaError cuStreamCreateWithPriority(void** stream, unsigned flags, int priority) {
  return cudaStreamCreateWithPriority(stream, flags, priority);
}
UNIBANK_EXPORTED CudaError cuStreamDestroy_v2(void* stream) { return cudaStreamDestroy(stream); }
UNIBANK_EXPORTED CudaError cuStreamSynchronize(void* stream) { return cudaStreamSynchronize(stream); }
UNIBANK_EXPORTED CudaError cuStreamQuery(void* stream) { return cudaStreamSynchronize(stream); }
UNIBANK_EXPORTED CudaError cuStreamWaitEvent(void* stream, void* event, unsigned flags) {
  return cudaStreamWaitEvent(stream, event, flags);
}
UNIBANK_EXPORTED CudaError cuStreamAddCallback(void* stream, StreamCallback function, void* data, unsigned flags) {
  return cudaStreamAddCallback(stream, function, data, flags);
}
UNIBANK_EXPORTED CudaError cuLaunchHostFunc(void* stream, Callback function, void* data) {
  return cudaLaunchHostFunc(stream, function, data);
}
UNIBANK_EXPORTED CudaError cuEventCreate(void** event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}
UNIBANK_EXPORTED CudaError cuEventDestroy_v2(void* event) { return cudaEventDestroy(event); }
UNIBANK_EXPORTED CudaError cuEventRecord(void* event, void* stream) { return cudaEventRecord(event, stream); }
UNIBANK_EXPORTED CudaError cuEventSynchronize(void* event) { return cudaEventSynchronize(event); }
UNIBANK_EXPORTED CudaError cuEventQuery(void* event) { return cudaEventSynchronize(event); }
UNIBANK_EXPORTED CudaError cuEventElapsedTime(float* milliseconds, void* from, void* to) {
  return cudaEventElapsedTime(milliseconds, from, to);
}
UNIBANK_EXPORTED CudaError cuEventElapsedTime_v2(float* milliseconds, void* from, void* to) {
  return cudaEventElapsedTime(milliseconds, from, to);
}
