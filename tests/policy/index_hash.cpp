#include <catch2/catch.hpp>
#include <set>

#include "base/input_error.h"
#include "policy/index_hash.h"

namespace unibank {
namespace {

// The number of places used by `count` lines that are `stride` lines apart.
std::size_t places_met(const HashedIndex& index, std::uint64_t stride, unsigned count) {
  std::set<unsigned> met;
  for (std::uint64_t line = 0; line < count; ++line) met.insert(index.place(line * stride));
  return met.size();
}

TEST_CASE("a hashed index is one to one: place and upper digits give the line's number") {
  for (const char* hash : {"modulo", "xor", "fermi"}) {
    for (const unsigned places : {1u, 2u, 3u, 12u, 32u, 64u, 96u, 256u}) {
      const HashedIndex index(places, hash);
      for (std::uint64_t first : {std::uint64_t{0}, std::uint64_t{places} * 12345, std::uint64_t{places} << 30}) {
        std::set<unsigned> met;
        for (std::uint64_t line = first; line < first + places; ++line) {
          met.insert(index.place(line));
          REQUIRE(index.hashed(line) % places == index.place(line));
          REQUIRE(index.hashed(line) / places == line / places);
          REQUIRE(index.restored(index.hashed(line)) == line);
        }
        REQUIRE(met.size() == places);
      }
    }
  }
}

TEST_CASE("a hash over places in banks keeps a line in its bank and is one to one there") {
  for (const unsigned banks : {2u, 4u, 8u}) {
    for (const unsigned places : {8u, 24u, 256u}) {
      CAPTURE(banks, places);
      const HashedIndex index(places, "xor", banks);
      for (std::uint64_t first : {std::uint64_t{0}, std::uint64_t{places} * 12345, std::uint64_t{places} << 30}) {
        std::set<unsigned> met;
        for (std::uint64_t line = first; line < first + places; ++line) {
          met.insert(index.place(line));
          REQUIRE(index.place(line) % banks == line % banks);
          REQUIRE(index.hashed(line) / places == line / places);
          REQUIRE(index.restored(index.hashed(line)) == line);
        }
        REQUIRE(met.size() == places);
      }
    }
  }
  // Rows of 16 KB are 128 lines apart: by modulo they use two of 256 places, with the hash all places of one bank of
  // four.
  CHECK(places_met(HashedIndex(256, "modulo", 4), 128, 256) == 2);
  CHECK(places_met(HashedIndex(256, "xor", 4), 128, 256) == 64);
}

TEST_CASE("lines a multiple of the places apart share one place by modulo and spread over all with a hash") {
  for (const unsigned places : {12u, 32u, 64u, 256u}) {
    CHECK(places_met(HashedIndex(places, "modulo"), places, places) == 1);
    CHECK(places_met(HashedIndex(places, "xor"), places, places) == places);
    CHECK(places_met(HashedIndex(places, "xor"), places * places, places) == places);
  }
}

TEST_CASE("fermi: bits 7 to 11 of an address XOR bits 13 14 15 17 and 19 and bit 12 unchanged for 64 sets") {
  const HashedIndex of_32(32, "fermi"), of_64(64, "fermi");
  const unsigned sets[][3] = {{7, 1, 1},   {8, 2, 2},  {11, 16, 16}, {12, 0, 32}, {13, 1, 1}, {14, 2, 2},
                              {15, 4, 4},  {16, 0, 0}, {17, 8, 8},   {18, 0, 0},  {19, 16, 16}, {20, 0, 0}};
  for (const auto& [bit, small, large] : sets) {
    CAPTURE(bit);
    CHECK(of_32.place((std::uint64_t{1} << bit) / 128) == small);
    CHECK(of_64.place((std::uint64_t{1} << bit) / 128) == large);
  }
  CHECK(of_32.place(((1 << 7) + (1 << 13)) / 128) == 0);
  // A column of a matrix of 2048 floats has rows of 8 KB: the row number is in bits 13 to 17, of which 16 is not in the
  // hash.
  CHECK(places_met(HashedIndex(32, "modulo"), 8192 / 128, 32) == 1);
  CHECK(places_met(of_32, 8192 / 128, 32) == 16);
  CHECK(places_met(HashedIndex(128, "fermi"), 128, 128) == 128);  // xor, as for all numbers of places but 32 and 64
}

TEST_CASE("an index hash that is not known is refused by name") {
  CHECK_THROWS_WITH(HashedIndex(32, "sum"),
                    Catch::Contains("index hash 'sum'") && Catch::Contains("fermi, modulo, xor"));
}

}  // namespace
}  // namespace unibank
