#include "cycle/row_groups.h"

#include <catch2/catch.hpp>

#include <random>
#include <vector>

using namespace unibank;

namespace {

// `count` adjacent 4-byte banks from number `bank` of the row at `address` on.
BankRow narrow(unsigned port, std::uint32_t address, unsigned bank, unsigned count = 1) {
  BankRow row;
  row.port = static_cast<std::uint8_t>(port);
  row.address = address;
  return row.part(bank, count);
}
BankRow wide(unsigned port, std::uint32_t address) {
  BankRow row;
  row.port = static_cast<std::uint8_t>(port);
  row.address = address;
  row.width = kWideBankBytes;
  row.words = BankRow::kWholeRow;
  return row;
}

}  // namespace

TEST_CASE("granted rows with one address at their ports are one group") {
  RowGroups groups(true);
  for (unsigned word = 0; word < 32; ++word) groups.add(narrow(word / 4, 64, word % 4));
  groups.add(narrow(2, 80, 1));
  REQUIRE(groups.end() - groups.begin() == 2);
  CHECK(groups.begin()->address == 64);
  CHECK(groups.begin()->words == 0xffffffff);
  CHECK(groups.begin()->rows == 32);
  CHECK(groups.together(narrow(7, 64, 3)));
  CHECK(groups.begin()[1].words == 1u << 9);
  CHECK_FALSE(groups.together(narrow(2, 80, 1)));  // a single row
  CHECK_FALSE(groups.together(narrow(0, 96, 0)));  // in no group
  CHECK_FALSE(groups.all_together());
}

TEST_CASE("rows of adjacent words that were not joined are not sent together") {
  RowGroups joined(false), apart(false);
  for (unsigned port = 0; port < 4; ++port) {
    joined.add(narrow(port, 0, 1, 3));
    apart.add(narrow(port, 0, 2));
    apart.add(narrow(port, 0, 1));
  }
  CHECK(joined.all_together());
  CHECK(joined.begin()->words == 0xeeee);
  CHECK_FALSE(apart.all_together());
  CHECK(apart.begin()->words == 0x6666);
}

TEST_CASE("a row of a 16-byte bank counts as its four words") {
  RowGroups groups(true);
  for (unsigned port = 0; port < 8; port += 2) groups.add(wide(port, 512));
  CHECK(groups.all_together());
  CHECK(groups.begin()->words == 0x0f0f0f0f);
  groups.add(wide(0, 512));  // the same row twice
  CHECK_FALSE(groups.all_together());
}

TEST_CASE("rows beyond the last group are sent one by one") {
  RowGroups groups(true);
  for (std::uint32_t address = 0; address < 5; ++address) {
    for (unsigned port = 0; port < 4; ++port) groups.add(wide(port, 16 * address));
  }
  CHECK(groups.end() - groups.begin() == RowGroups::kMost);
  CHECK(groups.together(wide(0, 48)));
  CHECK_FALSE(groups.together(wide(0, 64)));
  CHECK_FALSE(groups.all_together());
}

TEST_CASE("rows of words are counted as runs at each port, or one by one") {
  std::mt19937 random(1);
  for (unsigned i = 0; i < 1000; ++i) {
    const auto words = static_cast<std::uint32_t>(random());
    unsigned runs = 0, all = 0;
    for (unsigned word = 0; word < 32; ++word) {
      const bool now = words >> word & 1, before = word % 4 != 0 && (words >> (word - 1) & 1);
      runs += now && !before;
      all += now;
    }
    CHECK(RowGroups::rows_of(words, true, false) == runs);
    CHECK(RowGroups::rows_of(words, true, true) == all);
  }
}
