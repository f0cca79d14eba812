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
constexpr int kHostMemory = 1, kDeviceMemory = 2, kManagedMemory = 3;  // cudaMemoryType
constexpr char kManaged[] = "managed memory", kPinned[] = "pinned host memory";

std::size_t pitch_of(std::size_t bytes) { return product(sum(bytes, kPitchAlign - 1) / kPitchAlign, kPitchAlign); }

// Which allocations the host may use too: cudaPointerGetAttributes() tells them apart.
struct HostMemory {
  std::mutex mutex;
  struct Range {
    std::size_t bytes = 0;
    int type = kDeviceMemory;
    unsigned flags = 0;  // of cudaHostAlloc()
  };
  std::map<const char*, Range> ranges;
};
HostMemory& host_memory() {
  static HostMemory& one = *new HostMemory;
  return one;
}

CudaError allocate_shared(void** pointer, std::size_t bytes, const char* name, int type, unsigned flags = 0) {
  if (!pointer) return CudaError::kInvalidValue;
  const CudaError error = allocate(bytes, name, *pointer);
  if (error != CudaError::kSuccess || bytes == 0) return error;
  share_with_host();
  HostMemory& known = host_memory();
  const std::lock_guard<std::mutex> lock(known.mutex);
  known.ranges[static_cast<const char*>(*pointer)] = {bytes, type, flags};
  return error;
}

// The range with this byte; of device memory if the host has no other name for it.
HostMemory::Range range_of(const void* pointer) {
  HostMemory& known = host_memory();
  const std::lock_guard<std::mutex> lock(known.mutex);
  const char* const at = static_cast<const char*>(pointer);
  auto after = known.ranges.upper_bound(at);
  if (after == known.ranges.begin()) return {};
  --after;
  return at < after->first + after->second.bytes ? after->second : HostMemory::Range();
}

// Memory for the host has a function of its own that releases it, and registered memory is never released.
CudaError release_any(void* pointer, bool of_host) {
  if (pointer && Connection::get().ready() == CudaError::kSuccess) {
    if ((range_of(pointer).type == kHostMemory) != of_host) return CudaError::kInvalidValue;
    if (host_address_of(pointer)) return CudaError::kInvalidValue;
  }
  if (is_graph_memory(pointer)) return free_graph_memory(pointer);
  HostMemory& known = host_memory();
  const std::lock_guard<std::mutex> lock(known.mutex);  // before the address can be given to another thread
  const CudaError error = release(pointer);
  if (error == CudaError::kSuccess) known.ranges.erase(static_cast<const char*>(pointer));
  return error;
}

int type_of(const void* pointer) {
  const bool allocated = Connection::get().holds(pointer) && is_allocated(pointer);
  return allocated ? range_of(pointer).type : 0;
}

CudaError symbol_part(const void* symbol, std::size_t bytes, std::size_t offset, char*& at) {
  DeviceVariable* variable = nullptr;
  const CudaError error = Registry::get().variable(symbol, variable);
  if (error != CudaError::kSuccess) return error;
  if (offset > variable->bytes || bytes > variable->bytes - offset) return CudaError::kInvalidValue;
  at = reinterpret_cast<char*>(variable->address) + offset;
  return CudaError::kSuccess;
}

// A row may not be longer than the pitch, even if there is only one.
CudaError fill_pitched(void* to, std::size_t pitch, int value, std::size_t bytes, std::size_t rows) {
  return bytes <= pitch ? fill(to, pitch, static_cast<unsigned>(value), 1, bytes, rows) : CudaError::kInvalidPitchValue;
}

// Symbols are in device memory. `onto`: the copy writes them.
bool fits_symbol(CopyKind kind, bool onto) {
  return kind == (onto ? CopyKind::kHostToDevice : CopyKind::kDeviceToHost) || kind == CopyKind::kDeviceToDevice ||
         kind == CopyKind::kDefault;
}

CudaError copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset, CopyKind kind) {
  char* at = nullptr;
  if (!fits_symbol(kind, true)) return CudaError::kInvalidMemcpyDirection;
  const CudaError error = symbol_part(symbol, bytes, offset, at);
  return error == CudaError::kSuccess ? copy(at, from, bytes, kind) : error;
}
CudaError copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset, CopyKind kind) {
  char* at = nullptr;
  if (!fits_symbol(kind, false)) return CudaError::kInvalidMemcpyDirection;
  const CudaError error = symbol_part(symbol, bytes, offset, at);
  return error == CudaError::kSuccess ? copy(to, at, bytes, kind) : error;
}

}  // namespace

void unibank::exec::forget_host_memory() {
  const std::lock_guard<std::mutex> lock(host_memory().mutex);
  host_memory().ranges.clear();
}

UNIBANK_EXPORTED CudaError cudaMalloc(void** pointer, std::size_t bytes) {
  return remember(pointer ? allocate(bytes, "", *pointer) : CudaError::kInvalidValue);
}
// Flags 1 and 2 say which streams may use the memory at first: all of them do here.
UNIBANK_EXPORTED CudaError cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  if (bytes == 0 || (flags != 1 && flags != 2)) return remember(CudaError::kInvalidValue);
  return remember(allocate_shared(pointer, bytes, kManaged, kManagedMemory));
}
UNIBANK_EXPORTED CudaError cudaMallocHost(void** pointer, std::size_t bytes) {
  return remember(allocate_shared(pointer, bytes, kPinned, kHostMemory));
}
// All memory is portable and mapped, whatever the flags: 1 portable, 2 mapped, 4 write-combined.
UNIBANK_EXPORTED CudaError cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  if (flags > 7) return remember(CudaError::kInvalidValue);
  return remember(allocate_shared(pointer, bytes, kPinned, kHostMemory, flags));
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

UNIBANK_EXPORTED CudaError cudaFree(void* pointer) { return remember(release_any(pointer, false)); }
UNIBANK_EXPORTED CudaError cudaFreeHost(void* pointer) { return remember(release_any(pointer, true)); }

UNIBANK_EXPORTED CudaError cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  if (!device) return remember(CudaError::kInvalidValue);
  *device = range_of(host).type != kDeviceMemory ? host : device_address_of(host);
  return remember(*device ? CudaError::kSuccess : CudaError::kInvalidValue);
}
UNIBANK_EXPORTED CudaError cudaHostGetFlags(unsigned* flags, void* pointer) {
  const HostMemory::Range range = range_of(pointer);
  if (!flags || range.type != kHostMemory) return remember(CudaError::kInvalidValue);
  *flags = range.flags;
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
  if (error != CudaError::kSuccess || !attributes) return remember(attributes ? error : CudaError::kInvalidValue);
  *attributes = PointerAttributes();
  void* const registered = device_address_of(pointer);
  void* const host = host_address_of(pointer);
  attributes->type = registered || host ? kHostMemory : type_of(pointer);
  attributes->device = attributes->type == 0 ? -2 : 0;
  if (attributes->type != 0) attributes->device_pointer = registered ? registered : const_cast<void*>(pointer);
  if (attributes->type != kDeviceMemory) attributes->host_pointer = host ? host : const_cast<void*>(pointer);
  return CudaError::kSuccess;
}

UNIBANK_EXPORTED CudaError cudaMemcpy(void* to, const void* from, std::size_t bytes, CopyKind kind) {
  return remember(copy(to, from, bytes, kind));
}
UNIBANK_EXPORTED CudaError cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, CopyKind kind, void* stream) {
  return remember(submit(stream, [=] { return copy(to, from, bytes, kind); }, GraphNode::Kind::kMemcpy));
}
UNIBANK_EXPORTED CudaError cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                                          std::size_t bytes) {
  return remember(to_device == 0 && from_device == 0 ? copy(to, from, bytes) : CudaError::kInvalidDevice);
}
UNIBANK_EXPORTED CudaError cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                               std::size_t bytes, void* stream) {
  if (to_device != 0 || from_device != 0) return remember(CudaError::kInvalidDevice);
  return cudaMemcpyAsync(to, from, bytes, CopyKind::kDefault, stream);
}
UNIBANK_EXPORTED CudaError cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                        std::size_t bytes, std::size_t rows, CopyKind kind) {
  return remember(copy_pitched(Rows{to, to_pitch, from, from_pitch, bytes, rows}, kind));
}
UNIBANK_EXPORTED CudaError cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                             std::size_t bytes, std::size_t rows, CopyKind kind, void* stream) {
  const Rows all{to, to_pitch, from, from_pitch, bytes, rows};
  return remember(submit(stream, [=] { return copy_pitched(all, kind); }, GraphNode::Kind::kMemcpy));
}

UNIBANK_EXPORTED CudaError cudaMemset(void* to, int value, std::size_t bytes) {
  return remember(fill(to, 0, static_cast<unsigned>(value), 1, bytes, 1));
}
UNIBANK_EXPORTED CudaError cudaMemsetAsync(void* to, int value, std::size_t bytes, void* stream) {
  const auto with = static_cast<unsigned>(value);
  return remember(submit(stream, [=] { return fill(to, 0, with, 1, bytes, 1); }, GraphNode::Kind::kMemset));
}
UNIBANK_EXPORTED CudaError cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t bytes, std::size_t rows) {
  return remember(fill_pitched(to, pitch, value, bytes, rows));
}
UNIBANK_EXPORTED CudaError cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t bytes,
                                             std::size_t rows, void* stream) {
  const auto work = [=] { return fill_pitched(to, pitch, value, bytes, rows); };
  return remember(submit(stream, work, GraphNode::Kind::kMemset));
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
                                              std::size_t offset, CopyKind kind) {
  return remember(copy_to_symbol(symbol, from, bytes, offset, kind));
}
UNIBANK_EXPORTED CudaError cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                                CopyKind kind) {
  return remember(copy_from_symbol(to, symbol, bytes, offset, kind));
}
UNIBANK_EXPORTED CudaError cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                                   std::size_t offset, CopyKind kind, void* stream) {
  const auto work = [=] { return copy_to_symbol(symbol, from, bytes, offset, kind); };
  return remember(submit(stream, work, GraphNode::Kind::kMemcpy));
}
UNIBANK_EXPORTED CudaError cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                                     std::size_t offset, CopyKind kind, void* stream) {
  const auto work = [=] { return copy_from_symbol(to, symbol, bytes, offset, kind); };
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
