#include "exec/runtime/registered_memory.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "exec/runtime/connection.h"
#include "exec/runtime/memory.h"

namespace unibank::exec {
namespace {

constexpr char kName[] = "registered host memory";

struct Range {
  char* host = nullptr;       // first page
  std::size_t bytes = 0;      // whole pages
  void* allocation = nullptr; // of the device
  char* device = nullptr;     // first page in it
};

struct Registered {
  std::mutex mutex;
  std::map<const char*, Range> ranges;  // by the pointer as the program gave it
};
Registered& registered() {
  static Registered& all = *new Registered;
  return all;
}

std::size_t page_bytes() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

template <typename Pointer>
Pointer page_of(Pointer pointer) {
  return pointer - reinterpret_cast<std::uintptr_t>(pointer) % page_bytes();
}
std::size_t whole_pages(std::size_t bytes) { return sum(bytes, page_bytes() - 1) / page_bytes() * page_bytes(); }

bool meet(const Range& one, const Range& other) {
  return one.host < other.host + other.bytes && other.host < one.host + one.bytes;
}

// The pages of a shared mapping at a second address: mremap(2) of 0 bytes leaves the first.
bool map_again(char* from, std::size_t bytes, char* to) {
  return ::mremap(from, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) == to;
}

// Gives the process private pages with the same bytes.
bool make_private(const Range& range) {
  void* const own = ::mmap(nullptr, range.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own == MAP_FAILED) return false;
  std::memcpy(own, range.host, range.bytes);
  return ::mremap(own, range.bytes, range.bytes, MREMAP_MAYMOVE | MREMAP_FIXED, range.host) == range.host;
}

// A child has no device, and its writes must not change its parent's memory.
void forked() {
  for (const auto& [pointer, range] : registered().ranges) make_private(range);
  registered().ranges.clear();
}

CudaError give_pages(Range& range) {
  const CudaError error = allocate(sum(range.bytes, page_bytes()), kName, range.allocation);
  if (error != CudaError::kSuccess) return error;
  share_with_host();
  range.device = page_of(static_cast<char*>(range.allocation) + page_bytes() - 1);
  std::memcpy(range.device, range.host, range.bytes);
  if (map_again(range.device, range.bytes, range.host)) return CudaError::kSuccess;
  release(range.allocation);
  return CudaError::kMemoryAllocation;
}

}  // namespace

CudaError register_host_memory(void* pointer, std::size_t bytes) {
  const CudaError error = Connection::get().ready();
  if (error != CudaError::kSuccess) return error;
  if (!pointer || bytes == 0 || Connection::get().holds(pointer)) return CudaError::kInvalidValue;
  Registered& all = registered();
  const std::lock_guard<std::mutex> lock(all.mutex);
  static const int watched = ::pthread_atfork(nullptr, nullptr, forked);
  if (watched != 0) return CudaError::kMemoryAllocation;
  char* const first = static_cast<char*>(pointer);
  Range range;
  range.host = page_of(first);
  range.bytes = whole_pages(sum(static_cast<std::size_t>(first - range.host), bytes));
  for (const auto& [known, other] : all.ranges)
    if (meet(range, other)) return CudaError::kHostMemoryAlreadyRegistered;
  const CudaError failed = give_pages(range);
  if (failed == CudaError::kSuccess) all.ranges[first] = range;
  return failed;
}

CudaError unregister_host_memory(void* pointer) {
  const CudaError error = Connection::get().ready();
  if (error != CudaError::kSuccess) return error;
  Registered& all = registered();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto known = all.ranges.find(static_cast<const char*>(pointer));
  if (known == all.ranges.end()) return CudaError::kHostMemoryNotRegistered;
  if (!make_private(known->second)) return CudaError::kMemoryAllocation;
  const CudaError failed = release(known->second.allocation);
  all.ranges.erase(known);
  return failed;
}

CudaError unregister_all() {
  Registered& all = registered();
  std::vector<const char*> pointers;
  {
    const std::lock_guard<std::mutex> lock(all.mutex);
    for (const auto& [pointer, range] : all.ranges) pointers.push_back(pointer);
  }
  CudaError error = CudaError::kSuccess;
  for (const char* const pointer : pointers) {
    const CudaError failed = unregister_host_memory(const_cast<char*>(pointer));
    if (error == CudaError::kSuccess) error = failed;
  }
  return error;
}

void* host_address_of(const void* device) {
  Registered& all = registered();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const char* const at = static_cast<const char*>(device);
  for (const auto& [known, range] : all.ranges) {
    if (at >= range.device && at < range.device + range.bytes) return range.host + (at - range.device);
  }
  return nullptr;
}

void* device_address_of(const void* host) {
  Registered& all = registered();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const char* const at = static_cast<const char*>(host);
  for (const auto& [known, range] : all.ranges)
    if (at >= range.host && at < range.host + range.bytes) return range.device + (at - range.host);
  return nullptr;
}

}  // namespace unibank::exec
