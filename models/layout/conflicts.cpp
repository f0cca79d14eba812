#include "layout/conflicts.h"

#include <algorithm>
#include <array>

namespace unibank {
namespace {

// A line covers all cache banks.
ConflictCount separate(const std::uint8_t* memory_rows, unsigned register_count, unsigned lines) {
  ConflictCount result;
  result.largest_bank = std::max(register_count, lines);
  if (memory_rows) {
    result.largest_bank =
        std::max<unsigned>(result.largest_bank, *std::max_element(memory_rows, memory_rows + kNarrowBanks));
  }
  result.count = result.largest_bank;
  return result;
}

ConflictCount shared(const ConflictLayout& layout, const std::uint8_t* register_reads,
                      const std::uint8_t* memory_rows) {
  ConflictCount result;
  for (unsigned cluster = 0; cluster < layout.clusters; ++cluster) {
    const std::uint8_t* rows = memory_rows + cluster * layout.banks_per_cluster;
    unsigned port = 0;
    for (unsigned bank = 0; bank < layout.banks_per_cluster; ++bank) {
      port += rows[bank];
      result.largest_bank = std::max<unsigned>(result.largest_bank, register_reads[bank] + rows[bank]);
    }
    if (!layout.multiple_mux) result.count = std::max(result.count, port);
  }
  result.count = std::max(result.count, result.largest_bank);
  return result;
}

}  // namespace

ConflictCount count_conflicts(const ConflictLayout& layout, const std::uint8_t* register_reads,
                              const std::uint8_t* memory_rows, unsigned lines) {
  ConflictCount result;
  if (layout.shared_banks && memory_rows) {
    result = shared(layout, register_reads, memory_rows);
  } else {
    // Without a memory access both layouts count source registers only, the same in every cluster.
    result = separate(memory_rows, *std::max_element(register_reads, register_reads + layout.banks_per_cluster), lines);
  }
  result.count = std::max(result.count, lines);
  result.penalty = result.count > 1 ? result.count - 1 : 0;
  return result;
}

ConflictCount conflicts_in_narrow_banks(const ConflictLayout& layout, const std::uint8_t* register_reads,
                                        const MemoryAccess& access) {
  std::array<std::uint8_t, kNarrowBanks> rows{};
  for (std::size_t i = 0; i < access.row_count; ++i)
    ++rows[access.rows[i].port * kNarrowBanksAPort + access.rows[i].bank % kNarrowBanksAPort];
  ConflictLayout apart = layout;
  apart.shared_banks = false;
  return count_conflicts(apart, register_reads, rows.data(), static_cast<unsigned>(access.line_count));
}

ConflictCount conflicts_with_registers(const ConflictLayout& layout, const std::uint8_t* register_reads,
                                       const MemoryAccess& access) {
  std::array<std::uint8_t, kCrossbarPorts * kMostBanksAPort> rows{};
  const unsigned banks = layout.banks_per_cluster;
  for (std::size_t i = 0; i < access.row_count; ++i) ++rows[access.rows[i].port * banks + access.rows[i].bank];
  for (std::size_t i = 0; i < access.line_count; ++i) {
    const unsigned bank = access.lines[i].address / kLineBytes % banks;
    for (unsigned cluster = 0; cluster < layout.clusters; ++cluster) ++rows[cluster * banks + bank];
  }
  return count_conflicts(layout, register_reads, rows.data(), static_cast<unsigned>(access.line_count));
}

}  // namespace unibank
