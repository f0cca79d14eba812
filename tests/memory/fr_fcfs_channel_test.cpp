#include <catch2/catch.hpp>
#include <set>

#include "base/input_error.h"
#include "memory/fr_fcfs_channel.h"
#include "memory/slices.h"
#include "support/random.h"
#include "support/requester.h"

using namespace unibank;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

// One memory cycle is one SM cycle; answers take 100 cycles more; rows of 4096 bytes alternate over the banks.
DramParameters parameters(unsigned ports = 1, unsigned queue = 16) {
  DramParameters all;
  all.ports = ports;
  all.queue = queue;
  all.memory_cycles = 1000;
  all.parts.mapping.stripe_bytes = all.timing.row_bytes;
  all.parts.mapping.stripe_banks = 1;
  return all;
}

}  // namespace

TEST_CASE("banks and rows: a miss then a hit then a conflict and then a write") {
  FrFcfsChannel dram("dram", parameters());
  Requester requester("requester", {read_at(10, 0, 64), read_at(300, 64, 32), read_at(600, 65536, 64),
                                    write_at(900, 65536, 128)});
  requester.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(requester[0].accepted == 11);
  CHECK(requester[0].answered == 11 + 12 + 12 + 2 + 100);
  CHECK(requester[1].answered == 301 + 12 + 2 + 100);
  CHECK(requester[2].answered == 601 + 12 + 12 + 12 + 2 + 100);
  CHECK(requester[3].answered == 901 + 3 + 4 + 2);  // two bursts of one bank group
  const DramChannelCounters counters = dram.counters();
  CHECK(counters.row_misses == 1);
  CHECK(counters.row_hits == 2);
  CHECK(counters.row_conflicts == 1);
  CHECK(counters.reads == 3);
  CHECK(counters.writes == 1);
  CHECK(counters.read_bytes == 64 + 32 + 64);
  CHECK(counters.write_bytes == 128);
  CHECK(counters.busy_cycles == 5 * 2);
  CHECK(requester.done());
  CHECK(dram.in_flight() == 0);
}

TEST_CASE("a faster memory clock: 1320 memory cycles in 1000 cycles") {
  DramParameters fast = parameters();
  fast.memory_cycles = 1320;
  FrFcfsChannel dram("dram", fast);
  Requester requester("requester", {read_at(9, 0, 64)});
  requester.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(requester[0].accepted == 10);  // memory cycle 13.2: activate in 14, data until 14 + 26 = 40, which is 30.3
  CHECK(requester[0].answered == 31 + 100);
  CHECK(dram.counters().busy_cycles == 2);  // 1.5
}

TEST_CASE("a younger request to a row that is being closed waits for the older request to another row") {
  FrFcfsChannel dram("dram", parameters());
  Requester requester("requester", {read_at(10, 0, 64), read_at(200, 65536, 64), read_at(200, 64, 64)});
  requester.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(requester[1].accepted == 201);
  CHECK(requester[2].accepted == 202);
  // In 201 the row is closed for the older request, before the younger has arrived: then the older one's row is opened
  // first.
  CHECK(requester[1].answered == 201 + 38 + 100);
  CHECK(requester[2].answered > requester[1].answered);
}

TEST_CASE("two ports: a younger hit is answered before an older conflict") {
  FrFcfsChannel dram("dram", parameters(2));
  Requester a("a", {read_at(10, 0, 64), read_at(200, 65536, 64)}), b("b", {read_at(200, 64, 64)});
  a.port.bind(dram.socket(0));
  b.port.bind(dram.socket(1));
  sc_core::sc_start();
  CHECK(b[0].answered == 201 + 14 + 100);
  CHECK(a[1].answered == 203 + 38 + 100);  // precharged tRTP after the row hit
}

TEST_CASE("the refreshes of an idle channel are counted, and change no cycle when they are") {
  DramParameters refreshed = parameters();
  refreshed.parts.refresh.name = "all-bank";
  FrFcfsChannel watched("watched", refreshed), other("other", refreshed);
  const Cycle later = 20 * refreshed.timing.t_refi + 30;
  Requester first("first", {read_at(10, 0, 64), read_at(later, 0, 64)}),
      second("second", {read_at(10, 0, 64), read_at(later, 0, 64)});
  first.port.bind(watched.socket(0));
  second.port.bind(other.socket(0));
  for (unsigned n = 1; n <= 20; ++n) {
    sc_core::sc_start(cycles(n * refreshed.timing.t_refi + 20) - sc_core::sc_time_stamp());
    CHECK(watched.counters().refreshes == n);
  }
  sc_core::sc_start();
  CHECK(watched.counters().refreshes == 20);
  CHECK(other.counters().refreshes == 20);
  CHECK(first[1].answered > later + 12 + 12 + 2 + 100);  // it waits for the end of the refresh
  CHECK(first[1].answered == second[1].answered);
}

TEST_CASE("a full FR-FCFS queue holds END_REQ back until a request has its last column command") {
  FrFcfsChannel dram("dram", parameters(1, 1));
  Requester requester("requester", {read_at(0, 0, 64), read_at(0, 64, 64)});
  requester.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(requester[0].accepted == 1);
  CHECK(requester[1].accepted == 14);  // read in 13
  CHECK(requester[1].answered == 16 + 14 + 100);  // tCCD within the bank group
}

TEST_CASE("byte enables: bursts that hold an enabled byte are written") {
  FrFcfsChannel dram("dram", parameters());
  std::vector<unsigned char> enables(128, 0);
  enables[4] = 0xff;
  Requester requester("requester", {write_at(0, 0, 128, {}, enables)});
  requester.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(dram.counters().write_bytes == 32);
  CHECK(dram.counters().busy_cycles == 2);
  CHECK(requester[0].answered == 1 + 7 + 4 + 2);
}

TEST_CASE("the order in which ports are built and called changes no cycle of banks and rows") {
  std::vector<test::Access> streams[2];
  test::Random random(7);
  for (auto& stream : streams) {
    Cycle cycle = 0;
    for (int i = 0; i < 400; ++i) {
      const std::uint64_t address = random.below(4000) * 128;
      stream.push_back(random.below(3) == 0 ? write_at(cycle, address, 128) : read_at(cycle, address, 128));
      cycle += random.below(12);
    }
  }
  DramParameters two = parameters(2, 4);
  two.memory_cycles = 1320;
  FrFcfsChannel first("first", two), second("second", two);
  Requester a0("a0", streams[0]), a1("a1", streams[1]), b1("b1", streams[1]), b0("b0", streams[0]);
  a0.port.bind(first.socket(0));
  a1.port.bind(first.socket(1));
  b1.port.bind(second.socket(1));
  b0.port.bind(second.socket(0));
  sc_core::sc_start();
  bool equal = true;
  for (std::size_t i = 0; i < a0.size(); ++i) {
    equal = equal && a0[i].answered == b0[i].answered && a1[i].answered == b1[i].answered;
  }
  CHECK(equal);
  CHECK((a0.done() && a1.done() && b0.done() && b1.done()));
  const DramChannelCounters counters = first.counters();
  CHECK(counters.row_hits + counters.row_misses + counters.row_conflicts == 800);
}

TEST_CASE("addresses of a channel have no gaps, whether slices are a multiple of channels or not") {
  for (const auto& [slices, channels] : {std::pair(12u, 6u), std::pair(6u, 6u), std::pair(3u, 2u), std::pair(1u, 1u)}) {
    const SliceMap map(slices);
    std::vector<std::uint64_t> next(channels);
    for (std::uint64_t address = 0; address < 128 * 120; address += 128) {
      std::uint64_t& expected = next[map.slice_of(address) % channels];
      CHECK(map.channel_address(address + 5, channels) == expected + 5);
      expected += 128;
    }
  }
}

TEST_CASE("with hashed slices the lines of a channel have distinct addresses without gaps") {
  for (const auto& [slices, channels] : {std::pair(12u, 6u), std::pair(4u, 2u), std::pair(3u, 2u)}) {
    const SliceMap map(slices, "xor");
    std::vector<std::set<std::uint64_t>> met(channels);
    for (std::uint64_t line = 0; line < 10 * slices; ++line)
      met[map.slice_of(line * 128) % channels].insert(map.channel_address(line * 128, channels) / 128);
    for (const auto& lines : met) CHECK(*lines.rbegin() == lines.size() - 1);
  }
}

TEST_CASE("a channel of banks without ports or without a memory clock is refused") {
  DramParameters none = parameters();
  none.memory_cycles = 0;
  CHECK_THROWS_AS(FrFcfsChannel("dram", none), InputError);
  CHECK_THROWS_AS(FrFcfsChannel("dram2", parameters(0)), InputError);
}
