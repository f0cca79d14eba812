// Memory in the runtime's interface.
#include <map>
#include <mutex>

#include "exec/runtime/graph_memory.h"
#include "exec/runtime/memory.h"
#include "exec/runtime/registered_memory.h"
#include "exec/runtime/registry.h"
#include "exec/runtime/streams.h"

using namespace unibank::exec;

namespace {

constexpr std::size_t kPitchAlign = 512;  // as cudaMallocPitch() gives it on today's GPUs
constexpr char kManaged[] = "managed memory", kPinned[] = "pinned host memory";

std::size_t pitch_of(std::size_t bytes) { return product(sum(bytes, kPitchAlign - 1) / kPitchAlign, kPitchAlign); }

// Which allocations the host may use too: cudaPointerGetAttributes() tells them apart.
struct HostMemory {
  std::mutex mutex;
  std::map<const char*, std::pair<std::size_t, int>> ranges;  // bytes and cudaMemoryType
};
HostMemory& host_memory() {
  static HostMemory& one = *new HostMemory;
  return one;
}

CudaError allocate_shared(void** pointer, std::size_t bytes, const char* name, int type) {
  if (!pointer) return CudaError::kInvalidValue;
  const CudaError error = allocate(bytes, name, *pointer);
  if (error != CudaError::kSuccess || bytes == 0) return error;
  HostMemory& known = host_memory();
  const std::lock_guard<std::mutex> lock(known.mutex);
  known.ranges[static_cast<const char*>(*pointer)] = {bytes, type};
  return error;
}

CudaError release_any(void* pointer) {
  if (is_graph_memory(pointer)) return free_graph_memory(pointer);
  HostMemory& known = host_memory();
  const std::lock_guard<std::mutex> lock(known.mutex);
  known.ranges.erase(static_cast<const char*>(pointer));
  return release(pointer);
}

int type_of(const void* pointer) {
  if (!Connection::get().holds(pointer)) return 0;
  HostMemory& known = host_memory();
  const std::lock_guard<std::mutex> lock(known.mutex);
  const char* const at = static_cast<const char*>(pointer);
  auto after = known.ranges.upper_bound(at);
  if (after == known.ranges.begin()) return 2;
  --after;
  return at < after->first + after->second.first ? after->second.second : 2;
}

CudaError symbol_part(const void* symbol, std::size_t bytes, std::size_t offset, char*& at) {
  DeviceVariable* variable = nullptr;
  const CudaError error = Registry::get().variable(symbol, variable);
  if (error != CudaError::kSuccess) return error;
  if (offset > variable->bytes || bytes > variable->bytes - offset) return CudaError::kInvalidValue;
  at = reinterpret_cast<char*>(variable->address) + offset;
  return CudaError::kSuccess;
}

CudaError copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset) {
  char* at = nullptr;
  const CudaError error = symbol_part(symbol, bytes, offset, at);
  return error == CudaError::kSuccess ? copy(at, from, bytes) : error;
}
CudaError copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset) {
  char* at = nullptr;
  const CudaError error = symbol_part(symbol, bytes, offset, at);
  return error == CudaError::kSuccess ? copy(to, at, bytes) : error;
}

}  // namespace

UNIBANK_EXPORTED CudaError cudaMalloc(void** pointer, std::size_t bytes) {
  return remember(pointer ? allocate(bytes, "", *pointer) : CudaError::kInvalidValue);
}
UNIBANK_EXPORTED CudaError cudaMallocManaged(void** pointer, std::size_t bytes, unsigned) {
  return remember(allocate_shared(pointer, bytes, kManaged, 3));
}
UNIBANK_EXPORTED CudaError cudaMallocHost(void** pointer, std::size_t bytes) {
  return remember(allocate_shared(pointer, bytes, kPinned, 1));
}
UNIBANK_EXPORTED CudaError cudaHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  return cudaMallocHost(pointer, bytes);
}
UNIBANK_EXPORTED CudaError cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t bytes, std::size_t rows) {
  if (!pitch) return remember(CudaError::kInvalidValue);
  *pitch = pitch_of(bytes);
  return cudaMalloc(pointer, product(*pitch, rows));
}
UNIBANK_EXPORTED CudaError cudaMalloc3D(PitchedPointer* pointer, Extent extent) {
  if (!pointer) return remember(CudaError::kInvalidValue);
  pointer->row_bytes = extent.width;
  pointer->rows = extent.height;
  return cudaMallocPitch(&pointer->pointer, &pointer->pitch, extent.width, product(extent.height, extent.depth));
}

UNIBANK_EXPORTED CudaError cudaFree(void* pointer) { return remember(release_any(pointer)); }
UNIBANK_EXPORTED CudaError cudaFreeHost(void* pointer) { return cudaFree(pointer); }

UNIBANK_EXPORTED CudaError cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  if (!device) return remember(CudaError::kInvalidValue);
  *device = Connection::get().holds(host) ? host : device_address_of(host);
  return remember(*device ? CudaError::kSuccess : CudaError::kInvalidValue);
}
UNIBANK_EXPORTED CudaError cudaHostGetFlags(unsigned* flags, void*) {
  *flags = 0;
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cudaHostRegister(void* pointer, std::size_t bytes, unsigned) {
  return remember(register_host_memory(pointer, bytes));
}
UNIBANK_EXPORTED CudaError cudaHostUnregister(void* pointer) { return remember(unregister_host_memory(pointer)); }

UNIBANK_EXPORTED CudaError cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return remember(free && total ? memory_info(*free, *total) : CudaError::kInvalidValue);
}

UNIBANK_EXPORTED CudaError cudaPointerGetAttributes(PointerAttributes* attributes, const void* pointer) {
  const CudaError error = Connection::get().ready();
  if (error != CudaError::kSuccess || !attributes) return remember(error);
  *attributes = PointerAttributes();
  void* const registered = device_address_of(pointer);
  attributes->type = registered ? 1 : type_of(pointer);
  attributes->device = attributes->type == 0 ? -2 : 0;
  if (attributes->type != 0) attributes->device_pointer = registered ? registered : const_cast<void*>(pointer);
  if (attributes->type != 2) attributes->host_pointer = const_cast<void*>(pointer);
  return CudaError::kSuccess;
}

UNIBANK_EXPORTED CudaError cudaMemcpy(void* to, const void* from, std::size_t bytes, CopyKind kind) {
  return remember(copy(to, from, bytes, kind));
}
UNIBANK_EXPORTED CudaError cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, CopyKind kind, void* stream) {
  return remember(submit(stream, [=] { return copy(to, from, bytes, kind); }, GraphNode::Kind::kMemcpy));
}
UNIBANK_EXPORTED CudaError cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes) {
  return remember(copy(to, from, bytes));
}
UNIBANK_EXPORTED CudaError cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes, void* stream) {
  return cudaMemcpyAsync(to, from, bytes, CopyKind::kDefault, stream);
}
UNIBANK_EXPORTED CudaError cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                        std::size_t bytes, std::size_t rows, CopyKind kind) {
  return remember(copy(Rows{to, to_pitch, from, from_pitch, bytes, rows}, kind));
}
UNIBANK_EXPORTED CudaError cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                             std::size_t bytes, std::size_t rows, CopyKind kind, void* stream) {
  const Rows all{to, to_pitch, from, from_pitch, bytes, rows};
  return remember(submit(stream, [=] { return copy(all, kind); }, GraphNode::Kind::kMemcpy));
}

UNIBANK_EXPORTED CudaError cudaMemset(void* to, int value, std::size_t bytes) {
  return remember(fill(to, 0, static_cast<unsigned>(value), 1, bytes, 1));
}
UNIBANK_EXPORTED CudaError cudaMemsetAsync(void* to, int value, std::size_t bytes, void* stream) {
  const auto with = static_cast<unsigned>(value);
  return remember(submit(stream, [=] { return fill(to, 0, with, 1, bytes, 1); }, GraphNode::Kind::kMemset));
}
UNIBANK_EXPORTED CudaError cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t bytes, std::size_t rows) {
  return remember(fill(to, pitch, static_cast<unsigned>(value), 1, bytes, rows));
}
UNIBANK_EXPORTED CudaError cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t bytes,
                                             std::size_t rows, void* stream) {
  const auto with = static_cast<unsigned>(value);
  return remember(submit(stream, [=] { return fill(to, pitch, with, 1, bytes, rows); }, GraphNode::Kind::kMemset));
}
UNIBANK_EXPORTED CudaError cudaMemset3D(PitchedPointer to, int value, Extent extent) {
  for (std::size_t z = 0; z < extent.depth; ++z) {
    char* const slice = static_cast<char*>(to.pointer) + z * to.pitch * to.rows;
    const CudaError error = cudaMemset2D(slice, to.pitch, value, extent.width, extent.height);
    if (error != CudaError::kSuccess) return error;
  }
  return CudaError::kSuccess;
}

UNIBANK_EXPORTED CudaError cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                                              std::size_t offset, CopyKind) {
  return remember(copy_to_symbol(symbol, from, bytes, offset));
}
UNIBANK_EXPORTED CudaError cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                                CopyKind) {
  return remember(copy_from_symbol(to, symbol, bytes, offset));
}
UNIBANK_EXPORTED CudaError cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                                   std::size_t offset, CopyKind, void* stream) {
  const auto work = [=] { return copy_to_symbol(symbol, from, bytes, offset); };
  return remember(submit(stream, work, GraphNode::Kind::kMemcpy));
}
UNIBANK_EXPORTED CudaError cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                                     std::size_t offset, CopyKind, void* stream) {
  const auto work = [=] { return copy_from_symbol(to, symbol, bytes, offset); };
  return remember(submit(stream, work, GraphNode::Kind::kMemcpy));
}
UNIBANK_EXPORTED CudaError cudaGetSymbolAddress(void** address, const void* symbol) {
  char* at = nullptr;
  const CudaError error = symbol_part(symbol, 0, 0, at);
  *address = at;
  return remember(error);
}
UNIBANK_EXPORTED CudaError cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  DeviceVariable* variable = nullptr;
  const CudaError error = Registry::get().variable(symbol, variable);
  if (error == CudaError::kSuccess) *bytes = variable->bytes;
  return remember(error);
}

// Nothing to do: host and device access the same memory.
UNIBANK_EXPORTED CudaError cudaMemPrefetchAsync(const void*, std::size_t, int, void*) {
  return Connection::get().ready();
}
UNIBANK_EXPORTED CudaError cudaMemAdvise(const void*, std::size_t, int, int) { return Connection::get().ready(); }
UNIBANK_EXPORTED CudaError cudaStreamAttachMemAsync(void*, void*, std::size_t, unsigned) {
  return Connection::get().ready();
}
