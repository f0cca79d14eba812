// Byte enables for a row of eight adjacent banks (shared_rows.h), one entry per set of banks, in one table for all
// requests: a target identifies the set by the address of the enables instead of reading them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "memory/shared_rows.h"

namespace unibank {

class RowEnables {
 public:
  // The enables for `banks` (bit b: bank b): 0xff for the bytes of these banks, 0 for the others. They must not be
  // changed; they are not const because TLM's payloads have no pointer to constant enables.
  static unsigned char* of(unsigned banks) { return table()[banks].data(); }
  // The set of banks of these enables of kRowBytes bytes; kNone: they are not from this table.
  static unsigned banks_of(const unsigned char* enables) {
    const auto distance = reinterpret_cast<std::uintptr_t>(enables) - reinterpret_cast<std::uintptr_t>(of(0));
    return distance < kBytes && distance % SharedRows::kRowBytes == 0
               ? static_cast<unsigned>(distance / SharedRows::kRowBytes)
               : kNone;
  }
  static constexpr unsigned kNone = ~0u;

 private:
  using Row = std::array<unsigned char, SharedRows::kRowBytes>;
  using Table = std::array<Row, SharedRows::kAllBanks + 1>;
  static constexpr std::uintptr_t kBytes = sizeof(Table);

  static Table make() {
    Table table;
    for (unsigned banks = 0; banks < table.size(); ++banks) {
      for (unsigned byte = 0; byte < SharedRows::kRowBytes; ++byte)
        table[banks][byte] = banks >> byte / SharedRows::kBankBytes & 1 ? 0xff : 0;
    }
    return table;
  }
  static Table& table() {
    static Table table = make();
    return table;
  }
};

}  // namespace unibank
