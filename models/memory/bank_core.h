// One SRAM bank: rows of a fixed width with byte enables, one read and one write port. Stores real bytes, initially 0.
// A bank allocates memory only when a byte other than 0 is written. Unless values are followed, no bank does: this
// saves some 200 KB per SM, which would pass through the host's caches in each cycle. A bank may be one of eight whose
// bytes are stored together (shared_rows.h).
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "base/types.h"
#include "memory/bank_counters.h"
#include "memory/shared_rows.h"

namespace unibank {

class alignas(64) BankCore {  // one cache line: a machine has thousands of banks
 public:
  // `width` in bytes, a power of two up to 64. `check_ports`: violations are counted. `follow_values`: its
  // owner tracks the writer of each byte.
  BankCore(unsigned rows, unsigned width, bool check_ports = false, bool follow_values = false)
      : size_(rows * width),
        width_(static_cast<std::uint8_t>(width)),
        check_ports_(check_ports),
        unchecked_(!check_ports && !follow_values) {}
  // Bank number `bank` of `shared`, which must outlive it.
  BankCore(SharedRows& shared, unsigned bank, bool check_ports = false, bool follow_values = false)
      : BankCore(shared.bytes() / SharedRows::kRowBytes, SharedRows::kBankBytes, check_ports, follow_values) {
    shared_ = &shared;
    bank_ = static_cast<std::uint8_t>(bank);
  }

  unsigned bytes() const { return size_; }
  // The size of the bank if its accesses need neither check_port() nor writers; else 0.
  unsigned unchecked_bytes() const { return unchecked_ ? size_ : 0; }
  // Whether the bytes lie inside the bank and inside one row.
  bool fits(std::uint64_t address, unsigned length) const {
    return address < size_ && length > 0 && (address & (width_ - 1)) + length <= width_;
  }

  void read(std::uint64_t address, unsigned length, unsigned char* to) {
    ++counters_.reads;
    const unsigned char* const from = place(address);
    copy(to, from ? from : kZeros.data(), length);
  }
  void write(std::uint64_t address, unsigned length, const unsigned char* from) {
    ++counters_.writes;
    if (!place(address) && !needs_bytes(from, length)) return;
    copy(place(address), from, length);
  }
  // Writes 4 bytes; a 0 needs no memory and no call.
  void write_word(std::uint64_t address, const unsigned char* from) {
    std::uint32_t word;
    std::memcpy(&word, from, 4);
    if (word == 0 && !place(address)) ++counters_.writes;
    else write(address, 4, from);
  }
  // Writes 16 bytes, without a call; returns false, without any effect, if the bank must allocate memory for them.
  bool write_row(std::uint64_t address, const unsigned char* from) {
    if (unsigned char* const to = place(address)) {
      std::memcpy(to, from, 16);
    } else if (!is_zero(from)) {
      return false;
    }
    ++counters_.writes;
    return true;
  }
  // Writes the bytes whose enable is 0xff; the pattern of `enable_length` bytes repeats (TLM's rule).
  void write(std::uint64_t address, unsigned length, const unsigned char* from, const unsigned char* enables,
             unsigned enable_length) {
    ++counters_.writes;
    if (!place(address) && !needs_bytes(from, length)) return;
    unsigned char* const to = place(address);
    for (unsigned i = 0; i < length; ++i) {
      if (enables[i % enable_length]) to[i] = from[i];
    }
  }

  // The bank has one port in each direction: counts a second read (or write) in one cycle as a violation.
  bool checks_ports() const { return check_ports_; }
  void check_port(bool write, Cycle cycle) {
    if (shared_) return shared_->check_ports(1u << bank_, write, cycle);
    Cycle& last = write ? last_write_ : last_read_;
    if (last == cycle) ++counters_.violations;
    last = cycle;
  }

  BankCounters counters() const {
    BankCounters all = shared_ ? shared_->counters(bank_) : BankCounters();
    all.reads += counters_.reads;
    all.writes += counters_.writes;
    all.violations += counters_.violations;
    return all;
  }
  SharedRows* shared() const { return shared_; }
  unsigned bank() const { return bank_; }  // its number in shared()

 private:
  static constexpr std::array<unsigned char, 64> kZeros{};  // for rows of any width

  static bool is_zero(const unsigned char* row) {
    std::uint64_t low, high;
    std::memcpy(&low, row, 8);
    std::memcpy(&high, row + 8, 8);
    return (low | high) == 0;
  }
  // For a bank without memory: whether these bytes are not all 0. If so, allocates the memory.
  [[gnu::noinline]] bool needs_bytes(const unsigned char* from, unsigned length) {
    if (std::memcmp(from, kZeros.data(), length) == 0) return false;
    shared_ ? static_cast<void>(shared_->make_data()) : bytes_.reset(new unsigned char[size_]());
    return true;
  }
  // The address of a byte of a row; null: the bank has no memory.
  unsigned char* place(std::uint64_t address) const {
    if (!shared_) return bytes_ ? &bytes_[address] : nullptr;
    unsigned char* const rows = shared_->data();
    if (!rows) return nullptr;
    constexpr std::uint64_t kInRow = SharedRows::kBankBytes - 1;
    return rows + (address & ~kInRow) * SharedRows::kBanks + bank_ * SharedRows::kBankBytes + (address & kInRow);
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

  std::unique_ptr<unsigned char[]> bytes_;  // null: all bytes are 0, or they are in `shared_`
  SharedRows* shared_ = nullptr;
  std::uint32_t size_;
  std::uint8_t width_, bank_ = 0;
  bool check_ports_, unchecked_;
  BankCounters counters_;
  Cycle last_read_ = kNever, last_write_ = kNever;
};
static_assert(sizeof(BankCore) == 64);

}  // namespace unibank
