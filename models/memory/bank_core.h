// One SRAM bank: rows of a fixed width with byte enables, one read and one write port. Stores real bytes, initially 0.
// A bank allocates memory only when something other than 0 is written. Without values (the streams hold them) no bank
// does, which saves some 200 KB per SM that would pass through the host's caches in each cycle.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "base/counters.h"
#include "base/types.h"

namespace unibank {

#define UNIBANK_BANK_COUNTERS(counter) \
  counter(reads, "banks.reads", "rows", "read from the SRAM banks of registers, scratchpad and cache") \
  counter(writes, "banks.writes", "rows", "written to the SRAM banks") \
  counter(violations, "banks.violations", "accesses", \
          "beyond one read and one write per bank and cycle: 0 unless the arbiter is wrong")
UNIBANK_COUNTERS(BankCounters, "sm.banks", UNIBANK_BANK_COUNTERS);

class alignas(64) BankCore {  // one cache line: a machine has thousands of banks
 public:
  // `width` in bytes, a power of two up to 64. `check_ports`: violations are counted. `follow_values`: its
  // owner tracks the writer of each byte.
  BankCore(unsigned rows, unsigned width, bool check_ports = false, bool follow_values = false)
      : size_(rows * width),
        unchecked_bytes_(check_ports || follow_values ? 0 : size_),
        width_(static_cast<std::uint16_t>(width)),
        check_ports_(check_ports) {}

  unsigned bytes() const { return size_; }
  // The size of the bank if its accesses need neither check_port() nor writers; else 0.
  unsigned unchecked_bytes() const { return unchecked_bytes_; }
  // Inside the bank and inside one row.
  bool fits(std::uint64_t address, unsigned length) const {
    return address < size_ && length > 0 && (address & (width_ - 1)) + length <= width_;
  }

  void read(std::uint64_t address, unsigned length, unsigned char* to) {
    ++counters_.reads;
    bytes_ ? copy(to, &bytes_[address], length) : copy(to, kZeros.data(), length);
  }
  void write(std::uint64_t address, unsigned length, const unsigned char* from) {
    ++counters_.writes;
    if (!bytes_ && !needs_bytes(from, length)) return;
    copy(&bytes_[address], from, length);
  }
  // The same for 16 bytes, without a call; returns false, without any effect, if the bank has no memory for them yet.
  bool write_row(std::uint64_t address, const unsigned char* from) {
    if (bytes_) {
      std::memcpy(&bytes_[address], from, 16);
    } else if (!is_zero(from)) {
      return false;
    }
    ++counters_.writes;
    return true;
  }
  // Bytes whose enable is 0xff; the pattern of `enable_length` bytes repeats (TLM's rule).
  void write(std::uint64_t address, unsigned length, const unsigned char* from, const unsigned char* enables,
             unsigned enable_length) {
    ++counters_.writes;
    if (!bytes_ && !needs_bytes(from, length)) return;
    for (unsigned i = 0; i < length; ++i) {
      if (enables[i % enable_length]) bytes_[address + i] = from[i];
    }
  }

  // One port each way: counts a second read (or write) in one cycle as a violation.
  bool checks_ports() const { return check_ports_; }
  void check_port(bool write, Cycle cycle) {
    Cycle& last = write ? last_write_ : last_read_;
    if (last == cycle) ++counters_.violations;
    last = cycle;
  }

  const BankCounters& counters() const { return counters_; }

 private:
  static constexpr std::array<unsigned char, 64> kZeros{};  // of rows of any width

  static bool is_zero(const unsigned char* row) {
    std::uint64_t low, high;
    std::memcpy(&low, row, 8);
    std::memcpy(&high, row + 8, 8);
    return (low | high) == 0;
  }
  // For a bank without memory: whether these bytes are not all 0. If so, allocates the memory.
  [[gnu::noinline]] bool needs_bytes(const unsigned char* from, unsigned length) {
    if (std::memcmp(from, kZeros.data(), length) == 0) return false;
    bytes_.reset(new unsigned char[size_]());
    return true;
  }

  // Whole rows are by far the most frequent, and a copy of fixed length needs no call.
  static void copy(unsigned char* to, const unsigned char* from, unsigned length) {
    if (length == 16) {
      std::memcpy(to, from, 16);
    } else if (length == 4) {
      std::memcpy(to, from, 4);
    } else {
      std::memcpy(to, from, length);
    }
  }

  std::unique_ptr<unsigned char[]> bytes_;  // null: all are 0
  std::uint32_t size_, unchecked_bytes_;
  std::uint16_t width_;
  bool check_ports_;
  BankCounters counters_;
  Cycle last_read_ = kNever, last_write_ = kNever;
};

}  // namespace unibank
