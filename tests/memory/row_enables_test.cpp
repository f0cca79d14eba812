// The shared byte enables of rows.
#include <array>
#include <catch2/catch.hpp>

#include "memory/row_enables.h"

using namespace unibank;

TEST_CASE("enables of a set of banks are those of its bytes and found by their place") {
  for (unsigned banks = 0; banks <= SharedRows::kAllBanks; ++banks) {
    const unsigned char* const enables = RowEnables::of(banks);
    for (unsigned byte = 0; byte < SharedRows::kRowBytes; ++byte)
      REQUIRE(enables[byte] == (banks >> byte / SharedRows::kBankBytes & 1 ? 0xff : 0));
    REQUIRE(RowEnables::banks_of(enables) == banks);
  }
  std::array<unsigned char, SharedRows::kRowBytes> others{};
  CHECK(RowEnables::banks_of(others.data()) == RowEnables::kNone);
  CHECK(RowEnables::banks_of(RowEnables::of(3) + 1) == RowEnables::kNone);
}
