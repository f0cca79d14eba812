// Reads of lines that the MSHR merges.
#include <catch2/catch.hpp>

#include "l1/lines_asked.h"

using namespace unibank;

namespace {

constexpr std::uint64_t kAskedLine = 0x1000, kOtherLine = kAskedLine + 256 * kLineBytes;  // in the same chain

}  // namespace

TEST_CASE("a read joins the outstanding one of the same bytes") {
  LinesAsked lines;
  const auto first = lines.read(kAskedLine, 1), other = lines.read(kOtherLine, 1), joined = lines.read(kAskedLine, 2);
  CHECK(first.first);
  CHECK(other.first);
  CHECK_FALSE(joined.first);
  CHECK(lines.read(kAskedLine, 2, 0, false, kSectorBytes).first);  // other bytes of the line
  CHECK(lines.read(kAskedLine, 2, 0, true).first);                 // alone
  CHECK(lines.answered(first, 9).first);
  CHECK_FALSE(lines.answered(joined, 9).first);
  CHECK(lines.answered(other, 10).first);
}

TEST_CASE("an entry is joined through the cycle of its last response and gone in the next") {
  LinesAsked lines;
  const auto first = lines.read(kAskedLine, 1);
  lines.answered(first, 5);
  const auto second = lines.read(kAskedLine, 5);
  CHECK_FALSE(second.first);
  lines.answered(second, 7);  // it has ended a second time
  CHECK_FALSE(lines.read(kAskedLine, 7).first);
  lines.answered(second, 8);
  CHECK(lines.read(kAskedLine, 9).first);
  CHECK(lines.read(kOtherLine, 9).first);
  CHECK_FALSE(lines.read(kAskedLine, 10).first);
}

TEST_CASE("a write to the line makes earlier reads stale and later ones new") {
  LinesAsked lines;
  const auto first = lines.read(kAskedLine, 1), other = lines.read(kOtherLine, 1);
  lines.written(kAskedLine, 3);
  CHECK(lines.read(kAskedLine, 4).first);
  CHECK_FALSE(lines.read(kOtherLine, 4).first);
  CHECK(lines.answered(first, 8).stale);
  CHECK_FALSE(lines.answered(other, 8).stale);
}

TEST_CASE("an older read under way is one that others join") {
  LinesAsked lines;
  lines.read(kAskedLine, 1, 4);
  CHECK(lines.older_under_way(kAskedLine, 5));
  CHECK_FALSE(lines.older_under_way(kAskedLine, 4));
  CHECK_FALSE(lines.older_under_way(kOtherLine, 5));
}
