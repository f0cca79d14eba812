// Writes, dirty sectors and victims of an L2 slice.
#include <catch2/catch.hpp>

#include "support/l2_slice_bench.h"

using namespace unibank;
using namespace unibank::test;

TEST_CASE("a write enters its line without a fetch and is answered after the latency") {
  L2Bench bench;
  CHECK(bench.write(0));
  CHECK(bench.core.next_answer_time(0) == 1 + 10);
  CHECK(bench.nothing_to_send());
  CHECK(bench.core.counters().writes == 1);
  CHECK(bench.core.counters().write_hits == 0);
  CHECK(bench.write(32, 4));
  CHECK(bench.core.counters().write_hits == 1);
  CHECK(bench.read(0));
  CHECK(bench.core.counters().read_hits == 1);
  CHECK(bench.core.counters().fills == 0);
}

TEST_CASE("a partly written sector is fetched when it is read") {
  L2Bench bench;
  CHECK(bench.write(32, 4));
  CHECK(bench.read(32, 32));
  CHECK(bench.core.counters().read_hits == 0);
  const L2SliceCore::Send send = bench.sent();
  CHECK(send.address == 32);
  CHECK(send.length == 32);
  bench.core.data_came(send.entry, bench.now);
  CHECK(bench.read(32, 32));
  CHECK(bench.core.counters().read_hits == 1);
}

TEST_CASE("writes that complete a sector spare its fetch") {
  L2Bench bench;
  for (unsigned byte = 0; byte < 32; byte += 8) {
    CHECK(bench.write(64 + byte, 8));
    CHECK(bench.answers() == 1);
  }
  CHECK(bench.read(64, 32));
  CHECK(bench.core.counters().read_hits == 1);
}

TEST_CASE("the least recently used line is evicted and a clean one silently") {
  L2Bench bench;
  bench.fill(0);
  bench.fill(kSet);
  CHECK(bench.read(0));
  CHECK(bench.answers() == 1);
  bench.fill(2 * kSet);  // line kSet was used before line 0
  CHECK(bench.core.counters().write_backs == 0);
  CHECK(bench.read(0));
  CHECK(bench.core.counters().read_hits == 2);
  CHECK(bench.read(kSet));
  CHECK(bench.core.counters().read_hits == 2);
}

TEST_CASE("the dirty sectors of a write's victim are written back after the lookup") {
  L2Bench bench;
  CHECK(bench.write(32, 4));
  CHECK(bench.write(96, 32));
  bench.answers();
  CHECK(bench.write(kSet));
  CHECK(bench.nothing_to_send());
  bench.answers();
  CHECK(bench.write(2 * kSet));
  const Cycle evicted = bench.now;
  const unsigned in_flight = bench.core.in_flight();
  CHECK(bench.core.next_send_time(0) == evicted + 1);
  const L2SliceCore::Send send = bench.sent();
  CHECK(send.entry == L2SliceCore::kNoEntry);
  CHECK(send.address == 32);
  CHECK(send.length == 96);
  CHECK(send.bytes == L2SliceCore::ByteMask{0, 0xf, 0, ~0u});
  CHECK(bench.core.counters().write_backs == 1);
  CHECK(bench.core.counters().write_back_bytes == 64);
  bench.core.write_back_done();
  CHECK(bench.core.in_flight() == in_flight - 1);
  CHECK(bench.answers() == 1);
  CHECK(bench.core.in_flight() == 0);
}

TEST_CASE("a dirty victim of a fill is written back at once and the read is answered") {
  L2Bench bench;
  CHECK(bench.write(0));
  CHECK(bench.write(kSet));
  bench.answers();
  CHECK(bench.read(2 * kSet));
  const unsigned entry = bench.sent().entry;
  bench.core.data_came(entry, 100);
  CHECK(bench.core.next_send_time(0) == 100);
  CHECK(bench.core.next_answer(100));
  const L2SliceCore::Send send = bench.sent();
  CHECK(send.address == 0);
  CHECK(send.length == 128);
  CHECK(send.bytes == L2SliceCore::ByteMask{~0u, ~0u, ~0u, ~0u});
}

TEST_CASE("a line that was written back is clean when it is fetched again") {
  L2Bench bench;
  CHECK(bench.write(0));
  CHECK(bench.answers() == 1);
  bench.fill(kSet);
  bench.fill(2 * kSet);
  bench.sent();
  bench.fill(0);
  bench.fill(kSet);
  bench.fill(2 * kSet);
  CHECK(bench.core.counters().write_backs == 1);
}

TEST_CASE("bytes written while the fetch is under way stay dirty when the data come") {
  L2Bench bench;
  CHECK(bench.read(0));
  CHECK(bench.write(0, 4));
  const L2SliceCore::Send fetch = bench.sent();
  bench.core.data_came(fetch.entry, bench.now);
  CHECK(bench.answers() == 2);
  CHECK(bench.read(0));
  CHECK(bench.core.counters().read_hits == 1);
  bench.answers();
  bench.fill(kSet);
  CHECK(bench.read(2 * kSet));
  bench.core.data_came(bench.sent().entry, bench.now);
  const L2SliceCore::Send back = bench.sent();
  CHECK(back.address == 0);
  CHECK(back.length == 32);
  CHECK(back.bytes == L2SliceCore::ByteMask{~0u, 0, 0, 0});  // the sector is complete by now
}

TEST_CASE("a write to an absent line waits while as many write-backs wait as the queue is long") {
  L2Bench bench;
  for (unsigned line = 0; line < 8; ++line) CHECK(bench.write(line * 128));  // all sets full and dirty
  CHECK(bench.write(8 * 128));
  CHECK(bench.write(9 * 128));
  CHECK_FALSE(bench.write(10 * 128));
  const Cycle could = bench.now;
  CHECK(bench.core.next_lookup(bench.now + 1) == kNever);
  bench.sent();
  CHECK(bench.core.next_lookup(bench.now + 1) == bench.now + 1);
  CHECK(bench.core.look_up(++bench.now));
  CHECK(bench.core.counters().stalls == bench.now - could);
  CHECK(bench.core.counters().write_backs == 3);
}

TEST_CASE("a write to a present line does not wait for write-backs") {
  L2Bench bench;
  for (unsigned line = 0; line < 10; ++line) CHECK(bench.write(line * 128));
  CHECK(bench.write(9 * 128));
  CHECK(bench.core.counters().write_hits == 1);
}

// Each write evicts a dirty line; the number that a slice holds for memory does not grow with the lookup latency.
TEST_CASE("a slice accepts a write each cycle as long as memory accepts its write-backs") {
  L2Bench bench;
  for (unsigned line = 0; line < 2; ++line) CHECK(bench.write(line * kSet, 128));
  const Cycle begin = bench.now;
  for (unsigned line = 2; line < 40; ++line) {
    CHECK(bench.write(line * kSet, 128));
    CHECK(bench.sent().entry == L2SliceCore::kNoEntry);
  }
  CHECK(bench.now == begin + 2 * 38);  // one cycle for each of the two
}
