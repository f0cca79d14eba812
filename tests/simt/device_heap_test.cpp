// The heap of kernels: the addresses that malloc returns, and the effect of free.
#include <catch2/catch.hpp>
#include <random>
#include <sstream>
#include <vector>

#include "base/input_error.h"
#include "simt/device_memory.h"

using namespace unibank;

TEST_CASE("blocks of the heap lie at multiples of 16, with 16 bytes between them, lowest first") {
  DeviceHeap heap;
  heap.place(0x1000, 256);
  CHECK(heap.allocate(64) == 0x1000);
  CHECK(heap.allocate(1) == 0x1000 + 80);
  CHECK(heap.allocate(0) == 0x1000 + 112);
  CHECK(heap.allocate(100) == 0x1000 + 128);  // up to 256
  CHECK(heap.allocate(1) == 0);
  CHECK(heap.block_of(0x1000 + 63).begin == 0x1000);
  CHECK(heap.block_of(0x1000 + 64).begin == 0);
}

TEST_CASE("the smallest hole is taken and of equal ones the lowest") {
  DeviceHeap heap;
  heap.place(0x1000, 1024);
  std::vector<std::uint64_t> blocks;
  for (const unsigned bytes : {112, 16, 48, 16, 48, 16}) blocks.push_back(heap.allocate(bytes));
  for (const unsigned n : {0, 2, 4}) CHECK(heap.release(blocks[n]).begin == blocks[n]);
  CHECK(heap.allocate(32) == blocks[2]);
  CHECK(heap.allocate(48) == blocks[4]);
  CHECK(heap.allocate(64) == blocks[0]);
}

TEST_CASE("freed neighbours are one hole again, and a block is freed once") {
  DeviceHeap heap;
  heap.place(0x1000, 160);
  const std::uint64_t first = heap.allocate(32), second = heap.allocate(32), third = heap.allocate(48);
  CHECK(heap.allocate(16) == 0);
  CHECK(heap.release(second + 16).begin == 0);
  CHECK(heap.release(first).end == first + 32);
  CHECK(heap.release(third).begin == third);
  CHECK(heap.release(second).begin == second);
  CHECK(heap.release(second).begin == 0);
  CHECK(heap.allocate(144) == 0x1000);
}

TEST_CASE("an aligned block leaves what is before it to others") {
  DeviceHeap heap;
  heap.place(0x1100, 0x1000);
  CHECK(heap.allocate(16) == 0x1100);
  CHECK(heap.allocate(100, 512) == 0x1200);
  CHECK(heap.allocate(64) == 0x1120);
  CHECK(heap.allocate(16, 4096) == 0x2000);
  CHECK(heap.allocate(16, 8192) == 0);
  CHECK(heap.allocate(~std::uint64_t{0}) == 0);
}

TEST_CASE("random calls never give a byte twice, and all of it comes back") {
  DeviceHeap heap;
  constexpr std::uint64_t kBegin = 0x1000, kBytes = 1 << 14;
  heap.place(kBegin, kBytes);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks;
  std::vector<bool> used(kBytes);
  std::mt19937 random(7);
  for (int step = 0; step < 20000; ++step) {
    if (random() % 2 == 0 || blocks.empty()) {
      const std::uint64_t bytes = random() % 300, align = std::uint64_t{16} << random() % 4;
      const std::uint64_t at = heap.allocate(bytes, align);
      if (at == 0) continue;
      REQUIRE(at % align == 0);
      for (std::uint64_t byte = at; byte < at + bytes; ++byte) {
        REQUIRE_FALSE(used[byte - kBegin]);
        used[byte - kBegin] = true;
      }
      blocks.emplace_back(at, bytes);
    } else {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      const auto [at, bytes] = blocks.back();
      blocks.pop_back();
      REQUIRE(heap.release(at).end == at + bytes);
      for (std::uint64_t byte = at; byte < at + bytes; ++byte) used[byte - kBegin] = false;
    }
  }
  for (const auto& [at, bytes] : blocks) heap.release(at);
  CHECK(heap.allocate(kBytes - DeviceHeap::kAlign) == kBegin);
}

TEST_CASE("device memory knows single blocks of its heap") {
  DeviceMemory memory(std::uint64_t{16} << 20);
  memory.place_heap();
  memory.place_heap();
  CHECK(memory.allocated_bytes() == DeviceHeap::kDefaultBytes);
  const std::uint64_t first = memory.heap_allocate(64), second = memory.heap_allocate(64);
  CHECK(memory.range_of(first + 63).holds(first, 64));
  CHECK_FALSE(memory.range_of(first + 64).holds(first + 64, 1));
  CHECK(memory.describe(first + 68) == "4 bytes after the end of a block of 64 bytes at 0x" + [&] {
    std::ostringstream text;
    text << std::hex << first;
    return text.str();
  }() + " in the heap");
  const std::uint32_t value = 7;
  memory.write(first, &value, 4);
  CHECK(memory.heap_release(first));
  CHECK(memory.heap_releases() == 1);
  CHECK_FALSE(memory.heap_release(first));
  CHECK_FALSE(memory.range_of(first).holds(first, 1));
  CHECK(memory.range_of(second).holds(second, 64));
  std::uint32_t read = 1;
  CHECK(memory.heap_allocate(64) == first);
  memory.read(first, &read, 4);
  CHECK(read == 0);  // memory starts as zeros
  CHECK_THROWS_AS(memory.set_heap_bytes(1 << 20), InputError);
}

TEST_CASE("a heap of another size") {
  DeviceMemory memory(std::uint64_t{16} << 20);
  memory.set_heap_bytes(1024);
  memory.place_heap();
  CHECK(memory.heap_allocate(1008) != 0);
  CHECK(memory.heap_allocate(1) == 0);
  DeviceMemory small(std::uint64_t{4} << 20);
  CHECK_THROWS_WITH(small.place_heap(), Catch::Contains("device memory is full: 'heap of malloc in kernels' needs"));
}
