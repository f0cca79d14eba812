#include "simt/device_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <new>

#include "base/hexadecimal.h"
#include "base/input_error.h"
#include "simt/next_allocation.h"

namespace unibank {
namespace {

// The arena is mapped, not allocated: for an allocated arena an address sanitizer would mark an eighth as many bytes,
// which takes a quarter of a second. Accesses to the arena are checked here, against allocations.
std::uint8_t* map(std::uint64_t bytes, int flags, int file) {
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  return static_cast<std::uint8_t*>(mapped);
}

void print_to_output(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

}  // namespace

void DeviceMemory::Unmap::operator()(std::uint8_t* bytes) const { munmap(bytes, length); }

DeviceMemory::DeviceMemory(std::uint64_t capacity)
    : size_(capacity), capacity_(capacity),
      mapped_(map(capacity, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1), Unmap{capacity}),
      zero_(reinterpret_cast<std::uintptr_t>(mapped_.get())), print_(print_to_output) {}

DeviceMemory::DeviceMemory(std::uint64_t capacity, const Shared& shared)
    : first_(shared.first), size_(capacity), capacity_(shared.first + capacity), shared_(true),
      mapped_(map(capacity, MAP_SHARED, shared.file), Unmap{capacity}),
      zero_(reinterpret_cast<std::uintptr_t>(mapped_.get()) - shared.first), print_(print_to_output) {}

// An allocation takes its bytes and at least one more, up to the next aligned address.
std::uint64_t DeviceMemory::lowest_hole(std::uint64_t bytes) const {
  std::uint64_t hole = first_;
  for (const auto& [address, allocation] : allocations_) {
    if (address - hole > bytes) return hole;
    hole = next_allocation(address + allocation.bytes);
  }
  return hole;
}

std::uint64_t DeviceMemory::allocate(std::uint64_t bytes, const std::string& name) {
  const std::uint64_t address = lowest_hole(bytes);
  if (address >= capacity_ || bytes >= capacity_ - address) {
    const std::string what = name.empty() ? "a buffer" : "'" + name + "'";
    throw InputError("device memory is full: " + what + " needs " + std::to_string(bytes) + " bytes, " +
                     std::to_string(allocated_) + " of " + std::to_string(size_) + " are taken");
  }
  allocations_[address] = {bytes, name.empty() ? "buffer " + std::to_string(allocations_.size()) : name};
  allocated_ += bytes;
  ++host_writes_;
  return address;
}

void DeviceMemory::release(std::uint64_t address) {
  const auto it = allocations_.find(address);
  if (it == allocations_.end()) {
    throw InputError("release of " + hexadecimal(address) + ", which is not the address of an allocation");
  }
  clear(address, it->second.bytes);
  allocated_ -= it->second.bytes;
  allocations_.erase(it);
  ++host_writes_;
}

// Whole pages of many bytes are given back to the system, which has zeros there: to write gigabytes of zeros would take
// as much of the host's memory, even for an allocation of which nothing was ever used.
void DeviceMemory::clear(std::uint64_t address, std::uint64_t bytes) {
  constexpr std::uint64_t kMany = std::uint64_t{64} << 20;
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::uint64_t end = address + bytes, first = (address + page - 1) / page * page, last = end / page * page;
  if (bytes < kMany || ::madvise(at(first), last - first, shared_ ? MADV_REMOVE : MADV_DONTNEED) != 0) {
    std::memset(at(address), 0, bytes);
    return;
  }
  std::memset(at(address), 0, first - address);
  std::memset(at(last), 0, end - last);
}

std::vector<DeviceMemory::Range> DeviceMemory::allocations() const {
  std::vector<Range> all;
  for (const auto& [address, allocation] : allocations_) all.push_back({address, address + allocation.bytes});
  return all;
}

DeviceMemory::Range DeviceMemory::range_of(std::uint64_t address) const {
  if (!heap_.holds(address)) return allocation_of(address);
  const DeviceHeap::Block block = heap_.block_of(address);
  return {block.begin, block.end};
}

DeviceMemory::Range DeviceMemory::allocation_of(std::uint64_t address) const {
  auto it = allocations_.upper_bound(address);
  if (it == allocations_.begin()) return {};
  --it;
  const Range range{it->first, it->first + it->second.bytes};
  return address < range.end ? range : Range{};
}

std::string DeviceMemory::describe(std::uint64_t address) const {
  if (allocations_.empty()) return "nothing is allocated";
  if (heap_.holds(address)) return heap_.describe(address);
  auto after = allocations_.upper_bound(address);
  auto nearest = after;
  if (after != allocations_.begin()) {
    const auto before = std::prev(after);
    const std::uint64_t end = before->first + before->second.bytes;
    if (address < end || after == allocations_.end() || address - end <= after->first - address) nearest = before;
  }
  const auto& [begin, allocation] = *nearest;
  const std::uint64_t end = begin + allocation.bytes;
  const std::string where = address < begin   ? std::to_string(begin - address) + " bytes before "
                            : address >= end ? std::to_string(address - end) + " bytes after the end of "
                                             : std::to_string(address - begin) + " bytes into ";
  return where + "'" + allocation.name + "' (" + std::to_string(allocation.bytes) + " bytes at " + hexadecimal(begin) +
         ")";
}

void DeviceMemory::place_heap() {
  if (!heap_.placed()) heap_.place(allocate(heap_bytes_, "heap of malloc in kernels"), heap_bytes_);
}

void DeviceMemory::set_heap_bytes(std::uint64_t bytes) {
  if (heap_.placed())
    throw InputError("found a heap of " + std::to_string(bytes) + " bytes after the first kernel that uses malloc; "
                     "expected the size before it: the heap has " + std::to_string(heap_bytes_) + " bytes");
  heap_bytes_ = bytes;
}

std::uint64_t DeviceMemory::heap_allocate(std::uint64_t bytes, std::uint64_t align) {
  return heap_.allocate(bytes, align);
}

bool DeviceMemory::heap_release(std::uint64_t address) {
  const DeviceHeap::Block block = heap_.release(address);
  if (block.begin == 0) return false;
  std::memset(at(block.begin), 0, block.end - block.begin);
  ++heap_releases_;
  return true;
}

void DeviceMemory::check(std::uint64_t address, std::uint64_t bytes, const char* action) const {
  if (bytes == 0 || range_of(address).holds(address, bytes)) return;
  throw InputError(std::string(action) + " of " + std::to_string(bytes) + " bytes at " + hexadecimal(address) +
                   " does not lie in one allocation: " + describe(address));
}

void DeviceMemory::write(std::uint64_t address, const void* from, std::uint64_t bytes) {
  check(address, bytes, "write");
  if (bytes == 0) return;
  std::memcpy(at(address), from, bytes);
  ++host_writes_;
}

void DeviceMemory::read(std::uint64_t address, void* to, std::uint64_t bytes) const {
  check(address, bytes, "read");
  if (bytes != 0) std::memcpy(to, at(address), bytes);
}

void DeviceMemory::fill(std::uint64_t address, std::uint8_t value, std::uint64_t bytes) {
  check(address, bytes, "fill");
  if (bytes == 0) return;
  std::memset(at(address), value, bytes);
  ++host_writes_;
}

}  // namespace unibank
