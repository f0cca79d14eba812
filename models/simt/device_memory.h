// The device's memory: one arena with named allocations. A device address is an offset in the arena.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/device_heap.h"
#include "simt/texture_table.h"

namespace unibank {

// The address map of generic addressing. Global memory is its own window (a generic address below the shared window is
// a device address); the other two windows are above all allocations.
constexpr std::uint64_t kSharedWindow = 0x0100'0000'0000;  // + offset in the block's scratchpad
constexpr std::uint64_t kLocalWindow = 0x0200'0000'0000;   // + offset in the thread's frame
constexpr std::uint64_t kWindowBytes = kLocalWindow - kSharedWindow;
// The windows of 32-bit generic addresses: the last 16 MB and the 16 MB before them, above all allocations of a
// workload with such addresses.
constexpr std::uint64_t kNarrowSharedWindow = 0xff00'0000, kNarrowLocalWindow = 0xfe00'0000;

// Addresses below this are never allocated, so that a null pointer with a small offset is caught.
constexpr std::uint64_t kReservedBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kAllocationAlign = 256;

class DeviceMemory {
 public:
  // Bytes of one allocation: [begin, end).
  struct Range {
    std::uint64_t begin = 0, end = 0;
    bool holds(std::uint64_t address, std::uint64_t bytes) const {
      return address >= begin && address <= end && end - address >= bytes;
    }
  };

  // `capacity` in bytes; the host allocates pages only when something is written.
  explicit DeviceMemory(std::uint64_t capacity = std::uint64_t{1} << 30);
  // Memory shared with another process: the first `capacity` bytes of a file that it maps, too, from device address
  // `first` (a multiple of a page) on.
  struct Shared {
    int file = -1;
    std::uint64_t first = 0;
  };
  DeviceMemory(std::uint64_t capacity, const Shared& shared);

  // A 256-byte aligned address of `bytes` zeroed bytes, with at least one unused byte after them, so that an overrun
  // of a buffer never reaches the next. The lowest hole that fits is taken. InputError when the memory is
  // full.
  std::uint64_t allocate(std::uint64_t bytes, const std::string& name = "");
  // `address` as allocate() returned it; InputError for any other one.
  void release(std::uint64_t address);

  // InputError when the bytes do not lie in one allocation.
  void write(std::uint64_t address, const void* from, std::uint64_t bytes);
  void read(std::uint64_t address, void* to, std::uint64_t bytes) const;
  void fill(std::uint64_t address, std::uint8_t value, std::uint64_t bytes);

  // The allocation that holds the address (in the heap of kernels: the block); an empty range when there is none.
  Range range_of(std::uint64_t address) const;
  // As range_of(), but with the heap as one allocation, so that the result does not change while a launch runs.
  Range allocation_of(std::uint64_t address) const;
  // "64 bytes after the end of 'matrix' (4096 bytes at 0x100000)": the location of an address, in words.
  std::string describe(std::uint64_t address) const;

  std::uint64_t allocated_bytes() const { return allocated_; }
  // All allocations by address: buffers, variables, local memory and parameters of launches that have not ended, and
  // the heap as one allocation.
  std::vector<Range> allocations() const;
  // Number of changes of bytes other than by memory instructions: writes, fills, allocations and releases, including
  // those at the beginning and end of a launch, and surface stores. A cache with lines from before such a change
  // may hold old data. malloc and free of kernels do not count.
  std::uint64_t host_writes() const { return host_writes_; }
  void note_surface_store() { ++host_writes_; }
  void note_host_write() { ++host_writes_; }  // a write by another process that maps the same bytes
  // Device address a is the byte arena()[a]. Only addresses confirmed by range_of() may be accessed.
  std::uint8_t* arena() { return at(0); }

  // Textures and surfaces whose texels are here.
  TextureTable& textures() { return textures_; }

  // The heap of malloc and free in kernels: a separate allocation, in which range_of() and describe() know single
  // blocks. It is created for the first kernel that needs it and stays, with all blocks that no kernel has freed.
  void place_heap();  // InputError when the memory is full
  // InputError when the heap already exists.
  void set_heap_bytes(std::uint64_t bytes);
  // A multiple of `align`, of zeroed bytes; 0 when the heap is full.
  std::uint64_t heap_allocate(std::uint64_t bytes, std::uint64_t align = DeviceHeap::kAlign);
  bool heap_release(std::uint64_t address);  // false: no block begins there
  std::uint64_t heap_releases() const { return heap_releases_; }

  // Receives the text of printf in kernels, in the order of execution: by default standard output.
  using Print = std::function<void(std::string_view text)>;
  void set_print(Print print) { print_ = std::move(print); }
  void print(std::string_view text) const {
    if (!text.empty()) print_(text);
  }

 private:
  struct Allocation {
    std::uint64_t bytes = 0;
    std::string name;
  };
  struct Unmap {
    std::uint64_t length;
    void operator()(std::uint8_t* bytes) const;
  };
  std::uint8_t* at(std::uint64_t address) const { return reinterpret_cast<std::uint8_t*>(zero_ + address); }
  std::uint64_t lowest_hole(std::uint64_t bytes) const;
  void check(std::uint64_t address, std::uint64_t bytes, const char* action) const;
  void clear(std::uint64_t address, std::uint64_t bytes);

  std::uint64_t first_ = kReservedBytes;  // the lowest address that is ever allocated
  const std::uint64_t size_, capacity_;    // capacity_: the end of all addresses
  const bool shared_ = false;
  std::uint64_t allocated_ = 0, host_writes_ = 0;
  const std::unique_ptr<std::uint8_t, Unmap> mapped_;
  // The host's address of device address 0. A number: nothing is mapped there if the memory begins higher.
  const std::uintptr_t zero_;
  std::map<std::uint64_t, Allocation> allocations_;  // by address
  TextureTable textures_;
  DeviceHeap heap_;
  std::uint64_t heap_bytes_ = DeviceHeap::kDefaultBytes, heap_releases_ = 0;
  Print print_;
};

}  // namespace unibank
