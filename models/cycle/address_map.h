// Where things lie in the banks of an SM in one launch: the blocks' scratchpad one after the other, and rows and lines
// where the design's storage layout puts them (layout/storage_layout.h). Plain arithmetic, no SystemC.
#pragma once

#include <cstdint>
#include <memory>

#include "design/design.h"
#include "layout/storage_layout.h"
#include "policy/sharing.h"

namespace unibank {

class AddressMap {
 public:
  static constexpr unsigned kMostBanksPerPort = kMostBanksAPort;
  static constexpr unsigned kPorts = kCrossbarPorts;
  static constexpr unsigned kNarrowBanksPerPort = kNarrowBanksAPort;

  AddressMap() = default;
  // Throws InputError when the three do not fit in whole bank rows (the partition counts bytes).
  // `register_rows`: 16-byte rows that registers take in each register bank; `scratchpad_per_block` in bytes for
  // `blocks` resident blocks; `cache_sets` as the partition gave them; `sharing`: which of the blocks share scratchpad,
  // without pairs: none.
  AddressMap(const Design& design, unsigned register_rows, std::uint64_t scratchpad_per_block, unsigned blocks,
             unsigned cache_sets, BlockSharing sharing = {});

  // Sets and ways that are the cache's (StoragePlaces).
  unsigned cache_sets() const { return places_->cache_sets; }
  unsigned cache_ways() const { return places_->cache_ways; }
  // Width of the banks that the scratchpad lies in.
  unsigned scratchpad_row_bytes() const { return places_->scratchpad_row_bytes; }
  bool one_row_a_port() const { return places_->one_row_a_port; }

  // Where the blocks' scratchpad is, one byte after the other.
  const PairLayout& scratchpad_layout() const { return blocks_; }

  // rows[i]: the bank row that holds byte addresses[i] of that, and of it the words with the `bytes` from there on.
  void scratchpad_rows(const std::uint64_t* addresses, unsigned count, unsigned bytes, BankRow* rows) const {
    places_->scratchpad(addresses, count, bytes, rows);
  }
  // The same for byte `offset` of a block's.
  BankRow scratchpad(unsigned block_slot, std::uint64_t offset, unsigned bytes = 4) const {
    const std::uint64_t address = blocks_.address(block_slot, offset);
    BankRow row;
    places_->scratchpad(&address, 1, bytes, &row);
    return row;
  }
  // The row that holds piece `piece` of 16 bytes of the line in `set`, `way`, all of it: of one bank, or of four.
  BankRow cache(std::uint32_t set, unsigned way, unsigned piece) const {
    BankRow row = places_->line(set, way);
    row.port = static_cast<std::uint8_t>(piece);
    return row;
  }
  ConflictCount conflicts(const std::uint8_t* register_reads, const MemoryAccess& access) const {
    return places_->conflicts(register_reads, access);
  }

 private:
  PairLayout blocks_;
  std::shared_ptr<const StoragePlaces> places_;
};

}  // namespace unibank
