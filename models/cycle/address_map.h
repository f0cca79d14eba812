// Addresses in the banks of an SM in one launch: the blocks' scratchpad one after the other, and rows and lines
// as the design's storage layout places them (layout/storage_layout.h). Plain arithmetic, no SystemC.
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
  // Throws InputError when registers, scratchpad and cache do not fit in whole bank rows (the partition counts bytes).
  // `register_rows`: 16-byte rows that registers take in each register bank; `scratchpad_per_block` in bytes for
  // `blocks` resident blocks; `cache_sets` from the partition; `sharing`: the blocks that share scratchpad in pairs.
  AddressMap(const Design& design, unsigned register_rows, std::uint64_t scratchpad_per_block, unsigned blocks,
             unsigned cache_sets, BlockSharing sharing = {});

  // Sets and ways of the cache (StoragePlaces).
  unsigned cache_sets() const { return places_->cache_sets; }
  unsigned cache_ways() const { return places_->cache_ways; }
  // Width of the scratchpad's banks.
  unsigned scratchpad_row_bytes() const { return places_->scratchpad_row_bytes; }
  bool one_row_a_port() const { return places_->one_row_a_port; }

  // Addresses of the blocks' scratchpad in one linear space.
  const PairLayout& scratchpad_layout() const { return blocks_; }

  // rows[i]: the bank row of byte addresses[i] in that space, with the words that hold `bytes` from there on.
  void scratchpad_rows(const std::uint64_t* addresses, unsigned count, unsigned bytes, BankRow* rows) const {
    places_->scratchpad(addresses, count, bytes, rows);
  }
  // The bank row of byte `offset` of a block's scratchpad, with the words that hold `bytes` from there on.
  BankRow scratchpad(unsigned block_slot, std::uint64_t offset, unsigned bytes = 4) const {
    const std::uint64_t address = blocks_.address(block_slot, offset);
    BankRow row;
    places_->scratchpad(&address, 1, bytes, &row);
    return row;
  }
  // The row of the 16-byte piece `piece` of the line in `set`, `way`, with all its words: in one bank, or in four.
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
