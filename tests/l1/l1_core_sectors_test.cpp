// The core of the L1 without sockets, with lines that are read sector by sector.
#include <catch2/catch.hpp>

#include "l1/l1_core_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr std::uint32_t sector(unsigned number) { return 0xffu << 8 * number; }

Design in_sectors(StorePolicy local = StorePolicy::kWriteThrough) {
  Design design = stores(StorePolicy::kWriteThrough, local);
  design.cache.fetch = FetchUnit::kSectors;
  return design;
}

}  // namespace

TEST_CASE(
    "a load that misses reads the sectors that it touches, neighbours in one request, and finds them afterwards") {
  Around l1(in_sectors());
  const LineJob& load = l1.ask(10, kLoad, kLine, 1u | sector(2) | sector(3));  // one word of the first
  l1.run(300);
  REQUIRE(l1.memory().size() == 2);
  CHECK(l1.memory()[0].address == kLine);
  CHECK(l1.memory()[0].length == 32);
  CHECK(l1.memory()[1].address == kLine + 64);
  CHECK(l1.memory()[1].length == 64);
  CHECK(l1.memory()[1].at == l1.memory()[0].at + 1);
  CHECK(l1.answered_at.at(&load) == l1.memory()[1].at + kMemoryCycles + 1);
  CHECK(l1.core.counters().row_writes == 3 * kCrossbarPorts / 4);
  const LineJob& hit = l1.ask(310, kLoad, kLine, sector(0) | sector(3));
  l1.run(400);
  CHECK(l1.memory().size() == 2);
  CHECK(l1.answered_at.at(&hit) == 310 + 1 + kBankCycles);
  CHECK(l1.core.counters().load_hits == 1);
  CHECK(l1.core.counters().sector_misses == 0);
  CHECK(l1.core.idle());
}

TEST_CASE("a load of a partly present line reads the missing sectors from memory and the others from the banks") {
  Around l1(in_sectors());
  l1.ask(10, kLoad, kLine, sector(0));
  const LineJob& both = l1.ask(300, kLoad, kLine, sector(0) | sector(1));
  const LineJob& whole = l1.ask(600, kLoad, kLine);
  const LineJob& hit = l1.ask(900, kLoad, kLine);
  l1.run(1000);
  REQUIRE(l1.memory().size() == 3);
  CHECK(l1.memory()[1].address == kLine + 32);
  CHECK(l1.memory()[1].length == 32);
  CHECK(l1.answered_at.at(&both) == l1.memory()[1].at + kMemoryCycles + 1);
  CHECK(l1.memory()[2].address == kLine + 64);
  CHECK(l1.memory()[2].length == 64);
  CHECK(l1.answered_at.at(&whole) == l1.memory()[2].at + kMemoryCycles + 1);
  CHECK(l1.answered_at.at(&hit) == 900 + 1 + kBankCycles);
  CHECK(l1.core.counters().sector_misses == 2);
  CHECK(l1.core.counters().load_hits == 1);
  CHECK(l1.core.counters().row_writes == kCrossbarPorts);
  CHECK(l1.tags.counters().fills == 1);
}

TEST_CASE("loads of the same sectors share a read and those of others enter the same line") {
  Around l1(in_sectors());
  l1.ask(10, kLoad, kLine, sector(1));
  l1.ask(12, kLoad, kLine, sector(1));  // the MSHR merges it
  l1.ask(14, kLoad, kLine, sector(2));
  l1.run(400);
  CHECK(l1.memory().size() == 3);
  CHECK(l1.tags.counters().fills == 1);
  CHECK(l1.core.counters().row_writes == 2 * kCrossbarPorts / 4);
  const LineJob& hit = l1.ask(410, kLoad, kLine, sector(1) | sector(2));
  l1.run(500);
  CHECK(l1.answered_at.at(&hit) == 410 + 1 + kBankCycles);
  CHECK(l1.core.idle());
}

TEST_CASE("two runs of sectors of one load take two places of the fill buffer, which may have only one") {
  for (const unsigned places : {1u, 2u}) {
    Design design = in_sectors();
    design.cache.fill_buffer = places;
    Around l1(design);
    l1.ask(10, kLoad, kLine, sector(0) | sector(2));
    const LineJob& second = l1.ask(14, kLoad, 2 * kLine, sector(0));
    l1.run(400);
    REQUIRE(l1.memory().size() == 3);
    CHECK(l1.memory()[0].at == 11);
    CHECK(l1.memory()[1].at == 12);  // beyond the only place: a line has at most two runs, and one lookup
    // The rows of a run are written in the cycle after its tag's, and the load is accepted after those that make room.
    const Cycle last = l1.memory()[places == 1 ? 1 : 0].at;
    CHECK(l1.taken_at.at(&second) == last + kMemoryCycles + 1);
  }
}

TEST_CASE("a store writes the sectors of its line that are there, and memory") {
  Around l1(in_sectors());
  l1.ask(10, kLoad, kLine, sector(0));
  l1.run(300);
  const std::uint64_t filled = l1.core.counters().row_writes;
  l1.ask(310, kStore, kLine, sector(3));
  l1.run(500);
  CHECK(l1.core.counters().row_writes == filled);
  CHECK(l1.memory().back().write);
  l1.ask(510, kStore, kLine, sector(0) | sector(1));
  l1.run(700);
  CHECK(l1.core.counters().row_writes == filled + kCrossbarPorts / 4);
  CHECK(l1.memory().back().length == 64);
}

TEST_CASE("a sector that was read before a store to it does not enter after the store") {
  Around l1(in_sectors());
  l1.ask(10, kLoad, kLine, sector(0));
  l1.run(300);
  l1.ask(310, kLoad, kLine, sector(1));
  l1.ask(330, kStore, kLine, sector(1));
  l1.run(600);
  const std::size_t asked = l1.memory().size();
  l1.ask(610, kLoad, kLine, sector(1));
  l1.run(800);
  REQUIRE(l1.memory().size() == asked + 1);
  CHECK(l1.memory().back().address == kLine + 32);
}

TEST_CASE("lines of local memory are fetched whole where its stores are written back") {
  Around l1(in_sectors(StorePolicy::kWriteBack));
  l1.ask(10, kLoad, kLine, sector(0), true);
  l1.ask(300, kLoad, 2 * kLine, sector(0));
  l1.run(600);
  REQUIRE(l1.memory().size() == 2);
  CHECK(l1.memory()[0].length == kLineBytes);
  CHECK(l1.memory()[1].length == 32);
}

TEST_CASE("a cycle reads the rows of as many lines as the design allows") {
  for (const unsigned lines : {1u, 2u}) {
    Design design = stores(StorePolicy::kWriteThrough);
    design.conflicts.model = ConflictModel::kArbitrated;
    design.cache.lookups_per_cycle = 2;
    design.cache.lines_per_cycle = lines;
    Around l1(design);
    l1.ask(10, kLoad, kLine);
    l1.ask(10, kLoad, kLine + kLineBytes);
    const LineJob& first = l1.ask(300, kLoad, kLine, 0xf);
    const LineJob& second = l1.ask(300, kLoad, kLine + kLineBytes, 0xf0);
    l1.run(400);
    CHECK(l1.answered_at.at(&first) == 300 + 1 + kBankCycles);
    CHECK(l1.answered_at.at(&second) == 300 + 1 + (lines == 1) + kBankCycles);
  }
}

// The second store's two runs need two of the two entries, so it waits until the first has its response.
TEST_CASE("stores of two runs of sectors never have more requests without a response than the store buffer says") {
  for (const LineOperation operation : {kStore, LineOperation::kAtomic}) {
    Design design = stores(StorePolicy::kWriteThrough);
    design.cache.store_buffer = 2;
    design.cache.lookups_per_cycle = 2;
    Around l1(design);
    l1.ask(10, operation, kLine, sector(0));
    const LineJob& second = l1.ask(10, operation, kLine + kLineBytes, sector(0) | sector(2));
    l1.run(400);
    CHECK(l1.taken_at.at(&second) == 11 + kMemoryCycles);
    REQUIRE(l1.memory().size() == 3);
    CHECK(l1.memory()[1].at == 11 + kMemoryCycles + 1);
    CHECK(l1.memory()[2].at == l1.memory()[1].at + 1);
    CHECK(l1.core.idle());
  }
}

TEST_CASE("a store buffer of one entry sends the second run of a line after the first one's response") {
  Design design = stores(StorePolicy::kWriteThrough);
  design.cache.store_buffer = 1;
  Around l1(design);
  l1.ask(10, kStore, kLine, sector(0) | sector(2));
  const LineJob& second = l1.ask(20, kStore, kLine + kLineBytes, sector(0));
  l1.run(400);
  REQUIRE(l1.memory().size() == 3);
  CHECK(l1.memory()[0].at == 11);
  CHECK(l1.memory()[1].at == 11 + kMemoryCycles);
  CHECK(l1.taken_at.at(&second) == 11 + 2 * kMemoryCycles);
  CHECK(l1.core.stores_out(0) == 0);
}

TEST_CASE("a load at the tags takes no place in the store buffer") {
  Design design = stores(StorePolicy::kWriteThrough);
  design.cache.store_buffer = 1;
  design.cache.lookups_per_cycle = 2;
  Around l1(design);
  l1.ask(10, kLoad, kLine);
  const LineJob& store = l1.ask(10, kStore, kLine + kLineBytes, sector(0));
  l1.run(400);
  CHECK(l1.taken_at.at(&store) == 10);
}
