// The driver's interface: reserved addresses and memory that is mapped there. A reserved range is device memory at
// once, and memory that is mapped takes its place in it; its bytes are kept while it is not mapped.
#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "exec/runtime/connection.h"
#include "exec/runtime/driver.h"
#include "exec/runtime/memory.h"

using namespace unibank::exec;
using Address = std::uint64_t;
using Handle = unsigned long long;

namespace {

struct Location {
  int type = 0, id = 0;  // type 1: a device
};
struct Properties {  // CUmemAllocationProp
  int type = 0, shared_as = 0;
  Location location;
  void* unused = nullptr;
  unsigned char compression = 0, remote = 0;
  unsigned short usage = 0;
  unsigned char reserved[4] = {};
};
struct Access {  // CUmemAccessDesc
  Location location;
  int flags = 0;  // 0 none, 1 read, 3 read and write
};
static_assert(sizeof(Properties) == 32 && sizeof(Access) == 12);

constexpr std::size_t kGranularity = std::size_t{2} << 20;  // as cards have it

struct PhysicalMemory {
  std::size_t bytes = 0;
  Properties properties;
  Address mapped = 0;       // 0: nowhere
  bool released = false;    // it is freed when it is unmapped
  std::vector<char> kept;   // its bytes while it is not mapped; empty: none were written
};

class VirtualMemory {
 public:
  static VirtualMemory& get() {
    static VirtualMemory& only = *new VirtualMemory;
    return only;
  }
  CudaError reserve(Address* address, std::size_t bytes, std::size_t align);
  CudaError free(Address address, std::size_t bytes);
  CudaError create(Handle* handle, std::size_t bytes, const Properties& properties);
  CudaError release(Handle handle);
  CudaError map(Address address, std::size_t bytes, std::size_t offset, Handle handle);
  CudaError unmap(Address address, std::size_t bytes);
  CudaError properties_of(Properties* properties, Handle handle);
  bool mapped(Address address, std::size_t bytes);
  void forget();

 private:
  std::mutex mutex_;
  struct Reserved {
    std::size_t bytes = 0;
    void* allocation = nullptr;  // it begins before the aligned address
  };
  std::map<Address, Reserved> reserved_;
  std::map<Handle, PhysicalMemory> memories_;
  Handle last_ = 0;
};

char* bytes_at(Address address) { return reinterpret_cast<char*>(address); }
bool whole(std::size_t bytes) { return bytes != 0 && bytes % kGranularity == 0; }

CudaError VirtualMemory::reserve(Address* address, std::size_t bytes, std::size_t align) {
  void* pointer = nullptr;
  const CudaError error = allocate(sum(bytes, align), "", pointer);
  if (error != CudaError::kSuccess) return error;
  *address = (reinterpret_cast<Address>(pointer) + align - 1) / align * align;
  const std::lock_guard<std::mutex> lock(mutex_);
  reserved_[*address] = {bytes, pointer};
  return error;
}

CudaError VirtualMemory::free(Address address, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto range = reserved_.find(address);
  if (range == reserved_.end() || range->second.bytes != bytes) return CudaError::kInvalidValue;
  for (const auto& [handle, memory] : memories_)
    if (memory.mapped >= address && memory.mapped < address + bytes) return CudaError::kInvalidValue;
  void* const allocation = range->second.allocation;
  reserved_.erase(range);
  return unibank::exec::release(allocation);
}

CudaError VirtualMemory::create(Handle* handle, std::size_t bytes, const Properties& properties) {
  const std::lock_guard<std::mutex> lock(mutex_);
  *handle = ++last_;
  PhysicalMemory& made = memories_[*handle];
  made.bytes = bytes;
  made.properties = properties;
  made.properties.compression = 0;  // there is no compression
  return CudaError::kSuccess;
}

CudaError VirtualMemory::release(Handle handle) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto memory = memories_.find(handle);
  if (memory == memories_.end() || memory->second.released) return CudaError::kInvalidValue;
  memory->second.released = true;
  if (memory->second.mapped == 0) memories_.erase(memory);
  return CudaError::kSuccess;
}

CudaError VirtualMemory::map(Address address, std::size_t bytes, std::size_t offset, Handle handle) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = memories_.find(handle);
  if (found == memories_.end() || found->second.released) return CudaError::kInvalidValue;
  auto range = reserved_.upper_bound(address);
  if (range == reserved_.begin()) return CudaError::kInvalidValue;
  --range;
  const std::size_t offset_in_range = address - range->first;
  const std::size_t reserved = range->second.bytes;
  if (offset_in_range > reserved || bytes > reserved - offset_in_range) return CudaError::kInvalidValue;
  for (const auto& [other, memory] : memories_)
    if (memory.mapped != 0 && memory.mapped < address + bytes && address < memory.mapped + memory.bytes)
      return CudaError::kInvalidValue;
  PhysicalMemory& memory = found->second;
  if (memory.mapped != 0 || offset != 0 || bytes != memory.bytes) {
    complain("memory mapped in part or at two addresses at once is not supported by 'unibank exec'");
    return CudaError::kNotSupported;
  }
  memory.mapped = address;
  if (memory.kept.empty()) return CudaError::kSuccess;
  const CudaError error = copy(bytes_at(address), memory.kept.data(), bytes);
  memory.kept.clear();
  return error;
}

CudaError VirtualMemory::unmap(Address address, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  bool any = false;
  for (auto one = memories_.begin(); one != memories_.end();) {
    PhysicalMemory& memory = one->second;
    const bool inside = memory.mapped >= address && memory.mapped + memory.bytes <= address + bytes;
    if (memory.mapped == 0 || !inside) {
      ++one;
      continue;
    }
    any = true;
    if (memory.released) {
      one = memories_.erase(one);
      continue;
    }
    memory.kept.resize(memory.bytes);
    const CudaError error = copy(memory.kept.data(), bytes_at(memory.mapped), memory.bytes);
    if (error != CudaError::kSuccess) return error;
    memory.mapped = 0;
    ++one;
  }
  return any ? CudaError::kSuccess : CudaError::kInvalidValue;
}

CudaError VirtualMemory::properties_of(Properties* properties, Handle handle) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto memory = memories_.find(handle);
  if (memory == memories_.end()) return CudaError::kInvalidValue;
  *properties = memory->second.properties;
  return CudaError::kSuccess;
}

// Memory is mapped at all of these addresses.
bool VirtualMemory::mapped(Address address, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::size_t covered = 0;
  for (const auto& [handle, memory] : memories_)
    if (memory.mapped >= address && memory.mapped + memory.bytes <= address + bytes) covered += memory.bytes;
  return covered == bytes;
}

void VirtualMemory::forget() {
  const std::lock_guard<std::mutex> lock(mutex_);
  reserved_.clear();
  memories_.clear();
}

}  // namespace

void unibank::exec::forget_reserved_addresses() { VirtualMemory::get().forget(); }

UNIBANK_EXPORTED CudaError cuMemGetAllocationGranularity(std::size_t* bytes, const Properties* properties, int) {
  if (!bytes || !properties) return CudaError::kInvalidValue;
  *bytes = kGranularity;
  return Connection::get().ready();
}
UNIBANK_EXPORTED CudaError cuMemAddressReserve(Address* address, std::size_t bytes, std::size_t align, Address,
                                               unsigned long long) {
  const bool power_of_two = (align & (align - 1)) == 0;
  if (!address || !whole(bytes) || !power_of_two) return CudaError::kInvalidValue;
  return VirtualMemory::get().reserve(address, bytes, std::max(align, kGranularity));
}
UNIBANK_EXPORTED CudaError cuMemAddressFree(Address address, std::size_t bytes) {
  return VirtualMemory::get().free(address, bytes);
}
UNIBANK_EXPORTED CudaError cuMemCreate(Handle* handle, std::size_t bytes, const Properties* properties,
                                       unsigned long long) {
  if (!handle || !properties || !whole(bytes)) return CudaError::kInvalidValue;
  if (properties->shared_as != 0) return CudaError::kNotSupported;  // between processes
  if (properties->location.type == 1 && properties->location.id != 0) return CudaError::kInvalidDevice;
  return VirtualMemory::get().create(handle, bytes, *properties);
}
UNIBANK_EXPORTED CudaError cuMemRelease(Handle handle) { return VirtualMemory::get().release(handle); }
UNIBANK_EXPORTED CudaError cuMemMap(Address address, std::size_t bytes, std::size_t offset, Handle handle,
                                    unsigned long long) {
  return VirtualMemory::get().map(address, bytes, offset, handle);
}
UNIBANK_EXPORTED CudaError cuMemUnmap(Address address, std::size_t bytes) {
  return VirtualMemory::get().unmap(address, bytes);
}
// Memory that may only be read, or not accessed, is accessible here.
UNIBANK_EXPORTED CudaError cuMemSetAccess(Address address, std::size_t bytes, const Access* access, std::size_t count) {
  if (!access || count == 0) return CudaError::kInvalidValue;
  return VirtualMemory::get().mapped(address, bytes) ? CudaError::kSuccess : CudaError::kInvalidValue;
}
UNIBANK_EXPORTED CudaError cuMemGetAllocationPropertiesFromHandle(Properties* properties, Handle handle) {
  return properties ? VirtualMemory::get().properties_of(properties, handle) : CudaError::kInvalidValue;
}
