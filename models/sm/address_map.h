// Where things lie in the banks of an SM: registers at the bottom of every bank, scratchpad above them, cache above
// that (unified); or each in its own banks (separate); or registers and cache as in unified, and beside their banks
// those of a scratchpad as in separate (unified, scratchpad apart). Plain arithmetic, no SystemC.
//
// Integrated: registers are lines of the cache, which has the whole unified memory, less the scratchpad inside of it:
// the last of its ways, as many as that takes. Line (set, way) is row set / banks x ways + way of bank set mod banks in
// every cluster (policy/register_lines.h).
//
// A crossbar port leads to one cluster's banks (unified: 4 banks of 16 bytes; Q-11: 16-byte piece i of a 128-byte
// stretch is in cluster i, stretch L in bank L mod 4) and, behind them, four 4-byte banks of a scratchpad apart; or to
// four 4-byte scratchpad banks and, behind them, four 4-byte cache banks (separate: word w is in bank w mod 32).
// Addresses are byte addresses within the port: bank after bank, but of four 4-byte banks row after row.
#pragma once

#include <cstdint>

#include "base/types.h"
#include "design/design.h"
#include "policy/register_lines.h"
#include "policy/sharing.h"

namespace unibank {

// One access through the crossbar: of one bank, or of several 4-byte banks of a port that lie side by side.
struct BankRow {
  std::uint8_t port = 0;      // crossbar port
  std::uint8_t bank = 0;      // behind the port, counted through in the order above; the first of `banks`
  std::uint8_t width = 0;     // bytes, of all of them
  std::uint8_t words = 0;     // bit w: word w of the row crosses the crossbar
  std::uint32_t address = 0;  // within the port
  std::uint8_t banks = 1;

  bool narrow() const { return width == 4 * banks; }
  // Of 4-byte banks: `count` of them from number `first` of the row on.
  BankRow part(unsigned first, unsigned count) const {
    return {port, static_cast<std::uint8_t>(bank + first), static_cast<std::uint8_t>(4 * count),
            static_cast<std::uint8_t>((1u << count) - 1), address + 4 * first, static_cast<std::uint8_t>(count)};
  }
};

class AddressMap {
 public:
  static constexpr unsigned kMostBanksPerPort = 8;  // arrays and bit masks are sized for it (and the schema's range)
  static constexpr unsigned kPorts = 8;             // 16 bytes each: a line of 128 bytes crosses all of them
  static constexpr unsigned kNarrowBanksPerPort = 4;  // separate design: 4-byte banks behind a port

  AddressMap() = default;
  // Throws InputError when the three do not fit in whole bank rows (the partition counts bytes).
  // `register_rows`: 16-byte rows that registers take in each register bank; `scratchpad_per_block` in bytes for
  // `blocks` resident blocks; `cache_sets` as the partition gave them, with registers in the cache's lines: all;
  // `sharing`: which of the blocks share scratchpad, without pairs: none.
  AddressMap(const Design& design, unsigned register_rows, std::uint64_t scratchpad_per_block, unsigned blocks,
             unsigned cache_sets, bool registers_in_lines = false, BlockSharing sharing = {});

  // Sets that really fit: rounding of the other two regions to whole rows can cost a set.
  unsigned cache_sets() const { return cache_sets_; }
  // Ways that are not the scratchpad's (integrated), else all.
  unsigned cache_ways() const { return cache_ways_; }
  bool unified() const { return unified_; }
  // The scratchpad is in the register banks (unified, no scratchpad apart).
  bool scratchpad_inside() const { return scratchpad_inside_; }
  // Width of the banks that the scratchpad lies in.
  unsigned scratchpad_piece_bytes() const { return scratchpad_inside_ ? 16 : 4; }

  // Where the blocks' scratchpad is, one byte after the other.
  const PairLayout& scratchpad_layout() const { return blocks_; }

  // Bytes of one register bank (16 bytes wide), of a scratchpad bank and of a cache bank.
  std::uint32_t register_bank_bytes() const { return register_bank_bytes_; }
  std::uint32_t scratchpad_bank_bytes() const { return scratchpad_bank_bytes_; }
  std::uint32_t cache_bank_bytes() const { return cache_bank_bytes_; }

  // The bank row that holds byte `offset` of a block's scratchpad, and of it the words with the `bytes` from there on.
  BankRow scratchpad(unsigned block_slot, std::uint64_t offset, unsigned bytes = 4) const {
    const std::uint64_t address = blocks_.address(block_slot, offset);
    if (!scratchpad_inside_) return word_row(address / 4, narrow_base_, narrow_first_bank_);
    const std::uint64_t stretch = address / 128;
    BankRow row = integrated_ ? line_row(static_cast<std::uint32_t>(stretch % cache_sets_),
                                         cache_ways_ + static_cast<unsigned>(stretch / cache_sets_), address / 16 % 8)
                              : stretch_row(stretch, address / 16 % 8, scratchpad_first_row_);
    const unsigned first = address / 4 % 4, count = (bytes + 3) / 4;
    row.words = static_cast<std::uint8_t>(((1u << count) - 1) << first & kWholeRow);
    return row;
  }
  // The row that holds piece `piece` of 16 bytes of the line in `set`, `way`, all of it: of one bank, or of four.
  BankRow cache(std::uint32_t set, unsigned way, unsigned piece) const {
    if (integrated_) return line_row(set, way, piece);
    const std::uint64_t line = std::uint64_t{set} * ways_ + way;
    if (unified_) return stretch_row(line, piece, cache_first_row_);
    return {static_cast<std::uint8_t>(piece), kNarrowBanksPerPort, 16, kWholeRow,
            kNarrowBanksPerPort * scratchpad_bank_bytes_ + static_cast<std::uint32_t>(line) * 16, kNarrowBanksPerPort};
  }

 private:
  static constexpr std::uint8_t kWholeRow = 0xf;
  void divide_ways(std::uint64_t scratchpad_bytes);
  BankRow line_row(std::uint32_t set, unsigned way, std::uint64_t piece) const {
    const LinePlace place = line_place(set, way, banks_, ways_);
    return {static_cast<std::uint8_t>(piece), static_cast<std::uint8_t>(place.bank), 16, kWholeRow,
            place.bank * register_bank_bytes_ + place.row * 16, 1};
  }
  BankRow stretch_row(std::uint64_t stretch, std::uint64_t piece, std::uint32_t first_row) const {
    const std::uint32_t bank = stretch % banks_;
    const std::uint32_t row = first_row + static_cast<std::uint32_t>(stretch / banks_);
    return {static_cast<std::uint8_t>(piece), static_cast<std::uint8_t>(bank), 16, kWholeRow,
            bank * register_bank_bytes_ + row * 16, 1};
  }
  // `first_bank`: of the four, among those behind the port.
  static BankRow word_row(std::uint64_t word, std::uint32_t base, unsigned first_bank) {
    const std::uint32_t bank = word % 32;
    const std::uint32_t row = static_cast<std::uint32_t>(word / 32);
    const std::uint32_t in_group = bank % kNarrowBanksPerPort;
    return {static_cast<std::uint8_t>(bank / kNarrowBanksPerPort),
            static_cast<std::uint8_t>(in_group + first_bank), 4, 1, base + row * 16 + in_group * 4, 1};
  }

  bool unified_ = false, scratchpad_inside_ = false, integrated_ = false;
  unsigned banks_ = 4, ways_ = 4, cache_ways_ = 4;
  unsigned narrow_first_bank_ = 0;   // of the scratchpad's 4-byte banks, and where they begin behind the port
  std::uint32_t narrow_base_ = 0;
  unsigned cache_sets_ = 0;
  PairLayout blocks_;
  std::uint32_t register_bank_bytes_ = 0, scratchpad_bank_bytes_ = 0, cache_bank_bytes_ = 0;
  std::uint32_t scratchpad_first_row_ = 0, cache_first_row_ = 0;
};

}  // namespace unibank
