#include <catch2/catch.hpp>

#include "memory/dram_channel.h"
#include "memory/interconnect.h"
#include "memory/l2_slice.h"
#include "memory/mshr.h"
#include "memory/slices.h"
#include "support/ahead_memory.h"
#include "support/early_memory.h"
#include "support/l2_slice_bench.h"
#include "support/late_blocks.h"
#include "support/random.h"
#include "support/requester.h"

using namespace unibank;
using test::Access;
using test::kSet;
using test::LateOptions;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

// Four sets of two ways, one slice, latency 10.
L2SliceParameters small_slice() {
  L2SliceParameters p;
  p.bytes = 4 * 2 * 128;
  p.ways = 2;
  p.latency = 10;
  p.mshr_entries = 4;
  p.merges = 4;
  p.queue = 4;
  return p;
}

struct SliceSystem {
  SliceSystem(const std::string& name, std::unique_ptr<L2SliceInterface> block, const std::vector<Access>& stream,
              std::unique_ptr<DramInterface> memory)
      : slice(std::move(block)), dram(std::move(memory)), requester((name + "_requester").c_str(), stream) {
    requester.port.bind(slice->socket());
    slice->memory().bind(dram->socket(0));
  }
  const Access& operator[](std::size_t i) const { return requester[i]; }
  bool drained() const {
    return requester.done() && requester.double_answers() == 0 && slice->in_flight() == 0 && slice->occupancy() == 0 &&
           dram->in_flight() == 0;
  }
  std::unique_ptr<L2SliceInterface> slice;
  std::unique_ptr<DramInterface> dram;
  Requester requester;
};

SliceSystem native_slice(const std::string& name, const L2SliceParameters& p, const std::vector<Access>& stream,
                   const DramParameters& dram = {1, 100, 8, 64}) {
  return SliceSystem(name, std::make_unique<L2Slice>((name + "_l2").c_str(), p), stream,
                     std::make_unique<DramChannel>((name + "_dram").c_str(), dram));
}

SliceSystem late_slice(const std::string& name, const L2SliceParameters& p, const std::vector<Access>& stream,
                 const DramParameters& dram, LateOptions options) {
  return SliceSystem(name, std::make_unique<test::LateL2Slice>((name + "_l2").c_str(), p, options), stream,
                     std::make_unique<test::LateDram>((name + "_dram").c_str(), dram, options));
}

std::vector<Access> stream_of_sectors(unsigned seed, int count, unsigned lines, unsigned gap) {
  test::Random random(seed);
  std::vector<Access> stream;
  Cycle cycle = 0;
  for (int i = 0; i < count; ++i) {
    const unsigned length = 32 * (1 + static_cast<unsigned>(random.below(4)));
    const std::uint64_t address = random.below(lines) * 128 + random.below(5 - length / 32) * 32;
    stream.push_back(random.below(3) == 0 ? write_at(cycle, address, random.below(2) ? 4 : length)
                                          : read_at(cycle, address, length));
    cycle += random.below(gap);
  }
  return stream;
}

void check_same(const SliceSystem& a, const SliceSystem& b) {
  for (std::size_t i = 0; i < a.requester.size(); ++i) {
    CHECK(a[i].accepted == b[i].accepted);
    CHECK(a[i].answered == b[i].answered);
  }
  const L2SliceCounters x = a.slice->counters(), y = b.slice->counters();
  CHECK((x.read_hits == y.read_hits && x.merges == y.merges && x.fill_bytes == y.fill_bytes));
  CHECK((x.write_back_bytes == y.write_back_bytes && x.stalls == y.stalls));
}

// Conditions for every stream: each request is counted once, and DRAM receives exactly what the slice reports as sent.
void check_books(const SliceSystem& system) {
  CHECK(system.drained());
  const L2SliceCounters l2 = system.slice->counters();
  const DramChannelCounters dram = system.dram->counters();
  CHECK(l2.reads + l2.writes == system.requester.size());
  CHECK(dram.reads == l2.fills);
  CHECK(l2.fills == l2.reads - l2.read_hits - l2.merges);
  CHECK(dram.read_bytes == l2.fill_bytes);
  CHECK(dram.writes == l2.write_backs);
  CHECK(dram.write_bytes == l2.write_back_bytes);
}

void compare_slices(L2SliceParameters p, const DramParameters& dram, unsigned gap) {
  const auto stream = stream_of_sectors(7, 600, 24, gap);
  SliceSystem reference = native_slice("native", p, stream, dram);
  SliceSystem late0 = late_slice("late0", p, stream, dram, {0, false}),
              late2 = late_slice("late2", p, stream, dram, {2, true});
  sc_core::sc_start();
  check_books(reference);
  check_books(late0);
  check_books(late2);
  check_same(reference, late0);
  check_same(reference, late2);
  CHECK(reference.slice->counters().write_backs > 0);
}

}  // namespace

TEST_CASE("an L2 read miss: looked up at 11 and at memory at 22 and answered with its data") {
  SliceSystem system = native_slice("s", small_slice(), {read_at(10, 0x80, 128), read_at(300, 0x80, 128)});
  sc_core::sc_start();
  CHECK(system[0].accepted == 10);
  CHECK(system[0].answered == 22 + 100);
  CHECK(system[1].answered == 301 + 10);  // a hit
  CHECK(system[1].status == tlm::TLM_OK_RESPONSE);
  check_books(system);
}

TEST_CASE("an L2 slice sends nothing before the cycle that END_REQ names") {
  constexpr Cycle kAhead = 20;  // more than the slice's latency
  L2Slice slice("slice", small_slice());
  test::AheadMemory memory("memory", kAhead, 50);
  // The second miss comes after the call of END_REQ.
  Requester requester("requester", {read_at(10, 0, 128), read_at(24, 128, 128)});
  requester.port.bind(slice.socket());
  slice.memory().bind(memory.port);
  test::run_out();
  CHECK(memory.arrivals.size() == 2);
  CHECK(memory.arrivals[1] == memory.arrivals[0] + 1 + kAhead);
  CHECK(memory.too_early == 0);
  CHECK(requester.done());
}

TEST_CASE("hits leave one a cycle") {
  SliceSystem system = native_slice("s", small_slice(),
                              {read_at(10, 0, 128), read_at(300, 0, 32), read_at(300, 32, 32), read_at(301, 64, 32)});
  sc_core::sc_start();
  for (unsigned i = 1; i < 4; ++i) CHECK(system[i].answered == 310 + i);
  CHECK(system.slice->counters().stalls == 0);
}

TEST_CASE("reads that joined a fetch are answered one a cycle from the data on") {
  SliceSystem system =
      native_slice("s", small_slice(), {read_at(10, 0, 128), read_at(11, 0, 128), read_at(12, 64, 64)});
  sc_core::sc_start();
  for (unsigned i = 0; i < 3; ++i) CHECK(system[i].answered == 122 + i);
  CHECK(system.slice->counters().merges == 2);
  CHECK(system.dram->counters().reads == 1);
}

TEST_CASE("an L2 write is answered without memory and its victim is written back") {
  SliceSystem system =
      native_slice("s", small_slice(), {write_at(10, 0, 128), write_at(100, kSet, 128), write_at(200, 2 * kSet, 64)});
  sc_core::sc_start();
  CHECK(system[0].answered == 11 + 10);
  CHECK(system[2].answered == 201 + 10);
  // Line 0 leaves at 202, after the lookup; memory accepts it at 203, and 128 bytes take 16 cycles. Then all has
  // drained.
  CHECK(sc_core::sc_time_stamp() == cycles(203 + 16));
  CHECK(system.dram->counters().write_bytes == 128);
  CHECK(system.drained());
}

TEST_CASE("a victim of two sectors apart moves two sectors") {
  SliceSystem system =
      native_slice("s", small_slice(),
                   {write_at(10, 32, 32), write_at(20, 96, 4), write_at(100, kSet, 128), write_at(200, 2 * kSet, 64)});
  sc_core::sc_start();
  CHECK(system.dram->counters().writes == 1);
  CHECK(system.dram->counters().write_bytes == 64);
}

TEST_CASE("byte enables of a write say which sectors are whole") {
  std::vector<unsigned char> enables(128, 0xff);
  enables[40] = 0;
  SliceSystem system =
      native_slice("s", small_slice(), {write_at(10, 0, 128, {}, enables), read_at(20, 0, 32), read_at(100, 0, 128)});
  sc_core::sc_start();
  CHECK(system.slice->counters().read_hits == 1);
  CHECK(system.dram->counters().read_bytes == 32);  // sector 1
}

TEST_CASE("a full L2 queue holds END_REQ back until a lookup") {
  L2SliceParameters p = small_slice();
  p.queue = 1;
  p.mshr_entries = 1;
  SliceSystem system =
      native_slice("s", p, {read_at(10, 0, 128), read_at(11, 128, 128), read_at(12, 256, 128), read_at(13, 384, 128)});
  sc_core::sc_start();
  CHECK(system[0].accepted == 10);
  CHECK(system[0].answered == 122);
  CHECK(system[1].accepted == 12);  // the first's place, looked up at 11, is free at 12
  // Its lookup waits for the entry until 122, when the data arrive; memory accepts it 11 cycles later.
  CHECK(system[1].answered == 122 + 11 + 100);
  CHECK(system[2].accepted == 123);
  CHECK(system[2].answered == 233 + 11 + 100);
  CHECK(system[3].accepted == 234);
  CHECK(system.slice->counters().stalls > 0);
  check_books(system);
}

TEST_CASE("memory without room delays write-backs and then writes") {
  L2SliceParameters p = small_slice();
  p.queue = 1;
  p.latency = 1;
  std::vector<Access> writes;
  for (unsigned line = 0; line < 16; ++line) writes.push_back(write_at(10, line * 128, 128));
  SliceSystem system = native_slice("s", p, writes, {1, 100, 8, 1});
  sc_core::sc_start();
  for (unsigned i = 0; i < 8; ++i) CHECK(system[i].answered == 12 + i);
  CHECK(system.slice->counters().write_backs == 8);
  // Write-backs take 16 cycles each. The ninth write evicts line 0 and is looked up at 19; its victim leaves at 20 and
  // moves from 21 on. The next victim leaves at 22 and is in memory's queue; the third leaves at 24 and is not accepted
  // until the second moves at 37; the fourth waits in the slice.
  CHECK(system[11].answered == 26);
  CHECK(system[12].answered == 37 + 2);
  for (unsigned i = 13; i < 16; ++i) CHECK(system[i].answered == system[i - 1].answered + 16);
  CHECK(system.drained());
}

TEST_CASE("the L2 slice refuses requests outside of its register map") {
  make_socket_tap = nullptr;  // no request of the base protocol has 0 bytes
  L2SliceParameters p = small_slice();
  p.slices = 2;
  p.slice = 1;
  SliceSystem system =
      native_slice("s", p, {read_at(0, 0, 32), read_at(1, 192, 128), read_at(2, 128, 0), read_at(3, 128, 32)});
  sc_core::sc_start();
  CHECK(system[0].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);  // a line of slice 0
  CHECK(system[1].status == tlm::TLM_BURST_ERROR_RESPONSE);    // more than a line
  CHECK(system[2].status == tlm::TLM_BURST_ERROR_RESPONSE);
  CHECK(system[3].status == tlm::TLM_OK_RESPONSE);
  CHECK(system.slice->counters().reads == 1);
  CHECK(system.drained());
}

TEST_CASE("an L2 slice before memory that completes early gives the cycles of memory that answers late") {
  const auto stream = stream_of_sectors(5, 400, 24, 20);
  L2Slice early("early", small_slice()), late("late", small_slice());
  test::EarlyMemory memory("memory", 50), behind("behind", 50);
  test::LateRelay relay("relay", 1, {2, false});
  Requester a("a", stream), b("b", stream);
  a.port.bind(early.socket());
  b.port.bind(late.socket());
  early.memory().bind(memory.port);
  late.memory().bind(relay.target(0));
  relay.initiator(0).bind(behind.port);
  sc_core::sc_start();
  for (std::size_t i = 0; i < stream.size(); ++i) {
    CHECK(a[i].accepted == b[i].accepted);
    CHECK(a[i].answered == b[i].answered);
  }
  CHECK((a.done() && b.done()));
}

TEST_CASE("native and late L2 slice agree: sparse") { compare_slices(small_slice(), {1, 60, 8, 16}, 40); }
TEST_CASE("native and late L2 slice agree: dense") { compare_slices(small_slice(), {1, 60, 8, 2}, 3); }
TEST_CASE("native and late L2 slice agree: one entry and one of everything else") {
  L2SliceParameters p = small_slice();
  p.latency = p.mshr_entries = p.merges = p.queue = 1;
  compare_slices(p, {1, 20, 8, 1}, 4);
}
