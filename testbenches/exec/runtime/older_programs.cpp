// Functions that had other arguments, or structures of another size, in earlier versions of CUDA. A program asks for a
// function by the version of the library that it was linked with; exports.map gives CUDA 13's functions their version.
// Programs with the runtime linked into them: static_runtime.cpp.
#include <cstring>

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
CudaError cudaStreamGetCaptureInfo(void* stream, int* status, unsigned long long* number, Graph** graph,
                                   GraphNode* const** after, const std::uint64_t** edges, std::size_t* count);
CudaError cudaFuncGetAttributes(FunctionAttributes* attributes, const void* key);
CudaError cudaGraphExecUpdate(Graph* executable, const Graph* graph, int* result);
CudaError cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned version,
                                           unsigned long long flags, int* found);
CudaError cudaGetTextureObjectResourceDesc(ResourceDescription* resource, unsigned long long object);
}

UNIBANK_EXPORTED CudaError unibank_add_dependencies_12(const Graph* graph, GraphNode* const* from, GraphNode* const* to,
                                                       std::size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
UNIBANK_UP_TO_12(unibank_add_dependencies_12, cudaGraphAddDependencies)

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
  if (attributes) std::memcpy(attributes, &all, kBytes);
  return error;
}
UNIBANK_UP_TO_11(unibank_function_attributes_11, cudaFuncGetAttributes)

UNIBANK_EXPORTED CudaError unibank_graph_update_11(Graph* executable, const Graph* graph, GraphNode** wrong,
                                                   int* result) {
  if (wrong) *wrong = nullptr;
  return cudaGraphExecUpdate(executable, graph, result);
}
UNIBANK_UP_TO_11(unibank_graph_update_11, cudaGraphExecUpdate)

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
