// Runs of adjacent sectors of a line: the unit of one request to memory. Plain C++.
#pragma once

#include "layout/access.h"

namespace unibank {

constexpr unsigned kAllSectors = (1u << kLineBytes / kSectorBytes) - 1;

// Bit s: sector s of its line is among the `length` bytes from `address` on, whole sectors of one line.
inline unsigned sectors_of(std::uint64_t address, unsigned length) {
  const auto first = static_cast<unsigned>(address % kLineBytes / kSectorBytes);
  return ((1u << length / kSectorBytes) - 1) << first;
}

// Bit w: word w of the line is in one of these sectors.
inline std::uint32_t words_of(unsigned sectors) {
  constexpr unsigned kWords = kSectorBytes / 4;
  std::uint32_t words = 0;
  for (unsigned sector = 0; sector < kLineBytes / kSectorBytes; ++sector) {
    if (sectors >> sector & 1) words |= ((1u << kWords) - 1) << kWords * sector;
  }
  return words;
}

// Calls use(address, bytes) for each run of touched sectors.
template <typename Use>
void each_run(const LineAccess& line, const Use& use) {
  const unsigned sectors = line.sectors();
  for (unsigned sector = 0; sector < kLineBytes / kSectorBytes;) {
    unsigned end = sector;
    while (end < kLineBytes / kSectorBytes && (sectors >> end & 1)) ++end;
    if (end != sector) use(line.address + sector * kSectorBytes, (end - sector) * kSectorBytes);
    sector = end + (end == sector);
  }
}

inline unsigned runs_of(const LineAccess& line) {
  unsigned runs = 0;
  each_run(line, [&runs](std::uint64_t, unsigned) { ++runs; });
  return runs;
}

}  // namespace unibank
