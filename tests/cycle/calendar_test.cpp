// Items due in one cycle come out in a fixed order, whatever the order in which they were added.
#include <catch2/catch.hpp>

#include "cycle/calendar.h"

using namespace unibank;

namespace {

constexpr Cycle kRing = 1024;  // the calendar's ring; later cycles are kept outside of it

std::vector<std::uint64_t> sequences(const std::vector<DueItem>& items) {
  std::vector<std::uint64_t> numbers;
  for (const DueItem& item : items) numbers.push_back(item.sequence());
  return numbers;
}

using Numbers = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("an empty calendar has nothing due and no next cycle") {
  Calendar calendar;
  CHECK(calendar.empty());
  CHECK(calendar.next(0) == kNever);
  CHECK(calendar.next(123456) == kNever);
  CHECK(calendar.take(7).empty());
}

TEST_CASE("items come out exactly in the cycle in which they are due") {
  Calendar calendar;
  calendar.add(9, Due::kWriteback, 1);
  calendar.add(5, Due::kWriteback, 2);
  CHECK(calendar.next(0) == 5);
  CHECK(calendar.take(4).empty());
  CHECK(sequences(calendar.take(5)) == Numbers{2});
  CHECK(calendar.next(6) == 9);
  CHECK_FALSE(calendar.empty());
  CHECK(sequences(calendar.take(9)) == Numbers{1});
  CHECK(calendar.empty());
  CHECK(calendar.next(10) == kNever);
}

TEST_CASE("within a cycle the kind decides first: memory then writeback then tags then operands") {
  Calendar calendar;
  const Due kinds[] = {Due::kMemoryAnswer, Due::kFillAnswer,    Due::kWriteback, Due::kTagAnswer,
                       Due::kRegisterStep, Due::kOperandsReady, Due::kWarpFree};
  for (unsigned i = 7; i-- > 0;) calendar.add(3, kinds[i], i);
  CHECK(sequences(calendar.take(3)) == Numbers{0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("within a kind the sequence decides: the older instruction first") {
  Calendar calendar;
  for (std::uint64_t sequence : {7, 2, 9, 4}) calendar.add(3, Due::kWriteback, sequence);
  calendar.add(3, Due::kMemoryAnswer, 8);
  CHECK(sequences(calendar.take(3)) == Numbers{8, 2, 4, 7, 9});
}

TEST_CASE("an item keeps its contents") {
  Calendar calendar;
  int something = 0;
  calendar.add(1, Due::kWriteback, 0, &something);
  CHECK(calendar.take(1).at(0).subject == &something);
}

TEST_CASE("the ring wraps: an item just below its length ahead is not taken for an earlier one") {
  Calendar calendar;
  calendar.take(1000);
  calendar.add(1000 + kRing - 1, Due::kWriteback, 1);  // the same ring entry as cycle 999
  calendar.add(1500, Due::kWriteback, 2);              // the same ring entry as cycle 476
  CHECK(calendar.next(1001) == 1500);
  CHECK(sequences(calendar.take(1500)) == Numbers{2});
  CHECK(calendar.next(1501) == 1000 + kRing - 1);
  CHECK(sequences(calendar.take(1000 + kRing - 1)) == Numbers{1});
}

TEST_CASE("next finds a single item wherever it lies in the ring") {
  unsigned missed = 0;
  for (Cycle now : {Cycle{0}, Cycle{1}, Cycle{63}, Cycle{64}, Cycle{1000}, Cycle{1023}, Cycle{5000}}) {
    for (Cycle ahead = 1; ahead < kRing; ++ahead) {
      Calendar calendar;
      calendar.take(now);
      calendar.add(now + ahead, Due::kWriteback, 0);
      missed += calendar.next(now + 1) != now + ahead;
    }
  }
  CHECK(missed == 0);
}

TEST_CASE("items further ahead than the ring is long wait outside of it") {
  Calendar calendar;
  calendar.add(kRing, Due::kWriteback, 1);
  calendar.add(5000, Due::kWriteback, 2);
  calendar.add(5000, Due::kMemoryAnswer, 3);
  CHECK(calendar.next(0) == kRing);
  CHECK(sequences(calendar.take(kRing)) == Numbers{1});
  CHECK(calendar.next(kRing + 1) == 5000);
  CHECK(sequences(calendar.take(5000)) == Numbers{3, 2});
  CHECK(calendar.empty());
}

TEST_CASE("a far item and one added later for the same cycle keep the usual order") {
  Calendar calendar;
  calendar.add(2000, Due::kWriteback, 5);
  calendar.take(1500);
  calendar.add(2000, Due::kWriteback, 4);
  calendar.add(1999, Due::kWriteback, 6);
  CHECK(calendar.next(1501) == 1999);
  CHECK(sequences(calendar.take(1999)) == Numbers{6});
  CHECK(sequences(calendar.take(2000)) == Numbers{4, 5});
  CHECK(calendar.empty());
}
