// The heap of malloc and free in kernels: an allocator of one region of device memory. The same
// calls in the same order return the same addresses.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace unibank {

class DeviceHeap {
 public:
  static constexpr std::uint64_t kDefaultBytes = std::uint64_t{8} << 20;  // CUDA's cudaLimitMallocHeapSize
  static constexpr std::uint64_t kAlign = 16;
  struct Block {
    std::uint64_t begin = 0, end = 0;
  };

  void place(std::uint64_t begin, std::uint64_t bytes);
  bool placed() const { return end_ != 0; }
  bool holds(std::uint64_t address) const { return address >= begin_ && address < end_; }

  // The address of `bytes` bytes, a multiple of `align` (a power of two): in the smallest hole in which they fit, the
  // lowest of equal ones. 0 when there is none. Between two blocks at least kAlign bytes stay unused.
  std::uint64_t allocate(std::uint64_t bytes, std::uint64_t align = kAlign);
  // Releases and returns the block that begins at the address; an empty one when none does.
  Block release(std::uint64_t address);
  // The block that holds the address; an empty one when there is none.
  Block block_of(std::uint64_t address) const;
  // "4 bytes after the end of a block of 64 bytes at 0x100010 in the heap"
  std::string describe(std::uint64_t address) const;

 private:
  void add_hole(std::uint64_t begin, std::uint64_t end);
  void remove_hole(std::map<std::uint64_t, std::uint64_t>::iterator hole);

  std::uint64_t begin_ = 0, end_ = 0;
  std::map<std::uint64_t, std::uint64_t> blocks_;             // begin -> requested bytes
  std::map<std::uint64_t, std::uint64_t> holes_;              // begin -> end
  std::set<std::pair<std::uint64_t, std::uint64_t>> by_size_;  // bytes, begin: of each hole
};

}  // namespace unibank
