// The atomics in flight and their ALU, cycle by cycle.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "memory/atomic_unit_core.h"

using namespace unibank;

namespace {

constexpr unsigned kNone = AtomicUnitCore::kNone;

AtomicUnitCore::Request atomic(std::uint64_t address, unsigned turns, unsigned length = 32) {
  return {nullptr, address, length, turns};
}

// The next requests to leave: 'r' or 'w' and the entry; '-' for none.
std::string sent(AtomicUnitCore& core) {
  const AtomicUnitCore::Send* const next = core.next_send();
  if (!next) return "-";
  const std::string text = (next->write ? "w" : "r") + std::to_string(next->entry);
  core.sent();
  return text;
}

}  // namespace

TEST_CASE("an atomic reads and uses the ALU for interval cycles each turn and writes") {
  AtomicUnitCore core({3, 4});
  CHECK(core.accept(atomic(256, 32)).entry == 0);
  CHECK(core.has(256 + 96, 32));  // the same line
  CHECK_FALSE(core.has(128, 128));
  CHECK(sent(core) == "r0");
  core.start(10);
  CHECK(core.next_finish() == kNever);  // its bytes have not arrived
  core.read_came(0);
  CHECK(core.may_start());
  core.start(50);
  CHECK(core.next_finish() == 50 + 32 * 3);
  CHECK(core.finish(145) == kNone);
  CHECK(core.finish(146) == 0);
  CHECK(core.occupancy() == 1);
  CHECK(sent(core) == "w0");
  CHECK(core.occupancy() == 0);
  CHECK_FALSE(core.has(256, 32));
  CHECK(core.counters().busy == 96);
  CHECK(core.counters().turns == 32);
}

TEST_CASE("an atomic that follows another of its line uses its bytes and reads nothing") {
  AtomicUnitCore core({1, 4});
  core.accept(atomic(0, 5, 128));
  const AtomicUnitCore::Place second = core.accept(atomic(32, 7));
  CHECK(second.entry == 1);
  CHECK(second.before == 0);
  CHECK(core.behind(0) == 1);
  CHECK(sent(core) == "r0");
  CHECK(sent(core) == "-");
  core.read_came(0);
  core.start(10);
  CHECK(core.finish(15) == 0);
  core.start(15);
  CHECK(core.finish(22) == 1);
  CHECK(sent(core) == "w0");
  CHECK(sent(core) == "w1");
  CHECK(core.counters().requests == 2);
  CHECK(core.counters().reads == 1);
}

TEST_CASE("an atomic that follows one with a waiting write continues with its bytes at once") {
  AtomicUnitCore core({1, 4});
  core.accept(atomic(0, 1));
  sent(core);
  core.read_came(0);
  core.start(1);
  core.finish(2);
  CHECK(core.accept(atomic(0, 1)).before == 0);
  CHECK(core.may_start());
}

TEST_CASE("other sectors of an atomic's line wait until the line has been written") {
  AtomicUnitCore core({1, 4});
  core.accept(atomic(0, 1));
  CHECK(core.accept(atomic(0, 1, 64)).entry == kNone);
  CHECK(core.accept(atomic(96, 1)).entry == kNone);
  CHECK(core.accept(atomic(128, 1)).entry == 1);  // another line
}

TEST_CASE("an atomic that occupies its sectors leaves the others of its line to others") {
  AtomicUnitCore core({1, 4, 0, 32});
  core.accept(atomic(32, 1));
  CHECK(core.has(32, 32));
  CHECK(core.has(0, 128));
  CHECK_FALSE(core.has(0, 32));
  CHECK_FALSE(core.has(64, 64));
  CHECK(core.accept(atomic(96, 1)).before == kNone);      // reads for itself
  CHECK(core.accept(atomic(32, 1)).before == 0);          // the same sector
  CHECK(core.accept(atomic(64, 1, 64)).entry == kNone);   // one of these is occupied
  CHECK(sent(core) == "r0");
  CHECK(sent(core) == "r1");
  CHECK(sent(core) == "-");
  CHECK(core.counters().reads == 2);
}

TEST_CASE("the ALU takes the oldest atomic whose bytes have arrived and there are as many atomics as entries") {
  AtomicUnitCore core({1, 2});
  core.accept(atomic(0, 4));
  core.accept(atomic(128, 4));
  CHECK(core.accept(atomic(256, 4)).entry == kNone);
  core.read_came(1);
  core.start(3);
  core.read_came(0);
  core.start(4);
  CHECK(core.finish(7) == 1);
  core.start(7);
  CHECK(core.finish(11) == 0);
}

TEST_CASE("an atomic unit without entries or with turns of 0 cycles is refused") {
  CHECK_THROWS_AS(AtomicUnitCore({0, 1}), InputError);
  CHECK_THROWS_AS(AtomicUnitCore({1, 0}), InputError);
}
