// The accesses of a memory instruction: rows of banks, and lines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/types.h"

namespace unibank {

constexpr unsigned kCrossbarPorts = 8;      // 16 bytes each: a line of 128 bytes crosses all of them
constexpr unsigned kMostBanksAPort = 8;     // the size of arrays and bit masks
constexpr unsigned kMostRegisterBanks = 16;  // most banks of a cluster whose banks only registers use: the
                                             // schema's range
constexpr unsigned kNarrowBanksAPort = 4;   // banks of 4 bytes, side by side
constexpr unsigned kNarrowBanks = kCrossbarPorts * kNarrowBanksAPort;
constexpr unsigned kWideBankBytes = 16;     // the width: one register of a cluster's 4 threads

// One access through the crossbar: to one bank, or to several adjacent 4-byte banks of a port.
struct BankRow {
  static constexpr std::uint8_t kWholeRow = 0xf;

  std::uint8_t port = 0;      // crossbar port
  std::uint8_t bank = 0;      // number at the port (StorageMemory::first_bank); the first of `banks`
  std::uint8_t width = 0;     // bytes, of all of them
  std::uint8_t words = 0;     // bit w: word w of the row crosses the crossbar
  std::uint32_t address = 0;  // within the port
  std::uint8_t banks = 1;

  bool narrow() const { return width == 4 * banks; }
  // For 4-byte banks: the row in `count` of its banks, from number `first` of the row on.
  BankRow part(unsigned first, unsigned count) const {
    return {port, static_cast<std::uint8_t>(bank + first), static_cast<std::uint8_t>(4 * count),
            static_cast<std::uint8_t>((1u << count) - 1), address + 4 * first, static_cast<std::uint8_t>(count)};
  }
};

// One line of memory that a warp instruction touches.
struct LineAccess {
  std::uint64_t address = 0;  // of the line
  std::uint32_t words = 0;    // bit w: word w of the line is touched
  // Bit s: 32-byte sector s is touched.
  unsigned sectors() const {
    unsigned touched = 0;
    for (unsigned sector = 0; sector < kLineBytes / kSectorBytes; ++sector)
      touched |= ((words >> (8 * sector) & 0xff) != 0 ? 1u : 0u) << sector;
    return touched;
  }
};

// Bytes of a line: [sector], bit b: byte b of the sector.
using LineBytes = std::array<std::uint32_t, kLineBytes / kSectorBytes>;

// For an atomic's line: [sector], the most lanes that share an address in it; 0: no lane.
using AtomicTurns = std::array<std::uint8_t, kLineBytes / kSectorBytes>;

// Accesses of one instruction: rows of the scratchpad, or lines.
struct MemoryAccess {
  const BankRow* rows = nullptr;
  std::size_t row_count = 0;
  const LineAccess* lines = nullptr;
  std::size_t line_count = 0;
};

}  // namespace unibank
