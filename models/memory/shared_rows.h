// Eight SRAM banks of 16 bytes side by side, one in each cluster or behind each crossbar port: row r of all eight is
// 128 bytes, a register of a warp or a line. Bytes, counters and the port check are stored once for all eight, so that
// an access to a whole row costs the host as little as one to a single bank. A bank accesses its own part through
// bank_core.h. Plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "base/types.h"
#include "memory/bank_counters.h"

namespace unibank {

class SharedRows {
 public:
  static constexpr unsigned kBanks = 8, kBankBytes = 16, kRowBytes = kBanks * kBankBytes;
  static constexpr unsigned kAllBanks = (1u << kBanks) - 1;

  explicit SharedRows(unsigned rows) : bytes_(rows * kRowBytes) {}

  unsigned bytes() const { return bytes_; }  // of all banks
  // The bytes of all banks, row by row; null: all are 0 (bank_core.h).
  unsigned char* data() { return data_.get(); }
  unsigned char* make_data() {
    if (!data_) data_.reset(new unsigned char[bytes_]());
    return data_.get();
  }

  // Accesses the parts of `banks` (bit b: bank b) of the row at byte `address`.
  void read(unsigned address, unsigned banks, unsigned char* to) {
    count(banks, false);
    if (banks == kAllBanks) {
      data_ ? std::memcpy(to, &data_[address], kRowBytes) : std::memset(to, 0, kRowBytes);
      return;
    }
    for (unsigned left = banks; left; left &= left - 1) {
      const unsigned at = static_cast<unsigned>(__builtin_ctz(left)) * kBankBytes;
      data_ ? std::memcpy(to + at, &data_[address + at], kBankBytes) : std::memset(to + at, 0, kBankBytes);
    }
  }
  void write(unsigned address, unsigned banks, const unsigned char* from) {
    count(banks, true);
    if (!data_ && (is_zero(from) || is_zero(from, banks))) return;
    unsigned char* const to = make_data() + address;
    if (banks == kAllBanks) {
      std::memcpy(to, from, kRowBytes);
      return;
    }
    for (unsigned left = banks; left; left &= left - 1) {
      const unsigned at = static_cast<unsigned>(__builtin_ctz(left)) * kBankBytes;
      std::memcpy(to + at, from + at, kBankBytes);
    }
  }

  // A bank has one port in each direction: its second read (or write) in one cycle is a violation.
  void check_ports(unsigned banks, bool write, Cycle cycle) {
    Port& port = ports_[write];
    if (port.cycle != cycle) port = {cycle, 0};
    for (unsigned twice = port.banks & banks; twice; twice &= twice - 1) ++part_[__builtin_ctz(twice)].violations;
    port.banks |= banks;
  }

  // The counters of one bank.
  BankCounters counters(unsigned bank) const {
    BankCounters counters = part_[bank];
    counters.reads += whole_.reads;
    counters.writes += whole_.writes;
    return counters;
  }

 private:
  struct Port {
    Cycle cycle = kNever;
    unsigned banks = 0;  // accessed in this cycle
  };

  void count(unsigned banks, bool write) {
    std::uint64_t BankCounters::*const counter = write ? &BankCounters::writes : &BankCounters::reads;
    if (banks == kAllBanks) {
      ++(whole_.*counter);
      return;
    }
    for (unsigned left = banks; left; left &= left - 1) ++(part_[__builtin_ctz(left)].*counter);
  }
  static bool is_zero(const unsigned char* row) {
    std::array<std::uint64_t, kRowBytes / 8> words;
    std::memcpy(words.data(), row, kRowBytes);
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }
  [[gnu::noinline]] static bool is_zero(const unsigned char* row, unsigned banks) {
    static constexpr std::array<unsigned char, kBankBytes> kZeros{};
    for (unsigned left = banks; left; left &= left - 1) {
      if (std::memcmp(row + static_cast<unsigned>(__builtin_ctz(left)) * kBankBytes, kZeros.data(), kBankBytes) != 0)
        return false;
    }
    return true;
  }

  std::unique_ptr<unsigned char[]> data_;
  unsigned bytes_;
  BankCounters whole_;                     // accesses to all banks at once
  std::array<BankCounters, kBanks> part_;  // [bank] other accesses
  std::array<Port, 2> ports_;              // [write]
};

}  // namespace unibank
