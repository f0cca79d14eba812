// Functions that had other arguments, or structures of another size, in earlier versions of CUDA. A program asks for a
// function by the version of the library that it was linked with; exports.map gives CUDA 13's functions their version,
// so that each of these functions must be here for all other versions.
// Programs with the runtime linked into them: static_runtime.cpp.
#include <algorithm>
#include <cstring>

#include "exec/runtime/connection.h"
#include "exec/runtime/cuda_types.h"
#include "exec/runtime/graphs.h"
#include "exec/runtime/limits_of_device.h"

// Exports the function `own` as `name` for programs of these versions.
#define UNIBANK_FOR(version, own, name) asm(".symver " #own ", " #name "@libcudart.so." version);
#define UNIBANK_FOR_9(own, name) \
  UNIBANK_FOR("9.0", own, name) UNIBANK_FOR("9.1", own, name) UNIBANK_FOR("9.2", own, name)
#define UNIBANK_FOR_10(own, name) \
  UNIBANK_FOR("10.0", own, name) UNIBANK_FOR("10.1", own, name) UNIBANK_FOR("10.2", own, name)
#define UNIBANK_FOR_11(own, name) UNIBANK_FOR("11.0", own, name)
#define UNIBANK_UP_TO_11(own, name) UNIBANK_FOR_9(own, name) UNIBANK_FOR_10(own, name) UNIBANK_FOR_11(own, name)
#define UNIBANK_UP_TO_12(own, name) UNIBANK_UP_TO_11(own, name) UNIBANK_FOR("12", own, name)

using namespace unibank::exec;

extern "C" {
CudaError cudaGraphAddDependencies(const Graph* graph, GraphNode* const* from, GraphNode* const* to, const void* edges,
                                   std::size_t count);
CudaError cudaEventElapsedTime(float* milliseconds, void* from, void* to);
CudaError cudaStreamGetCaptureInfo(void* stream, int* status, unsigned long long* number, Graph** graph,
                                   GraphNode* const** after, const std::uint64_t** edges, std::size_t* count);
CudaError cudaFuncGetAttributes(FunctionAttributes* attributes, const void* key);
CudaError cudaGraphExecUpdate(Graph* executable, const Graph* graph, Update* result);
CudaError cudaGraphInstantiate(Graph** executable, const Graph* graph, unsigned long long flags);
CudaError cudaPointerGetAttributes(PointerAttributes* attributes, const void* pointer);
CudaError cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned version,
                                           unsigned long long flags, int* found);
CudaError cudaGetTextureObjectResourceDesc(ResourceDescription* resource, unsigned long long object);
}

UNIBANK_EXPORTED CudaError unibank_add_dependencies_12(const Graph* graph, GraphNode* const* from, GraphNode* const* to,
                                                       std::size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
UNIBANK_UP_TO_12(unibank_add_dependencies_12, cudaGraphAddDependencies)

// Programs of CUDA 12 have some of CUDA 13's functions under names of their own.
struct MemoryLocation {  // cudaMemLocation
  int type, id;
};
UNIBANK_EXPORTED CudaError cudaGraphAddDependencies_v2(const Graph* graph, GraphNode* const* from, GraphNode* const* to,
                                                       const void* edges, std::size_t count) {
  return cudaGraphAddDependencies(graph, from, to, edges, count);
}
UNIBANK_EXPORTED CudaError cudaEventElapsedTime_v2(float* milliseconds, void* from, void* to) {
  return cudaEventElapsedTime(milliseconds, from, to);
}
UNIBANK_EXPORTED CudaError cudaMemPrefetchAsync_v2(const void*, std::size_t, MemoryLocation, unsigned, void*) {
  return Connection::get().ready();
}
UNIBANK_EXPORTED CudaError cudaMemAdvise_v2(const void*, std::size_t, int, MemoryLocation) {
  return Connection::get().ready();
}

UNIBANK_EXPORTED CudaError unibank_capture_info_11(void* stream, int* status, unsigned long long* number) {
  return cudaStreamGetCaptureInfo(stream, status, number, nullptr, nullptr, nullptr, nullptr);
}
UNIBANK_UP_TO_12(unibank_capture_info_11, cudaStreamGetCaptureInfo)
UNIBANK_UP_TO_12(unibank_capture_info_11, cudaStreamGetCaptureInfo_ptsz)

UNIBANK_EXPORTED CudaError cudaStreamGetCaptureInfo_v2(void* stream, int* status, unsigned long long* number,
                                                       Graph** graph, GraphNode* const** after, std::size_t* count) {
  return cudaStreamGetCaptureInfo(stream, status, number, graph, after, nullptr, count);
}
UNIBANK_EXPORTED CudaError cudaStreamGetCaptureInfo_v3(void* stream, int* status, unsigned long long* number,
                                                       Graph** graph, GraphNode* const** after,
                                                       const std::uint64_t** edges, std::size_t* count) {
  return cudaStreamGetCaptureInfo(stream, status, number, graph, after, edges, count);
}

// The structure ended before the attributes of clusters, except in CUDA 11.8, whose last members stay as they are.
UNIBANK_EXPORTED CudaError unibank_function_attributes_11(void* attributes, const void* key) {
  constexpr std::size_t kBytes = 52;
  FunctionAttributes all;
  const CudaError error = cudaFuncGetAttributes(attributes ? &all : nullptr, key);
  if (error == CudaError::kSuccess) std::memcpy(attributes, &all, kBytes);
  return error;
}
UNIBANK_UP_TO_11(unibank_function_attributes_11, cudaFuncGetAttributes)
UNIBANK_EXPORTED CudaError unibank_function_attributes_12(FunctionAttributes* attributes, const void* key) {
  return cudaFuncGetAttributes(attributes, key);
}
UNIBANK_FOR("12", unibank_function_attributes_12, cudaFuncGetAttributes)

UNIBANK_EXPORTED CudaError unibank_graph_update_11(Graph* executable, const Graph* graph, GraphNode** wrong,
                                                   int* result) {
  Update done;
  const CudaError error = cudaGraphExecUpdate(executable, graph, &done);
  if (wrong) *wrong = done.node;
  if (result) *result = static_cast<int>(done.result);
  return error;
}
UNIBANK_UP_TO_11(unibank_graph_update_11, cudaGraphExecUpdate)
UNIBANK_EXPORTED CudaError unibank_graph_update_12(Graph* executable, const Graph* graph, Update* result) {
  return cudaGraphExecUpdate(executable, graph, result);
}
UNIBANK_FOR("12", unibank_graph_update_12, cudaGraphExecUpdate)

UNIBANK_EXPORTED CudaError unibank_instantiate_11(Graph** executable, const Graph* graph, GraphNode** wrong, char* log,
                                                  std::size_t log_bytes) {
  if (wrong) *wrong = nullptr;
  if (log && log_bytes != 0) *log = '\0';
  return cudaGraphInstantiate(executable, graph, 0);
}
UNIBANK_UP_TO_11(unibank_instantiate_11, cudaGraphInstantiate)
UNIBANK_EXPORTED CudaError unibank_instantiate_12(Graph** executable, const Graph* graph, unsigned long long flags) {
  return cudaGraphInstantiate(executable, graph, flags);
}
UNIBANK_FOR("12", unibank_instantiate_12, cudaGraphInstantiate)

// CUDA 9 and 10 have no type of memory that is none of CUDA's.
struct PointerAttributes10 {
  int type, type_again, device;
  void *device_pointer, *host_pointer;
  int managed;
};
struct PointerAttributes9 {
  int type, device;
  void *device_pointer, *host_pointer;
  int managed;
};
CudaError known_pointer(PointerAttributes& found, const void* pointer) {
  const CudaError error = cudaPointerGetAttributes(&found, pointer);
  if (error != CudaError::kSuccess || found.type != 0) return error;
  return remember(CudaError::kInvalidValue);
}
constexpr int kDeviceMemory10 = 2, kManagedMemory10 = 3;

UNIBANK_EXPORTED CudaError unibank_pointer_10(PointerAttributes10* to, const void* pointer) {
  PointerAttributes found;
  const CudaError error = to ? known_pointer(found, pointer) : remember(CudaError::kInvalidValue);
  if (error != CudaError::kSuccess) return error;
  *to = {std::min(found.type, kDeviceMemory10), found.type, found.device, found.device_pointer, found.host_pointer,
         found.type == kManagedMemory10 ? 1 : 0};
  return error;
}
UNIBANK_FOR_10(unibank_pointer_10, cudaPointerGetAttributes)
UNIBANK_EXPORTED CudaError unibank_pointer_9(PointerAttributes9* to, const void* pointer) {
  PointerAttributes10 found;
  const CudaError error = unibank_pointer_10(to ? &found : nullptr, pointer);
  if (error != CudaError::kSuccess) return error;
  *to = {found.type, found.device, found.device_pointer, found.host_pointer, found.managed};
  return error;
}
UNIBANK_FOR_9(unibank_pointer_9, cudaPointerGetAttributes)
UNIBANK_EXPORTED CudaError unibank_pointer_12(PointerAttributes* attributes, const void* pointer) {
  return cudaPointerGetAttributes(attributes, pointer);
}
UNIBANK_FOR_11(unibank_pointer_12, cudaPointerGetAttributes)
UNIBANK_FOR("12", unibank_pointer_12, cudaPointerGetAttributes)

UNIBANK_EXPORTED CudaError unibank_driver_function_11(const char* name, void** function, unsigned long long flags) {
  return cudaGetDriverEntryPointByVersion(name, function, 11030, flags, nullptr);
}
UNIBANK_EXPORTED CudaError unibank_driver_function_12(const char* name, void** function, unsigned long long flags,
                                                      int* found) {
  return cudaGetDriverEntryPointByVersion(name, function, 12000, flags, found);
}
UNIBANK_FOR("12", unibank_driver_function_12, cudaGetDriverEntryPoint)
UNIBANK_FOR("12", unibank_driver_function_12, cudaGetDriverEntryPoint_ptsz)
UNIBANK_UP_TO_11(unibank_driver_function_11, cudaGetDriverEntryPoint)
UNIBANK_UP_TO_11(unibank_driver_function_11, cudaGetDriverEntryPoint_ptsz)

UNIBANK_EXPORTED CudaError unibank_resource_of_texture_12(void* resource, unsigned long long object) {
  constexpr std::size_t kBytes = 64;
  ResourceDescription all;
  const CudaError error = cudaGetTextureObjectResourceDesc(&all, object);
  if (error == CudaError::kSuccess) std::memcpy(resource, &all, kBytes);
  return error;
}
UNIBANK_UP_TO_12(unibank_resource_of_texture_12, cudaGetTextureObjectResourceDesc)
UNIBANK_UP_TO_12(unibank_resource_of_texture_12, cudaGetSurfaceObjectResourceDesc)

// Programs of CUDA 12 call cudaGetDeviceProperties_v2().
UNIBANK_EXPORTED CudaError unibank_properties_9(void* properties, int device) {
  return properties_before_12(properties, device, 9);
}
UNIBANK_FOR_9(unibank_properties_9, cudaGetDeviceProperties)
UNIBANK_EXPORTED CudaError unibank_properties_10(void* properties, int device) {
  return properties_before_12(properties, device, 10);
}
UNIBANK_FOR_10(unibank_properties_10, cudaGetDeviceProperties)
UNIBANK_EXPORTED CudaError unibank_properties_11(void* properties, int device) {
  return properties_before_12(properties, device, 11);
}
UNIBANK_FOR_11(unibank_properties_11, cudaGetDeviceProperties)
UNIBANK_FOR("12", unibank_properties_11, cudaGetDeviceProperties)
