#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "memory/l2_slice_core.h"

using namespace unibank;

namespace {

constexpr std::uint64_t kSet = 4 * 128;  // lines this far apart share a set of small()

// Four sets of two ways, one slice, latency 10.
L2SliceParameters small() {
  L2SliceParameters p;
  p.bytes = 4 * 2 * 128;
  p.ways = 2;
  p.latency = 10;
  p.mshr_entries = 2;
  p.merges = 2;
  p.queue = 2;
  return p;
}

// A slice whose requests are looked up one after the other, and whose memory is the test.
struct Bench {
  explicit Bench(const L2SliceParameters& parameters = small()) : core(parameters) {}

  L2SliceCore::Request request(std::uint64_t address, unsigned length, bool write) {
    return {&names[next_name++ % sizeof names], address - address % 128,
            L2SliceCore::touched_bytes(address, length, nullptr, 0), write};
  }
  void accept(std::uint64_t address, unsigned length, bool write) { core.accept(request(address, length, write), now); }
  // The request has been looked up at `now`.
  bool access(std::uint64_t address, unsigned length, bool write) {
    accept(address, length, write);
    return core.look_up(++now);
  }
  bool read(std::uint64_t address, unsigned length = 128) { return access(address, length, false); }
  bool write(std::uint64_t address, unsigned length = 128) { return access(address, length, true); }
  // What leaves for memory next, once it may.
  L2SliceCore::Send sent() {
    now = std::max(now + 1, core.next_send_time(now + 1));
    REQUIRE(core.next_send(now));
    const L2SliceCore::Send send = *core.next_send(now);
    core.sent(now);
    return send;
  }
  bool nothing_to_send() const { return core.next_send_time(now) == kNever; }
  // Every answer that is there in cycle `now` or later.
  unsigned answers() {
    unsigned count = 0;
    while (core.next_answer_time(now) != kNever) {
      now = std::max(now + 1, core.next_answer_time(now));
      count += core.next_answer(now) != nullptr;
    }
    return count;
  }
  // A read that misses, its fetch answered at once.
  void fill(std::uint64_t address, unsigned length = 128) {
    REQUIRE(read(address, length));
    core.data_came(sent().entry, now);
    CHECK(answers() == 1);
  }

  char names[64];
  std::size_t next_name = 0;
  L2SliceCore core;
  Cycle now = 0;
};

}  // namespace

TEST_CASE("what is read and written counts in whole sectors, once a request, hit or miss or merged") {
  Bench bench;
  bench.fill(0, 64);                 // a miss of two sectors
  CHECK(bench.read(0, 32));          // a hit of one
  CHECK(bench.read(128, 128));       // a miss,
  CHECK(bench.read(128, 32));        // and a sector of it that joins
  CHECK(bench.write(256 + 30, 4));   // four bytes in two sectors
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
  Bench bench;
  bench.accept(0x80, 128, false);
  CHECK_FALSE(bench.core.look_up(0));  // it came in this cycle
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
  Bench bench;
  bench.fill(0);
  const Cycle before = bench.now;
  CHECK(bench.read(96, 32));
  CHECK(bench.core.next_answer_time(0) == before + 1 + 10);
  CHECK(bench.nothing_to_send());
  CHECK(bench.core.counters().read_hits == 1);
}

TEST_CASE("a miss fetches the sectors it asks for and no more") {
  Bench bench;
  bench.fill(32, 32);
  CHECK(bench.core.counters().fill_bytes == 32);
  CHECK(bench.read(32, 32));
  CHECK(bench.core.counters().read_hits == 1);
  CHECK(bench.read(0, 128));  // sectors 0, 2 and 3 are missing: from the first to the last in one read
  const L2SliceCore::Send send = bench.sent();
  CHECK(send.address == 0);
  CHECK(send.length == 128);
  bench.core.data_came(send.entry, bench.now);
  CHECK(bench.read(64, 64));
  CHECK(bench.core.counters().read_hits == 2);
  CHECK(bench.core.counters().fill_bytes == 32 + 128);
}

TEST_CASE("a fetch spans the missing sectors only") {
  Bench bench;
  bench.fill(0, 32);
  CHECK(bench.read(0, 128));
  const L2SliceCore::Send send = bench.sent();
  CHECK(send.address == 32);
  CHECK(send.length == 96);
}

TEST_CASE("a read joins a fetch that brings all it misses") {
  Bench bench;
  CHECK(bench.read(0, 128));
  CHECK(bench.read(64, 32));
  CHECK(bench.core.counters().merges == 1);
  CHECK(bench.core.occupancy() == 1);
  const unsigned entry = bench.sent().entry;
  CHECK(bench.nothing_to_send());
  bench.core.data_came(entry, bench.now);
  CHECK(bench.core.next_answer(bench.now) == &bench.names[0]);
  CHECK_FALSE(bench.core.next_answer(bench.now));  // one a cycle
  CHECK(bench.core.next_answer(bench.now + 1) == &bench.names[1]);
}

TEST_CASE("a read that misses more than a fetch brings has a fetch of its own") {
  Bench bench;
  CHECK(bench.read(0, 32));
  CHECK(bench.read(0, 64));
  CHECK(bench.core.counters().merges == 0);
  CHECK(bench.core.occupancy() == 2);
}

TEST_CASE("a fetch that holds as many reads as it can makes the next wait for its data") {
  Bench bench;
  CHECK(bench.read(0));
  CHECK(bench.read(0));
  CHECK_FALSE(bench.read(0));
  const Cycle could = bench.now;
  const unsigned entry = bench.sent().entry;
  CHECK(bench.core.next_lookup(bench.now) == kNever);
  bench.core.data_came(entry, 100);
  CHECK(bench.core.look_up(100));
  CHECK(bench.core.counters().read_hits == 1);
  CHECK(bench.core.counters().stall_cycles == 100 - could);
}

TEST_CASE("without a free entry a miss waits and so do the hits behind it") {
  Bench bench;
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
  CHECK_FALSE(bench.core.look_up(100));  // one a cycle
  CHECK(bench.core.look_up(101));
  CHECK(bench.core.counters().stall_cycles == 100 - could);
}

TEST_CASE("the place of a request that is looked up is free in the next cycle") {
  Bench bench;
  bench.accept(0, 32, true);
  bench.accept(32, 32, true);
  CHECK_FALSE(bench.core.has_room(0));
  CHECK(bench.core.look_up(1));
  CHECK_FALSE(bench.core.has_room(1));
  CHECK(bench.core.has_room(2));
}

TEST_CASE("a write enters its line without a fetch and is answered after the latency") {
  Bench bench;
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

TEST_CASE("a sector of which some bytes were written is fetched when it is read") {
  Bench bench;
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
  Bench bench;
  for (unsigned byte = 0; byte < 32; byte += 8) {
    CHECK(bench.write(64 + byte, 8));
    CHECK(bench.answers() == 1);
  }
  CHECK(bench.read(64, 32));
  CHECK(bench.core.counters().read_hits == 1);
}

TEST_CASE("the least recently used line goes and a clean one goes silently") {
  Bench bench;
  bench.fill(0);
  bench.fill(kSet);
  CHECK(bench.read(0));
  CHECK(bench.answers() == 1);
  bench.fill(2 * kSet);  // line kSet was used last before line 0
  CHECK(bench.core.counters().write_backs == 0);
  CHECK(bench.read(0));
  CHECK(bench.core.counters().read_hits == 2);
  CHECK(bench.read(kSet));
  CHECK(bench.core.counters().read_hits == 2);
}

TEST_CASE("a dirty victim of a write is written back with its dirty sectors after the latency") {
  Bench bench;
  CHECK(bench.write(32, 4));
  CHECK(bench.write(96, 32));
  bench.answers();
  CHECK(bench.write(kSet));
  CHECK(bench.nothing_to_send());
  bench.answers();
  CHECK(bench.write(2 * kSet));
  const Cycle evicted = bench.now;
  const unsigned in_flight = bench.core.in_flight();
  CHECK(bench.core.next_send_time(0) == evicted + 10);
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
  Bench bench;
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

TEST_CASE("a line that was written back is clean when it comes again") {
  Bench bench;
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
  Bench bench;
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
  CHECK(back.bytes == L2SliceCore::ByteMask{~0u, 0, 0, 0});  // the sector is whole by now
}

TEST_CASE("a write to an absent line waits while as many write-backs wait as the queue is long") {
  Bench bench;
  for (unsigned line = 0; line < 8; ++line) CHECK(bench.write(line * 128));  // all sets full and dirty
  CHECK(bench.write(8 * 128));
  CHECK(bench.write(9 * 128));
  CHECK_FALSE(bench.write(10 * 128));
  const Cycle could = bench.now;
  CHECK(bench.core.next_lookup(bench.now + 1) == kNever);
  bench.sent();
  CHECK(bench.core.next_lookup(bench.now + 1) == bench.now + 1);
  CHECK(bench.core.look_up(++bench.now));
  CHECK(bench.core.counters().stall_cycles == bench.now - could);
  CHECK(bench.core.counters().write_backs == 3);
}

TEST_CASE("a write to a present line does not wait for write-backs") {
  Bench bench;
  for (unsigned line = 0; line < 10; ++line) CHECK(bench.write(line * 128));
  CHECK(bench.write(9 * 128));
  CHECK(bench.core.counters().write_hits == 1);
}

TEST_CASE("data that come now pass hits that are ready later") {
  Bench bench;
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
  Bench bench;
  CHECK(bench.read(0));
  CHECK(bench.read(128));
  REQUIRE(bench.core.next_send(20));
  CHECK(bench.core.next_send(20)->address == 0);
  bench.core.sent(20);
  CHECK_FALSE(bench.core.next_send(20));
  REQUIRE(bench.core.next_send(21));
  CHECK(bench.core.next_send(21)->address == 128);
}

TEST_CASE("a slice has the lines of its turn and its victims keep their addresses") {
  L2SliceParameters p = small();
  p.slices = 3;
  p.slice = 2;
  p.bytes = 128;  // one set of one way
  p.ways = 1;
  Bench bench(p);
  CHECK(bench.write((3 * 7 + 2) * 128, 64));
  CHECK(bench.write((3 * 8 + 2) * 128));
  CHECK(bench.sent().address == (3 * 7 + 2) * 128);
}

TEST_CASE("sets are those of the slice's own lines") {
  // Two slices of two sets of one way: lines 0 and 2 are neighbours in slice 0, and line 4 shares the set of line 0.
  L2SliceParameters p = small();
  p.slices = 2;
  p.bytes = 2 * 128;
  p.ways = 1;
  Bench bench(p);
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
  Bench a, b;
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
  one.fill_bytes = 7, one.write_backs = 8, one.write_back_bytes = 9, one.stall_cycles = 10;
  L2SliceCounters sum = one;
  sum += one;
  CHECK((sum.reads == 2 && sum.read_hits == 4 && sum.writes == 6 && sum.write_hits == 8 && sum.merges == 10));
  CHECK((sum.fills == 12 && sum.fill_bytes == 14 && sum.write_backs == 16 && sum.write_back_bytes == 18));
  CHECK(sum.stall_cycles == 20);
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
