#include <catch2/catch.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <memory>
#include <utility>

#include "base/input_error.h"
#include "simt/device_memory.h"
#include "simt/run_kernel.h"

using namespace unibank;

namespace {

// Bytes of the process's addresses, and of those that are in the host's memory.
struct HostBytes {
  std::uint64_t all = 0, resident = 0;
};
HostBytes host_bytes() {
  HostBytes bytes;
  std::ifstream("/proc/self/statm") >> bytes.all >> bytes.resident;
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return {bytes.all * page, bytes.resident * page};
}

}  // namespace

TEST_CASE("allocations are aligned, apart, and never at address 0") {
  DeviceMemory memory(16 << 20);
  const auto a = memory.allocate(256, "a"), b = memory.allocate(1, "b"), c = memory.allocate(0, "c");
  CHECK(a == kReservedBytes);
  CHECK(b == a + 512);  // at least one byte between two allocations belongs to neither
  CHECK(c == b + 256);
  CHECK(memory.range_of(a + 255).begin == a);
  CHECK(memory.range_of(a + 256).end == 0);
  CHECK(memory.range_of(0).end == 0);
  CHECK(memory.allocated_bytes() == 257);
}

TEST_CASE("released bytes are allocated again as zeros") {
  DeviceMemory memory(16 << 20);
  const auto a = memory.allocate(1000, "a"), b = memory.allocate(1000, "b");
  const std::uint32_t value = 77;
  memory.write(a, &value, 4);
  memory.release(a);
  CHECK(memory.allocate(2000, "large") > b);
  CHECK(memory.allocate(1000, "again") == a);
  std::uint32_t read = 1;
  memory.read(a, &read, 4);
  CHECK(read == 0);
  CHECK_THROWS_AS(memory.release(a + 256), InputError);
}

TEST_CASE("shared memory takes as many of the host's addresses as it has bytes, wherever it begins") {
  constexpr std::uint64_t kCapacity = std::uint64_t{1} << 24, kFirst = std::uint64_t{64} << 30;
  const int file = ::memfd_create("test", MFD_CLOEXEC);
  REQUIRE(file >= 0);
  REQUIRE(::ftruncate(file, static_cast<off_t>(kCapacity)) == 0);
  const std::uint64_t before = host_bytes().all;
  DeviceMemory memory(kCapacity, {file, kFirst});
  CHECK(host_bytes().all - before <= 2 * kCapacity);
  const std::uint64_t first = memory.allocate(8), last = memory.allocate(kCapacity - 512);
  CHECK(first == kFirst);
  CHECK(last + kCapacity - 512 == kFirst + kCapacity - 256);
  for (const std::uint64_t at : {first, last + kCapacity - 520}) {
    memory.write(at, &at, 8);
    std::uint64_t in_file = 0, in_arena = 0;
    CHECK(::pread(file, &in_file, 8, static_cast<off_t>(at - kFirst)) == 8);
    std::memcpy(&in_arena, memory.arena() + at, 8);
    CHECK(in_file == at);
    CHECK(in_arena == at);
  }
  CHECK_THROWS_AS(memory.allocate(512), InputError);
  ::close(file);
}

TEST_CASE("a release of many bytes takes none of the host's memory and leaves zeros, in shared memory too") {
  constexpr std::uint64_t kBytes = (std::uint64_t{300} << 20) + 1000, kCapacity = std::uint64_t{1} << 30;
  const int file = ::memfd_create("test", MFD_CLOEXEC);
  REQUIRE(file >= 0);
  REQUIRE(::ftruncate(file, static_cast<off_t>(kCapacity)) == 0);
  for (const bool shared : {false, true}) {
    const auto memory = shared ? std::make_unique<DeviceMemory>(kCapacity, DeviceMemory::Shared{file, kReservedBytes})
                               : std::make_unique<DeviceMemory>(kCapacity);
    const std::uint64_t before = memory->allocate(300, "before"), many = memory->allocate(kBytes, "many");
    const std::uint64_t after = memory->allocate(4, "after");
    const std::uint32_t value = 77;
    const std::uint64_t places[] = {many, many + 4096, many + kBytes / 8 * 4, many + kBytes - 4};
    for (const std::uint64_t place : places) memory->write(place, &value, sizeof value);
    for (const std::uint64_t place : {before + 296, after}) memory->write(place, &value, sizeof value);
    const std::uint64_t resident = host_bytes().resident;
    memory->release(many);
    CHECK(host_bytes().resident < resident + (std::uint64_t{16} << 20));
    REQUIRE(memory->allocate(kBytes, "again") == many);
    std::uint32_t read = 0;
    for (const std::uint64_t place : places) {
      memory->read(place, &read, sizeof read);
      CHECK(read == 0);
    }
    for (const std::uint64_t place : {before + 296, after}) {
      memory->read(place, &read, sizeof read);
      CHECK(read == value);
    }
  }
  ::close(file);
}

TEST_CASE("reads and writes stay in one allocation") {
  DeviceMemory memory(16 << 20);
  const auto a = memory.allocate(100, "scores");
  std::uint8_t bytes[200] = {};
  CHECK_NOTHROW(memory.write(a + 50, bytes, 50));
  CHECK_THROWS_WITH(
      memory.write(a + 50, bytes, 51),
      "write of 51 bytes at 0x100032 does not lie in one allocation: 50 bytes into 'scores' (100 bytes at 0x100000)");
  CHECK_THROWS_AS(memory.read(a + 100, bytes, 1), InputError);
  CHECK_THROWS_AS(memory.fill(a - 1, 0, 1), InputError);
  CHECK_THROWS_AS(memory.read(~std::uint64_t{0} - 3, bytes, 8), InputError);
}

TEST_CASE("the error of a full memory names the requested bytes") {
  DeviceMemory memory(2 << 20);
  memory.allocate(1000, "small");
  CHECK_THROWS_WITH(memory.allocate(1 << 20, "large"),
                    "device memory is full: 'large' needs 1048576 bytes, 1000 of 2097152 are taken");
  CHECK_THROWS_AS(memory.allocate(~std::uint64_t{0}, "all"), InputError);
  CHECK_THROWS_WITH(memory.allocate(1 << 20, ""), Catch::StartsWith("device memory is full: a buffer needs 1048576 "));
}

TEST_CASE("each write, fill, allocation and release by the host counts") {
  DeviceMemory memory(16 << 20);
  std::uint64_t before = memory.host_writes();
  const auto more = [&memory, &before] { return memory.host_writes() - std::exchange(before, memory.host_writes()); };
  const auto a = memory.allocate(100, "a");
  CHECK(more() == 1);
  std::uint8_t bytes[4] = {};
  memory.write(a, bytes, 4);
  memory.fill(a + 8, 1, 92);
  CHECK(more() == 2);
  memory.read(a, bytes, 4);
  memory.write(a, bytes, 0);
  memory.fill(a, 0, 0);
  CHECK_THROWS_AS(memory.write(a + 99, bytes, 4), InputError);
  CHECK(more() == 0);
  memory.release(a);
  CHECK(more() == 1);
  memory.place_heap();
  CHECK(more() == 1);
  const auto block = memory.heap_allocate(64);
  CHECK(memory.heap_release(block));  // kernels do that
  CHECK(more() == 0);
}

TEST_CASE("allocations are listed by address, without those that were released") {
  DeviceMemory memory(16 << 20);
  CHECK(memory.allocations().empty());
  const auto a = memory.allocate(100, "a"), b = memory.allocate(2000, "b"), c = memory.allocate(4, "c");
  memory.release(b);
  const auto found = memory.allocations();
  REQUIRE(found.size() == 2);
  CHECK(found[0].begin == a);
  CHECK(found[0].end == a + 100);
  CHECK(found[1].begin == c);
  CHECK(found[1].end == c + 4);
}

TEST_CASE("the local memory of a launch is an allocation") {
  KernelRun kernel(module_of(".local .align 4 .b8 frame[6];\nmov.u64 %l2, frame;\nst.local.u32 [%l2], %r0;"));
  const auto has = [&kernel](std::uint64_t address, std::uint64_t bytes) {
    const auto all = kernel.memory.allocations();
    return std::any_of(all.begin(), all.end(), [&](const DeviceMemory::Range& range) {
      return range.holds(address, bytes) && range.end - range.begin == bytes;
    });
  };
  std::uint64_t local = 0;
  {
    SimtStream stream = kernel.stream(std::vector<int>{0}, 4, {}, {64, 1, 1}, 3);
    local = stream.description().local_base;
    CHECK(has(local, 3 * 32 * 8));  // three warps' slots, whole words
  }
  CHECK_FALSE(has(local, 3 * 32 * 8));
}
