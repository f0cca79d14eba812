// The driver's interface: memory. In this interface addresses are integers.
#include "exec/runtime/connection.h"
#include "exec/runtime/memory.h"
#include "exec/runtime/streams.h"

using namespace unibank::exec;
using Address = std::uint64_t;

extern "C" {
CudaError cudaMallocHost(void** pointer, std::size_t bytes);
CudaError cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags);
CudaError cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t bytes, std::size_t rows);
CudaError cudaMallocAsync(void** pointer, std::size_t bytes, void* stream);
CudaError cudaFree(void* pointer);
CudaError cudaFreeHost(void* pointer);
CudaError cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags);
CudaError cudaFreeAsync(void* pointer, void* stream);
CudaError cudaHostGetDevicePointer(void** device, void* host, unsigned flags);
CudaError cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags);
CudaError cudaHostUnregister(void* pointer);
}

namespace {

void* at(Address address) { return reinterpret_cast<void*>(address); }

CudaError address_of(Address* address, void* pointer, CudaError error) {
  *address = reinterpret_cast<Address>(pointer);
  return error;
}

CudaError copy_later(void* to, const void* from, std::size_t bytes, void* stream) {
  return submit(stream, [=] { return copy(to, from, bytes); }, GraphNode::Kind::kMemcpy);
}

CudaError fill_later(Address to, unsigned value, unsigned element_bytes, std::size_t count, void* stream) {
  return submit(stream, [=] { return fill(at(to), 0, value, element_bytes, count, 1); }, GraphNode::Kind::kMemset);
}

}  // namespace

UNIBANK_EXPORTED CudaError cuMemAlloc_v2(Address* address, std::size_t bytes) {
  void* pointer = nullptr;
  if (bytes == 0) return CudaError::kInvalidValue;
  const CudaError error = allocate(bytes, "", pointer);
  return address_of(address, pointer, error);
}
UNIBANK_EXPORTED CudaError cuMemAllocManaged(Address* address, std::size_t bytes, unsigned flags) {
  void* pointer = nullptr;
  const CudaError error = cudaMallocManaged(&pointer, bytes, flags);
  return address_of(address, pointer, error);
}
UNIBANK_EXPORTED CudaError cuMemAllocPitch_v2(Address* address, std::size_t* pitch, std::size_t bytes, std::size_t rows,
                                              unsigned) {
  void* pointer = nullptr;
  const CudaError error = cudaMallocPitch(&pointer, pitch, bytes, rows);
  return address_of(address, pointer, error);
}
UNIBANK_EXPORTED CudaError cuMemAllocHost_v2(void** pointer, std::size_t bytes) {
  return cudaMallocHost(pointer, bytes);
}
UNIBANK_EXPORTED CudaError cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  return cudaHostAlloc(pointer, bytes, flags);
}
UNIBANK_EXPORTED CudaError cuMemHostGetDevicePointer_v2(Address* address, void* pointer, unsigned) {
  void* device = nullptr;
  const CudaError error = cudaHostGetDevicePointer(&device, pointer, 0);
  return address_of(address, device, error);
}
UNIBANK_EXPORTED CudaError cuMemHostRegister_v2(void* pointer, std::size_t bytes, unsigned flags) {
  return cudaHostRegister(pointer, bytes, flags);
}
UNIBANK_EXPORTED CudaError cuMemHostUnregister(void* pointer) { return cudaHostUnregister(pointer); }
UNIBANK_EXPORTED CudaError cuMemFree_v2(Address address) { return cudaFree(at(address)); }
UNIBANK_EXPORTED CudaError cuMemFreeHost(void* pointer) { return cudaFreeHost(pointer); }
UNIBANK_EXPORTED CudaError cuMemAllocAsync(Address* address, std::size_t bytes, void* stream) {
  void* pointer = nullptr;
  const CudaError error = cudaMallocAsync(&pointer, bytes, stream);
  return address_of(address, pointer, error);
}
UNIBANK_EXPORTED CudaError cuMemFreeAsync(Address address, void* stream) { return cudaFreeAsync(at(address), stream); }
UNIBANK_EXPORTED CudaError cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  return free && total ? memory_info(*free, *total) : CudaError::kInvalidValue;
}

UNIBANK_EXPORTED CudaError cuMemcpy(Address to, Address from, std::size_t bytes) {
  return copy(at(to), at(from), bytes);
}
UNIBANK_EXPORTED CudaError cuMemcpyAsync(Address to, Address from, std::size_t bytes, void* stream) {
  return copy_later(at(to), at(from), bytes, stream);
}
UNIBANK_EXPORTED CudaError cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
  return copy(at(to), from, bytes, CopyKind::kHostToDevice);
}
UNIBANK_EXPORTED CudaError cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
  return copy(to, at(from), bytes, CopyKind::kDeviceToHost);
}
UNIBANK_EXPORTED CudaError cuMemcpyDtoD_v2(Address to, Address from, std::size_t bytes) {
  return copy(at(to), at(from), bytes, CopyKind::kDeviceToDevice);
}
UNIBANK_EXPORTED CudaError cuMemcpyHtoDAsync_v2(Address to, const void* from, std::size_t bytes, void* stream) {
  return copy_later(at(to), from, bytes, stream);
}
UNIBANK_EXPORTED CudaError cuMemcpyDtoHAsync_v2(void* to, Address from, std::size_t bytes, void* stream) {
  return copy_later(to, at(from), bytes, stream);
}
UNIBANK_EXPORTED CudaError cuMemcpyDtoDAsync_v2(Address to, Address from, std::size_t bytes, void* stream) {
  return copy_later(at(to), at(from), bytes, stream);
}

UNIBANK_EXPORTED CudaError cuMemsetD8_v2(Address to, unsigned char value, std::size_t count) {
  return fill(at(to), 0, value, 1, count, 1);
}
UNIBANK_EXPORTED CudaError cuMemsetD16_v2(Address to, unsigned short value, std::size_t count) {
  return fill(at(to), 0, value, 2, count, 1);
}
UNIBANK_EXPORTED CudaError cuMemsetD32_v2(Address to, unsigned value, std::size_t count) {
  return fill(at(to), 0, value, 4, count, 1);
}
UNIBANK_EXPORTED CudaError cuMemsetD8Async(Address to, unsigned char value, std::size_t count, void* stream) {
  return fill_later(to, value, 1, count, stream);
}
UNIBANK_EXPORTED CudaError cuMemsetD32Async(Address to, unsigned value, std::size_t count, void* stream) {
  return fill_later(to, value, 4, count, stream);
}
