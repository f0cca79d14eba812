// The core of the L1 with a tag array that answers after six cycles: a line that arrives while an earlier request at
// the tags may send bytes of it to memory waits for the answer, and is dropped if it has become old.
#include <catch2/catch.hpp>

#include "l1/l1_core_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr unsigned kTagCycles = 6;
constexpr Cycle kLineTime = kTagCycles + kMemoryCycles;  // from a load that misses to the arrival of its line
constexpr std::uint64_t kOther = kLine + kLineBytes;

bool written(const Around& l1, std::uint64_t line, Cycle from) {
  for (const RowsSent& rows : l1.rows())
    if (rows.write && rows.line == line && rows.at >= from) return true;
  return false;
}

}  // namespace

TEST_CASE("a line does not enter while a store or an atomic to it is at late tags") {
  for (const StorePolicy policy : {StorePolicy::kWriteThrough, StorePolicy::kWriteEvict, StorePolicy::kWriteBack}) {
    for (const LineOperation operation : {kStore, LineOperation::kAtomic, LineOperation::kReduction}) {
      Around l1(stores(policy));
      l1.tag_cycles = kTagCycles;
      l1.ask(10, kLoad, kLine);
      const Cycle arrival = 10 + kLineTime, stored = arrival - 3, left = stored + kTagCycles;
      l1.ask(stored, operation, kLine, 1);
      const LineJob& again = l1.ask(200, kLoad, kLine);
      l1.run(200 + kTagCycles);
      CHECK(l1.rows().empty());  // memory's line was requested before the store
      CHECK_FALSE(l1.tags.probe(kLine).hit);
      REQUIRE(l1.memory().size() == 3);
      CHECK(l1.memory()[1].write);
      CHECK(l1.memory()[1].at == left);
      CHECK(l1.memory()[2].at == 200 + kTagCycles);
      l1.run(400);
      CHECK(l1.answered_at.at(&again) == 200 + kLineTime + 1);
      CHECK(l1.rows() == std::vector<RowsSent>{{200 + kLineTime + kTagCycles, true, kLine}});
      CHECK(l1.core.idle());
    }
  }
}

TEST_CASE("a line enters while a store to another line or a load is at late tags") {
  Around l1(stores(StorePolicy::kWriteThrough));
  l1.tag_cycles = kTagCycles;
  l1.ask(10, kLoad, kLine);
  l1.ask(10 + kLineTime - 2, kLoad, kLine);
  l1.ask(10 + kLineTime - 1, kStore, kOther);
  l1.run(10 + kLineTime + kTagCycles);
  CHECK(l1.rows() == std::vector<RowsSent>{{10 + kLineTime + kTagCycles, true, kLine}});
}

// The line becomes dirty while it is being read. The store that evicts it has not been answered when memory's line
// arrives.
TEST_CASE("a line does not enter while an allocating store that evicts its dirty bytes is at late tags") {
  Around l1(stores(StorePolicy::kWriteThrough, StorePolicy::kWriteBack, true));
  l1.tag_cycles = kTagCycles;
  const std::uint64_t apart = std::uint64_t{l1.sets} * kLineBytes;  // lines of one set
  const Cycle arrival = 40 + kLineTime, evicted = arrival - 3 + kTagCycles;
  l1.ask(40, kLoad, kLine, ~0u, true);
  for (unsigned way = 0; way < l1.design.cache.ways; ++way)
    l1.ask(60 + 10 * way, kStore, kLine + way * apart, ~0u, true);
  l1.ask(arrival - 3, kStore, kLine + l1.design.cache.ways * apart, ~0u, true);
  l1.run(300);
  CHECK_FALSE(written(l1, kLine, arrival));
  CHECK_FALSE(l1.tags.probe(kLine).hit);
  REQUIRE(l1.memory().size() == 2);
  CHECK(l1.memory()[1].address == kLine);
  CHECK(l1.memory()[1].at == evicted + kBankCycles);
  CHECK(l1.core.idle());
}

// A second read of the line is sent before the first one has entered; then a store makes the line dirty.
TEST_CASE("a line does not enter while a fill that evicts its dirty bytes is at late tags") {
  Around l1(stores(StorePolicy::kWriteBack));
  l1.tag_cycles = kTagCycles;
  const std::uint64_t apart = std::uint64_t{l1.sets} * kLineBytes;
  const unsigned ways = l1.design.cache.ways;
  for (unsigned way = 1; way < ways; ++way) l1.ask(10 * way, kLoad, kLine + way * apart);
  l1.ask(40, kLoad, kLine);
  const Cycle second = 40 + kLineTime - 1, arrival = second + kLineTime, filled = arrival - 2;
  l1.ask(filled - kLineTime, kLoad, kLine + ways * apart);
  l1.ask(second, kLoad, kLine);
  l1.ask(170, kStore, kLine);
  // The dirty line becomes the one used least recently.
  for (unsigned way = 1; way < ways; ++way) l1.ask(180 + way, kLoad, kLine + way * apart);
  l1.run(400);
  const Cycle evicted = filled + kTagCycles;
  const std::vector<RowsSent>& rows = l1.rows();
  REQUIRE(rows.size() >= 2);
  CHECK(rows[rows.size() - 2] == RowsSent{evicted, false, kLine});
  CHECK(rows.back() == RowsSent{evicted + kBankCycles + 1, true, kLine + ways * apart});
  CHECK_FALSE(l1.tags.probe(kLine).hit);
  CHECK(l1.memory().back().at == evicted + kBankCycles);
  CHECK(l1.core.idle());
}
