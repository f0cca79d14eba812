// Registers as lines of memory (Jing et al. 2016, section III-C): a warp register has an address, and is found in the
// array by its tag.
//
//   reg-mem address, 32 bits:  prefix of the SM (31..17) | warp register (16..7) | 7 zeros
//   any address in the array:  tag (31..15) | set within the bank (14..9) | tag bank (8..7) | offset (6..0)
//
// The widths are those of 1,024 lines in 256 sets and 4 banks. A larger array has more register bits, and a prefix that
// is shorter by the same number. Prefixes count down from all ones: the top of the 32-bit addresses, where no data may
// lie (design/register_addresses.h). Warp register: the row of the register in its bank x banks + bank, packed as in
// register_banks.h; without swizzle it is the warp's base (its slot x registers per thread) + the register's number
//
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/types.h"

namespace unibank {

constexpr unsigned kLineOffsetBits = 7, kRegMemBits = 32, kLeastRegisterBits = 10;

// Bits of a warp register's number in an array with this many lines.
constexpr unsigned register_bits(std::uint64_t lines) {
  unsigned bits = kLeastRegisterBits;
  while ((std::uint64_t{1} << bits) < lines) ++bits;
  return bits;
}

constexpr std::uint64_t register_prefix(unsigned sm, unsigned bits) {
  return (std::uint64_t{1} << (kRegMemBits - kLineOffsetBits - bits)) - 1 - sm;
}

constexpr std::uint64_t register_line(unsigned sm, std::uint64_t warp_register, unsigned bits) {
  return (register_prefix(sm, bits) << bits | warp_register) << kLineOffsetBits;
}

// The addresses of the registers of all SMs: `bytes` from `begin` on.
struct RegisterAddresses {
  std::uint64_t begin = 0, bytes = 0;  // bytes 0: none
  constexpr bool holds(std::uint64_t address) const { return address - begin < bytes; }
};

// `lines`: of the array of each SM. All registers together have less than 4 GB.
constexpr RegisterAddresses register_addresses(unsigned sms, std::uint64_t lines) {
  const unsigned bits = register_bits(lines);
  return {register_line(sms - 1, 0, bits), std::uint64_t{sms} << bits << kLineOffsetBits};
}

// Location of line (set, way) of the array: one row of one bank, the same in all clusters. Sets are interleaved over
// banks, so a line's bank is its tag bank.
struct LinePlace {
  std::uint16_t bank = 0;
  std::uint32_t row = 0;
};

constexpr LinePlace line_place(std::uint32_t set, unsigned way, unsigned banks, unsigned ways) {
  return {static_cast<std::uint16_t>(set % banks), set / banks * ways + way};
}

}  // namespace unibank
