#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "support/l2_slice_bench.h"

using namespace unibank;
using namespace unibank::test;

TEST_CASE("reads and writes count in whole sectors once for each request whether hit or miss or merged") {
  L2Bench bench;
  bench.fill(0, 64);                 // a miss of two sectors
  CHECK(bench.read(0, 32));          // a hit of one
  CHECK(bench.read(128, 128));       // a miss,
  CHECK(bench.read(128, 32));        // and a sector of it, which merges
  CHECK(bench.write(256 + 30, 4));   // four bytes across two sectors
  CHECK(bench.write(256, 128));
  CHECK(bench.core.counters().read_bytes == 64 + 32 + 128 + 32);
  CHECK(bench.core.counters().write_bytes == 64 + 128);
  L2SliceCounters two = bench.core.counters();
  two += bench.core.counters();
  CHECK(two.read_bytes == 2 * 256);
  CHECK(two.write_bytes == 2 * 192);
}

TEST_CASE("the bytes that a request touches, with and without byte enables") {
  using Mask = L2SliceCore::ByteMask;
  CHECK(L2SliceCore::touched_bytes(128, 128, nullptr, 0) == Mask{~0u, ~0u, ~0u, ~0u});
  CHECK(L2SliceCore::touched_bytes(32, 32, nullptr, 0) == Mask{0, ~0u, 0, 0});
  CHECK(L2SliceCore::touched_bytes(30, 4, nullptr, 0) == Mask{0xc0000000u, 3, 0, 0});
  CHECK(L2SliceCore::touched_bytes(127, 1, nullptr, 0) == Mask{0, 0, 0, 0x80000000u});
  unsigned char enables[64] = {};
  enables[0] = enables[63] = 0xff;
  CHECK(L2SliceCore::touched_bytes(32, 64, enables, 64) == Mask{0, 1, 0x80000000u, 0});
  const unsigned char every_other[2] = {0, 0xff};
  CHECK(L2SliceCore::touched_bytes(96, 4, every_other, 2) == Mask{0, 0, 0, 10});
}

TEST_CASE("a read miss is sent after the latency and answered when its data come") {
  L2Bench bench;
  bench.accept(0x80, 128, false);
  CHECK_FALSE(bench.core.look_up(0));  // it arrived in this cycle
  CHECK(bench.core.next_lookup(0) == 1);
  CHECK(bench.core.look_up(1));
  CHECK(bench.core.occupancy() == 1);
  CHECK(bench.core.next_send_time(1) == 11);
  CHECK_FALSE(bench.core.next_send(10));
  REQUIRE(bench.core.next_send(11));
  CHECK(bench.core.next_send(11)->address == 0x80);
  CHECK(bench.core.next_send(11)->length == 128);
  bench.core.sent(11);
  bench.core.data_came(0, 200);
  CHECK(bench.core.occupancy() == 0);
  CHECK_FALSE(bench.core.next_answer(199));
  CHECK(bench.core.next_answer(200) == &bench.names[0]);
  CHECK(bench.core.in_flight() == 0);
  CHECK(bench.core.counters().reads == 1);
  CHECK(bench.core.counters().read_hits == 0);
  CHECK(bench.core.counters().fills == 1);
  CHECK(bench.core.counters().fill_bytes == 128);
}

TEST_CASE("a read hit is answered after the latency") {
  L2Bench bench;
  bench.fill(0);
  const Cycle before = bench.now;
  CHECK(bench.read(96, 32));
  CHECK(bench.core.next_answer_time(0) == before + 1 + 10);
  CHECK(bench.nothing_to_send());
  CHECK(bench.core.counters().read_hits == 1);
}

TEST_CASE("a miss fetches the sectors it asks for and no more") {
  L2Bench bench;
  bench.fill(32, 32);
  CHECK(bench.core.counters().fill_bytes == 32);
  CHECK(bench.read(32, 32));
  CHECK(bench.core.counters().read_hits == 1);
  CHECK(bench.read(0, 128));  // sectors 0, 2 and 3 are missing: one read from the first to the last
  const L2SliceCore::Send send = bench.sent();
  CHECK(send.address == 0);
  CHECK(send.length == 128);
  bench.core.data_came(send.entry, bench.now);
  CHECK(bench.read(64, 64));
  CHECK(bench.core.counters().read_hits == 2);
  CHECK(bench.core.counters().fill_bytes == 32 + 128);
}

TEST_CASE("a fetch spans the missing sectors only") {
  L2Bench bench;
  bench.fill(0, 32);
  CHECK(bench.read(0, 128));
  const L2SliceCore::Send send = bench.sent();
  CHECK(send.address == 32);
  CHECK(send.length == 96);
}

TEST_CASE("a read joins a fetch that brings all of its missing sectors") {
  L2Bench bench;
  CHECK(bench.read(0, 128));
  CHECK(bench.read(64, 32));
  CHECK(bench.core.counters().merges == 1);
  CHECK(bench.core.occupancy() == 1);
  const unsigned entry = bench.sent().entry;
  CHECK(bench.nothing_to_send());
  bench.core.data_came(entry, bench.now);
  CHECK(bench.core.next_answer(bench.now) == &bench.names[0]);
  CHECK_FALSE(bench.core.next_answer(bench.now));  // one per cycle
  CHECK(bench.core.next_answer(bench.now + 1) == &bench.names[1]);
}

TEST_CASE("a read fetches the sectors that no fetch brings and is answered when the last of its fetches has come") {
  L2SliceParameters parameters = small();
  parameters.mshr_entries = 3;
  L2Bench bench(parameters);
  CHECK(bench.read(0, 32));
  CHECK(bench.read(64, 32));
  CHECK(bench.read(0, 128));  // sectors 1 and 3, in one read from the first to the last
  CHECK(bench.core.counters().merges == 0);  // it began a fetch
  CHECK(bench.core.occupancy() == 3);
  const unsigned first = bench.sent().entry, second = bench.sent().entry;
  const L2SliceCore::Send third = bench.sent();
  CHECK(third.address == 32);
  CHECK(third.length == 96);
  bench.core.data_came(third.entry, 100);
  CHECK_FALSE(bench.core.next_answer(100));
  bench.core.data_came(second, 200);
  CHECK(bench.core.next_answer(200) == &bench.names[1]);
  CHECK_FALSE(bench.core.next_answer(201));
  bench.core.data_came(first, 300);
  CHECK(bench.core.next_answer(300) == &bench.names[0]);
  CHECK(bench.core.next_answer(301) == &bench.names[2]);
  CHECK(bench.core.in_flight() == 0);
}

TEST_CASE("overlapping reads of adjacent sectors fetch each sector once") {
  L2SliceParameters parameters = small();
  parameters.mshr_entries = parameters.merges = 3;
  L2Bench bench(parameters);
  CHECK(bench.read(0, 64));
  CHECK(bench.read(32, 64));
  CHECK(bench.read(64, 64));
  CHECK(bench.read(32, 96));  // all of its sectors are on their way
  CHECK(bench.core.counters().merges == 1);
  for (Cycle now = 100; bench.core.occupancy() != 0; ++now) bench.core.data_came(bench.sent().entry, now);
  CHECK(bench.core.counters().fills == 3);
  CHECK(bench.core.counters().fill_bytes == 128);
}

TEST_CASE("a read waits for its lookup until each fetch that brings its sectors can hold it and an entry is free") {
  L2Bench bench;  // two reads a fetch
  CHECK(bench.read(0, 32));
  CHECK(bench.read(0, 32));
  CHECK_FALSE(bench.read(0, 64));
  CHECK(bench.core.occupancy() == 1);
  bench.core.data_came(bench.sent().entry, 100);
  CHECK(bench.core.look_up(100));
  const L2SliceCore::Send rest = bench.sent();
  CHECK(rest.address == 32);
  CHECK(rest.length == 32);
}

TEST_CASE("a fetch that holds as many reads as it can makes the next wait for its data") {
  L2Bench bench;
  CHECK(bench.read(0));
  CHECK(bench.read(0));
  CHECK_FALSE(bench.read(0));
  const Cycle could = bench.now;
  const unsigned entry = bench.sent().entry;
  CHECK(bench.core.next_lookup(bench.now) == kNever);
  bench.core.data_came(entry, 100);
  CHECK(bench.core.look_up(100));
  CHECK(bench.core.counters().read_hits == 1);
  CHECK(bench.core.counters().stalls == 100 - could);
}

TEST_CASE("without a free entry a miss waits and so do the hits behind it") {
  L2Bench bench;
  bench.fill(0);
  CHECK(bench.read(128));
  CHECK(bench.read(256));
  CHECK_FALSE(bench.read(384));
  const Cycle could = bench.now;
  bench.accept(0, 128, false);
  CHECK_FALSE(bench.core.has_room(bench.now));
  CHECK_FALSE(bench.core.look_up(++bench.now));
  const unsigned entry = bench.sent().entry;
  bench.core.data_came(entry, 100);
  CHECK(bench.core.next_lookup(100) == 100);
  CHECK(bench.core.look_up(100));
  CHECK_FALSE(bench.core.look_up(100));  // one per cycle
  CHECK(bench.core.look_up(101));
  CHECK(bench.core.counters().stalls == 100 - could);
}

TEST_CASE("the place of a request that is looked up is free in the next cycle") {
  L2Bench bench;
  bench.accept(0, 32, true);
  bench.accept(32, 32, true);
  CHECK_FALSE(bench.core.has_room(0));
  CHECK(bench.core.look_up(1));
  CHECK_FALSE(bench.core.has_room(1));
  CHECK(bench.core.has_room(2));
}

TEST_CASE("arriving data pass hits that are ready later") {
  L2Bench bench;
  CHECK(bench.write(128));
  CHECK(bench.answers() == 1);
  CHECK(bench.read(0));
  const unsigned entry = bench.sent().entry;
  CHECK(bench.read(128));  // ready in 10 cycles
  bench.core.data_came(entry, bench.now);
  CHECK(bench.core.next_answer(bench.now) == &bench.names[1]);
  CHECK(bench.core.next_answer(bench.now + 10) == &bench.names[2]);
}

TEST_CASE("one request a cycle goes to memory in the order of the lookups") {
  L2Bench bench;
  CHECK(bench.read(0));
  CHECK(bench.read(128));
  REQUIRE(bench.core.next_send(20));
  CHECK(bench.core.next_send(20)->address == 0);
  bench.core.sent(20);
  CHECK_FALSE(bench.core.next_send(20));
  REQUIRE(bench.core.next_send(21));
  CHECK(bench.core.next_send(21)->address == 128);
}

TEST_CASE("a slice serves its own lines and its victims keep their addresses") {
  L2SliceParameters p = small();
  p.slices = 3;
  p.slice = 2;
  p.bytes = 128;  // one set of one way
  p.ways = 1;
  L2Bench bench(p);
  CHECK(bench.write((3 * 7 + 2) * 128, 64));
  CHECK(bench.write((3 * 8 + 2) * 128));
  CHECK(bench.sent().address == (3 * 7 + 2) * 128);
}

TEST_CASE("the set number counts only the slice's own lines") {
  // Two slices of two sets of one way: lines 0 and 2 are neighbours in slice 0, and line 4 shares the set of line 0.
  L2SliceParameters p = small();
  p.slices = 2;
  p.bytes = 2 * 128;
  p.ways = 1;
  L2Bench bench(p);
  bench.fill(0);
  bench.fill(2 * 128);
  CHECK(bench.read(0));
  CHECK(bench.core.counters().read_hits == 1);
  bench.answers();
  bench.fill(4 * 128);
  CHECK(bench.read(0));
  CHECK(bench.core.counters().read_hits == 1);
}

TEST_CASE("counters of several slices add up") {
  L2Bench a, b;
  a.fill(0);
  a.read(0);
  b.fill(128, 32);
  b.write(0);
  L2SliceCounters sum = a.core.counters();
  sum += b.core.counters();
  CHECK(sum.reads == 3);
  CHECK(sum.read_hits == 1);
  CHECK(sum.writes == 1);
  CHECK(sum.fills == 2);
  CHECK(sum.fill_bytes == 128 + 32);
}

TEST_CASE("every counter of a slice is added") {
  L2SliceCounters one;
  one.reads = 1, one.read_hits = 2, one.writes = 3, one.write_hits = 4, one.merges = 5, one.fills = 6;
  one.fill_bytes = 7, one.write_backs = 8, one.write_back_bytes = 9, one.stalls = 10;
  L2SliceCounters sum = one;
  sum += one;
  CHECK((sum.reads == 2 && sum.read_hits == 4 && sum.writes == 6 && sum.write_hits == 8 && sum.merges == 10));
  CHECK((sum.fills == 12 && sum.fill_bytes == 14 && sum.write_backs == 16 && sum.write_back_bytes == 18));
  CHECK(sum.stalls == 20);
}

TEST_CASE("a slice with a parameter of zero or with part of a set is refused") {
  const auto refused = [](auto change) {
    L2SliceParameters p = small();
    change(p);
    CHECK_THROWS_AS(L2SliceCore(p), InputError);
  };
  refused([](L2SliceParameters& p) { p.bytes = 0; });
  refused([](L2SliceParameters& p) { p.bytes = 3 * 128; });
  refused([](L2SliceParameters& p) { p.ways = 0; });
  refused([](L2SliceParameters& p) { p.slices = 0; });
  refused([](L2SliceParameters& p) { p.slice = 1; });
  refused([](L2SliceParameters& p) { p.latency = 0; });
  refused([](L2SliceParameters& p) { p.mshr_entries = 0; });
  refused([](L2SliceParameters& p) { p.merges = 0; });
  refused([](L2SliceParameters& p) { p.queue = 0; });
}

TEST_CASE("what blocks that are not timed have read is present and what they have written is written back") {
  using Mask = L2SliceCore::ByteMask;
  L2Bench bench;
  bench.core.warm(0, Mask{1, 0, 0, 0}, false);       // a byte of a sector brings the sector
  CHECK(bench.read(0, 32));
  CHECK(bench.core.counters().read_hits == 1);
  CHECK(bench.answers() == 1);
  CHECK(bench.nothing_to_send());
  bench.core.warm(kSet, Mask{~0u, 0, 0, 0}, true);
  bench.core.warm(0, Mask{~0u, 0, 0, 0}, false);     // the more recently used
  CHECK(bench.core.counters().writes == 0);
  CHECK(bench.core.counters().fills == 0);
  bench.fill(2 * kSet);
  const L2SliceCore::Send victim = bench.sent();
  CHECK(victim.entry == L2SliceCore::kNoEntry);
  CHECK(victim.address == kSet);
  CHECK(victim.length == 32);
}
