// The numbering of rows in the two kinds of banks, for layouts.
//
// Wide: banks of 16 bytes; a bank number means one bank in each cluster. The 16-byte piece i of a 128-byte stretch is
// in cluster i, stretch L in bank L mod banks. Narrow: 32 banks of 4 bytes, word w in bank w mod 32.
#pragma once

#include <string>

#include "layout/storage_layout.h"
#include "policy/register_lines.h"

namespace unibank {

struct WideRows {
  unsigned banks = 4;            // of a cluster
  std::uint32_t bank_bytes = 0;  // of one bank

  WideRows() = default;
  WideRows(const StorageShape& shape, std::uint64_t bytes)
      : banks(shape.banks_per_cluster),
        bank_bytes(static_cast<std::uint32_t>(bytes / (shape.clusters * shape.banks_per_cluster))) {}

  std::uint32_t rows() const { return bank_bytes / kWideBankBytes; }
  BankRow at(std::uint32_t bank, std::uint32_t row, unsigned piece) const {
    return {static_cast<std::uint8_t>(piece), static_cast<std::uint8_t>(bank), kWideBankBytes, BankRow::kWholeRow,
            bank * bank_bytes + row * kWideBankBytes, 1};
  }
  // The first row of a part for `stretches` stretches at the top of all banks.
  std::uint32_t first_of_top(std::uint32_t stretches) const { return rows() - (stretches + banks - 1) / banks; }
  // The row of a stretch in the part that begins at row `first_row` of all banks.
  BankRow stretch(std::uint64_t number, unsigned piece, std::uint32_t first_row) const {
    return at(static_cast<std::uint32_t>(number % banks),
              first_row + static_cast<std::uint32_t>(number / banks), piece);
  }
  // Line (set, way) of an array whose lines hold registers (policy/register_lines.h).
  BankRow line(std::uint32_t set, unsigned way, unsigned ways, unsigned piece) const {
    const LinePlace place = line_place(set, way, banks, ways);
    return at(place.bank, place.row, piece);
  }
  // The row with only its words that hold `bytes` from byte `address` on.
  static BankRow words(BankRow row, std::uint64_t address, unsigned bytes) {
    const unsigned first = address / 4 % 4, count = (bytes + 3) / 4;
    row.words = static_cast<std::uint8_t>(((1u << count) - 1) << first & BankRow::kWholeRow);
    return row;
  }
};

struct NarrowRows {
  unsigned first_bank = 0;  // the number at the port of the first of the four banks
  std::uint32_t base = 0;   // first address of the four banks at the port

  BankRow word(std::uint64_t number) const {
    const std::uint32_t bank = number % kNarrowBanks;
    const auto row = static_cast<std::uint32_t>(number / kNarrowBanks);
    const std::uint32_t in_group = bank % kNarrowBanksAPort;
    return {static_cast<std::uint8_t>(bank / kNarrowBanksAPort), static_cast<std::uint8_t>(in_group + first_bank), 4, 1,
            base + row * 4 * kNarrowBanksAPort + in_group * 4, 1};
  }
  // A line of 128 bytes is a row of all banks.
  BankRow line(std::uint32_t row) const {
    return {0, static_cast<std::uint8_t>(first_bank), 4 * kNarrowBanksAPort, BankRow::kWholeRow,
            base + row * 4 * kNarrowBanksAPort, kNarrowBanksAPort};
  }
};

// A scratchpad in narrow banks.
class NarrowScratchpad : public StoragePlaces {
 public:
  explicit NarrowScratchpad(const NarrowRows& rows) : scratchpad_(rows) {}
  void scratchpad(const std::uint64_t* addresses, unsigned count, unsigned /*bytes*/, BankRow* rows) const override {
    for (unsigned i = 0; i < count; ++i) rows[i] = scratchpad_.word(addresses[i] / 4);
  }

 protected:
  const NarrowRows scratchpad_;
};

// The parameters of the conflict count for banks that registers share with crossbar accesses, or use alone.
inline ConflictLayout conflict_layout(const StorageShape& shape, bool shared_banks) {
  return {shared_banks, shape.multiple_mux, shape.clusters, shape.banks_per_cluster};
}

inline void check_rows(unsigned registers, unsigned scratchpad, unsigned rows) {
  if (registers + scratchpad <= rows) return;
  throw InputError("the resident blocks need " + std::to_string(registers) + " rows of registers and " +
                   std::to_string(scratchpad) + " of scratchpad in a bank, which has " + std::to_string(rows) +
                   ": in whole rows the partition does not fit; expected fewer resident blocks (sm.max_blocks)");
}

constexpr std::uint64_t in_whole(std::uint64_t unit, std::uint64_t bytes) { return (bytes + unit - 1) / unit; }

// A crossbar port reaches 8 banks, of which the scratchpad needs 4.
inline void check_banks_beside_scratchpad(const StorageShape& shape, const StorageLayout::Refuse& refuse) {
  if (shape.scratchpad_bytes == 0 || shape.banks_per_cluster + kNarrowBanksAPort <= kMostBanksAPort) return;
  refuse("sm.banks_per_cluster",
         "sm.banks_per_cluster is " + std::to_string(shape.banks_per_cluster) + ", expected at most " +
             std::to_string(kMostBanksAPort - kNarrowBanksAPort) + " beside a separate scratchpad of " +
             std::to_string(shape.scratchpad_bytes) + " bytes (storage.scratchpad_bytes), which takes " +
             std::to_string(kNarrowBanksAPort) + " of the " + std::to_string(kMostBanksAPort) +
             " banks that a crossbar port reaches");
}

}  // namespace unibank
