#include "sm/address_map.h"

#include <algorithm>
#include <string>

#include "base/input_error.h"

namespace unibank {

namespace {

void check_rows(unsigned registers, unsigned scratchpad, unsigned rows) {
  if (registers + scratchpad <= rows) return;
  throw InputError("the resident blocks need " + std::to_string(registers) + " rows of registers and " +
                   std::to_string(scratchpad) + " of scratchpad in a bank, which has " + std::to_string(rows) +
                   ": counted in whole rows the partition does not fit; fewer resident blocks would (sm.max_blocks)");
}

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

// Blocks, and the private parts of those that share, at whole units of so many bytes.
PairLayout layout_in(std::uint64_t unit, const BlockSharing& sharing, std::uint64_t scratchpad_per_block) {
  return PairLayout(sharing, round_up(scratchpad_per_block, unit), round_up(sharing.private_bytes, unit));
}

}  // namespace

AddressMap::AddressMap(const Design& design, unsigned register_rows, std::uint64_t scratchpad_per_block,
                       unsigned blocks, unsigned cache_sets, bool registers_in_lines, BlockSharing sharing)
    : unified_(design.storage.unified),
      scratchpad_inside_(unified_ && !design.storage.scratchpad_apart()),
      integrated_(registers_in_lines),
      banks_(design.sm.banks_per_cluster),
      ways_(design.cache.ways),
      cache_ways_(ways_),
      cache_sets_(cache_sets) {
  const unsigned banks = design.sm.clusters * design.sm.banks_per_cluster;
  const std::uint64_t capacity = scratchpad_inside_ ? design.storage.unified_bytes : design.storage.scratchpad_bytes;
  // Blocks start at whole 16-byte rows, so that an aligned 16-byte access stays in one row; where that padding does
  // not fit, at whole words.
  if (sharing.pairs == 0) sharing.default_blocks = blocks;
  blocks_ = layout_in(16, sharing, scratchpad_per_block);
  if (blocks_.bytes() > capacity) blocks_ = layout_in(4, sharing, scratchpad_per_block);
  constexpr unsigned kNarrowBanks = kPorts * kNarrowBanksPerPort;
  scratchpad_bank_bytes_ = static_cast<std::uint32_t>(design.storage.scratchpad_bytes / kNarrowBanks);
  if (unified_) {
    register_bank_bytes_ = static_cast<std::uint32_t>(design.storage.unified_bytes / banks);
    const std::uint32_t rows = register_bank_bytes_ / 16;
    const unsigned bytes_a_row = 128 * banks_;
    const std::uint64_t inside = scratchpad_inside_ ? blocks_.bytes() : 0;
    const auto scratchpad_rows = static_cast<std::uint32_t>(round_up(inside, bytes_a_row) / bytes_a_row);
    if (!scratchpad_inside_) {
      narrow_first_bank_ = banks_;
      narrow_base_ = banks_ * register_bank_bytes_;
    }
    if (integrated_) {
      divide_ways(inside);
      return;
    }
    check_rows(register_rows, scratchpad_rows, rows);
    scratchpad_first_row_ = register_rows;
    cache_first_row_ = register_rows + scratchpad_rows;
    cache_sets_ = std::min(cache_sets_, (rows - cache_first_row_) * banks_ / ways_);
  } else {
    register_bank_bytes_ = static_cast<std::uint32_t>(design.storage.register_bytes / banks);
    check_rows(register_rows, 0, register_bank_bytes_ / 16);
    cache_bank_bytes_ = static_cast<std::uint32_t>(design.storage.cache_bytes / kNarrowBanks);
  }
}

// The design has been checked: whole sets in every bank.
void AddressMap::divide_ways(std::uint64_t scratchpad_bytes) {
  cache_sets_ = register_bank_bytes_ / 16 * banks_ / ways_;
  const std::uint64_t way_bytes = std::uint64_t{cache_sets_} * kLineBytes;
  const std::uint64_t taken = round_up(scratchpad_bytes, way_bytes) / way_bytes;
  if (taken >= ways_) {
    throw InputError("the scratchpad of the resident blocks takes " + std::to_string(taken) + " of the array's " +
                     std::to_string(ways_) + " ways: none is left for registers and cache");
  }
  cache_ways_ = ways_ - static_cast<unsigned>(taken);
}

}  // namespace unibank
