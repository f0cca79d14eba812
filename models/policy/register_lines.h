// Registers as lines of memory (Jing et al. 2016, section III-C): a warp register has an address, and is found in the
// array by its tag.
//
//   reg-mem address, 32 bits:  prefix of the SM (31..17) | warp register (16..7) | 7 zeros
//   any address in the array:  tag (31..15) | set within the bank (14..9) | tag bank (8..7) | offset (6..0)
//
// The widths are those of 1,024 lines in 256 sets and 4 banks. A larger array has more register bits, and a prefix that
// is shorter by the same number. Prefixes count down from all ones: the top of the 32-bit addresses. Device memory has
// the first GB, with `unibank exec` addresses from 64 GB on, and otherwise those that a manifest or a trace gives.
// Warp register: the row of the register in its bank x banks + bank, packed as in register_banks.h; without swizzle it
// is the warp's base (its slot x registers per thread) + the register's number.
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
