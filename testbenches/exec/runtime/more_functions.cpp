// Smaller functions of the runtime.
#include "exec/runtime/driver.h"
#include "exec/runtime/limits_of_device.h"
#include "exec/runtime/registry.h"
#include "exec/runtime/streams.h"

using namespace unibank::exec;

UNIBANK_EXPORTED CudaError cudaFuncGetName(const char** name, const void* key) {
  const Function* const function = Registry::get().function(key);
  if (!function) return remember(CudaError::kInvalidDeviceFunction);
  *name = function->name.c_str();
  return CudaError::kSuccess;
}

// Addresses of the driver's functions; `found`: 0 it is there, 1 it is not.
UNIBANK_EXPORTED CudaError cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned version,
                                                            unsigned long long, int* found) {
  if (!name || !function) return remember(CudaError::kInvalidValue);
  *function = driver_function(name, static_cast<int>(version));
  if (found) *found = *function ? 0 : 1;
  return remember(*function || found ? CudaError::kSuccess : CudaError::kSymbolNotFound);
}
UNIBANK_EXPORTED CudaError cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long flags,
                                                   int* found) {
  return cudaGetDriverEntryPointByVersion(name, function, kCudaVersion, flags, found);
}

UNIBANK_EXPORTED CudaError cudaStreamGetId(void* stream, unsigned long long* number) {
  *number = reinterpret_cast<std::uintptr_t>(stream);
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cudaStreamGetDevice(void*, int* device) {
  *device = 0;
  return CudaError::kSuccess;
}
// `after`: the last nodes of the capture, until the next call for the stream. Their edges have no properties.
UNIBANK_EXPORTED CudaError cudaStreamGetCaptureInfo(void* stream, int* status, unsigned long long* number,
                                                    Graph** graph, GraphNode* const** after,
                                                    const std::uint64_t** edges, std::size_t* count) {
  const Stream* const found = stream_of(stream);
  if (!found || !status) return remember(found ? CudaError::kInvalidValue : CudaError::kInvalidResourceHandle);
  *status = found->capture_status();
  if (*status != 1) return CudaError::kSuccess;
  thread_local std::vector<std::uint64_t> plain;
  plain.assign(found->last.size(), 0);
  if (after) *after = found->last.data();
  if (edges) *edges = plain.data();
  if (count) *count = found->last.size();
  if (number) *number = found->captured->number;
  if (graph) *graph = found->captured;
  return CudaError::kSuccess;
}
// Hints to caches, which the model's policies ignore.
UNIBANK_EXPORTED CudaError cudaStreamSetAttribute(void*, int, const void*) { return Connection::get().ready(); }
UNIBANK_EXPORTED CudaError cudaStreamCopyAttributes(void*, void*) { return Connection::get().ready(); }
UNIBANK_EXPORTED CudaError cudaCtxResetPersistingL2Cache() { return Connection::get().ready(); }

// The only pool of memory.
namespace {
int only_pool = 0;
}
UNIBANK_EXPORTED CudaError cudaDeviceGetDefaultMemPool(void** pool, int device) {
  if (!pool) return remember(CudaError::kInvalidValue);
  if (device != 0) return remember(CudaError::kInvalidDevice);
  *pool = &only_pool;
  return remember(Connection::get().ready());
}
UNIBANK_EXPORTED CudaError cudaDeviceGetMemPool(void** pool, int device) {
  return cudaDeviceGetDefaultMemPool(pool, device);
}
UNIBANK_EXPORTED CudaError cudaDeviceSetMemPool(int, void*) { return Connection::get().ready(); }
UNIBANK_EXPORTED CudaError cudaMemPoolCreate(void** pool, const void*) { return cudaDeviceGetDefaultMemPool(pool, 0); }
UNIBANK_EXPORTED CudaError cudaMemPoolDestroy(void*) { return CudaError::kSuccess; }
UNIBANK_EXPORTED CudaError cudaMemPoolTrimTo(void*, std::size_t) { return CudaError::kSuccess; }
UNIBANK_EXPORTED CudaError cudaMemPoolSetAttribute(void*, int, void*) { return CudaError::kSuccess; }
UNIBANK_EXPORTED CudaError cudaMallocAsync(void** pointer, std::size_t bytes, void* stream);
UNIBANK_EXPORTED CudaError cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, void*, void* stream) {
  return cudaMallocAsync(pointer, bytes, stream);
}
