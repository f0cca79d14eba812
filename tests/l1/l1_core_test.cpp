// The core of the L1 without sockets: its actions in each cycle.
#include <catch2/catch.hpp>

#include "l1/l1_core_bench.h"
#include "support/random.h"

using namespace unibank;
using namespace unibank::test;

TEST_CASE("a miss goes to memory when its tag is known and is answered and entered one cycle after memory's answer") {
  Around l1(stores(StorePolicy::kWriteThrough));
  const LineJob& load = l1.ask(10, kLoad, kLine);
  l1.run(300);
  REQUIRE(l1.memory().size() == 1);
  CHECK(l1.memory()[0].at == 10 + 1);
  CHECK(l1.answered_at.at(&load) == 11 + kMemoryCycles + 1);
  // The fill's tag request is sent in the cycle of memory's answer; its rows are written when the tag array answers.
  CHECK(l1.rows() == std::vector<RowsSent>{{11 + kMemoryCycles + 1, true, kLine}});
  CHECK(l1.core.counters().row_writes == kCrossbarPorts);
  CHECK(l1.core.idle());
}

TEST_CASE("a line that enters while another is on its way needs no cycle of the Sm") {
  Around l1(stores(StorePolicy::kWriteThrough));
  l1.whole_lines = true;
  l1.reset();
  l1.ask(10, kLoad, kLine);
  l1.ask(20, kLoad, kLine + kLineBytes);
  const Cycle first = 11 + kMemoryCycles, second = first + 10;
  l1.run(first);
  CHECK(l1.core.has_late());
  CHECK_FALSE(l1.core.wants_next_cycle());
  l1.core.catch_up(first + 1);  // its rows are written in that cycle, not before
  CHECK(l1.core.counters().row_writes == 0);
  l1.sleep(second - 1);
  l1.run(second);
  CHECK(l1.rows().size() == 1);
  CHECK(l1.core.counters().row_writes == kCrossbarPorts);
  CHECK(l1.entered_at == kNever);
  // The last one is awaited by nothing else.
  CHECK(l1.core.wants_next_cycle());
  CHECK_FALSE(l1.core.idle());
  l1.run(second + 1);
  CHECK(l1.rows().back() == RowsSent{second + 1, true, kLine + kLineBytes});
  CHECK(l1.entered_at == second + 1);
  CHECK(l1.core.idle());
}

TEST_CASE("counters that are read while the Sm sleeps have the rows of a line that has entered") {
  Around l1(stores(StorePolicy::kWriteThrough));
  l1.whole_lines = true;
  l1.reset();
  l1.ask(10, kLoad, kLine);
  l1.ask(20, kLoad, kLine + kLineBytes);
  const Cycle first = 11 + kMemoryCycles;
  l1.run(first);
  l1.sleep(first + 2);
  l1.core.catch_up(first + 2);
  CHECK(l1.core.counters().row_writes == kCrossbarPorts);
  CHECK_FALSE(l1.core.has_late());
}

// Lines of few sets, so that they evict each other; a store now and then, which goes to memory and may invalidate its
// line.
TEST_CASE("an L1 whose lines arrive without a cycle of the Sm does the same as one that runs in every cycle") {
  unsigned arrived = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Around always(stores(StorePolicy::kWriteEvict)), asleep(stores(StorePolicy::kWriteEvict));
    Random random(seed);
    std::vector<const LineJob*> jobs[2];
    for (Cycle at = 10; at < 3000; at += 1 + random.below(seed % 2 ? 30 : 300)) {
      const std::uint64_t line = random.below(4) * kLineBytes + random.below(8) * always.sets * kLineBytes;
      const LineOperation operation = random.below(8) == 0 ? kStore : kLoad;
      jobs[0].push_back(&always.ask(at, operation, line));
      jobs[1].push_back(&asleep.ask(at, operation, line));
    }
    for (Around* l1 : {&always, &asleep}) l1->whole_lines = true, l1->reset();
    always.run(4000);
    arrived += asleep.run_asleep(4000);
    CHECK(asleep.steps < 2000);
    for (std::size_t i = 0; i < jobs[0].size(); ++i)
      CHECK(asleep.answered_at.at(jobs[1][i]) == always.answered_at.at(jobs[0][i]));
    for (unsigned i = 0; i < 32; ++i) {
      const std::uint64_t line = i % 4 * kLineBytes + i / 4 * always.sets * kLineBytes;
      CHECK(asleep.tags.probe(line).way == always.tags.probe(line).way);
    }
    CHECK(asleep.counters() == always.counters());
    CHECK(asleep.core.idle());
  }
  CHECK(arrived > 500);
}

TEST_CASE("the Sm runs for a line that enters where its rows may wait or a load waits for the fill buffer") {
  Design design = stores(StorePolicy::kWriteThrough);
  bool whole_lines = true;
  SECTION("rows one by one") { whole_lines = false; }
  SECTION("arbitrated banks") { design.conflicts.model = ConflictModel::kArbitrated; }
  SECTION("a fill buffer") { design.cache.fill_buffer = 4; }
  SECTION("single sectors") { design.cache.fetch = FetchUnit::kSectors; }
  Around l1(design);
  l1.whole_lines = whole_lines;
  l1.reset();
  l1.ask(10, kLoad, kLine);
  l1.ask(20, kLoad, kLine + kLineBytes);
  l1.run(11 + kMemoryCycles);
  CHECK_FALSE(l1.core.has_late());
}

// A load past the cache takes no place in the fill buffer once its lookup has missed.
TEST_CASE("the Sm runs for a miss where a load may wait for the room that it makes in the fill buffer") {
  Design design = stores(StorePolicy::kWriteThrough);
  design.cache.fill_buffer = 1;
  Around l1(design);
  l1.holds_memory = true;
  l1.ask(10, kStore, kLine);
  l1.ask(12, kLoad, 2 * kLine).past = true;
  l1.run(12);
  CHECK_FALSE(l1.core.has_late());
}

TEST_CASE("the Sm runs for a line that evicts a dirty one, whose rows are read first") {
  Around l1(stores(StorePolicy::kWriteBack));
  l1.whole_lines = true;
  l1.reset();
  const std::uint64_t set = std::uint64_t{l1.sets} * kLineBytes;  // lines at this distance share a set
  for (unsigned way = 0; way < l1.design.cache.ways; ++way) {
    l1.ask(10, kLoad, kLine + way * set);
    l1.ask(300, kStore, kLine + way * set);
  }
  l1.ask(510, kLoad, kLine + 10 * set);
  l1.ask(520, kLoad, kLine + kLineBytes);
  l1.run(511 + kMemoryCycles);
  CHECK_FALSE(l1.core.has_late());
}

TEST_CASE("a hit reads the line's rows in the cycle in which its tag is known") {
  Around l1(stores(StorePolicy::kWriteThrough));
  l1.ask(10, kLoad, kLine);
  const LineJob& hit = l1.ask(300, kLoad, kLine);
  const LineJob& words = l1.ask(310, kLoad, kLine, 0xf);
  l1.run(400);
  CHECK(l1.answered_at.at(&hit) == 300 + 1 + kBankCycles);
  CHECK(l1.answered_at.at(&words) == 310 + 1 + kBankCycles);
  CHECK(l1.core.counters().row_reads == kCrossbarPorts + 1);
  CHECK(l1.core.counters().load_hits == 2);
  CHECK(l1.memory().size() == 1);
}

TEST_CASE("a store that hits under write-through goes to line and memory in the cycle in which its tag is known") {
  Around l1(stores(StorePolicy::kWriteThrough));
  l1.ask(10, kLoad, kLine);
  l1.ask(300, kStore, kLine);
  l1.run(500);
  REQUIRE(l1.memory().size() == 2);
  CHECK(l1.memory()[1].write);
  CHECK(l1.memory()[1].at == 301);
  CHECK(l1.rows().back() == RowsSent{301, true, kLine});
  CHECK(l1.tags.probe(kLine).state == kCleanLine);
}

TEST_CASE("a store that hits under write-evict goes only to memory and a later load misses") {
  Around l1(stores(StorePolicy::kWriteEvict));
  l1.ask(10, kLoad, kLine);
  l1.ask(300, kStore, kLine);
  l1.run(500);
  CHECK(l1.memory().back().at == 301);
  CHECK(l1.rows().size() == 1);  // the fill's
  CHECK_FALSE(l1.tags.probe(kLine).hit);
  CHECK(l1.core.counters().store_evictions == 1);
}

TEST_CASE("a store that hits under write-back goes to the line and the flush sends the stored bytes") {
  Around l1(stores(StorePolicy::kWriteBack));
  l1.ask(10, kLoad, kLine);
  l1.ask(300, kStore, kLine, 0x1);
  l1.run(399);
  CHECK(l1.memory().size() == 1);
  CHECK(l1.tags.probe(kLine).state == kDirtyLine);
  REQUIRE(l1.core.flush());
  l1.run(600);
  // The lookup of cycle 400 finds it; its rows are read from 401 on, and it is sent when they have arrived.
  CHECK(l1.rows().back() == RowsSent{401, false, kLine});
  REQUIRE(l1.memory().size() == 2);
  CHECK(l1.memory()[1].at == 401 + kBankCycles);
  CHECK(l1.memory()[1].bytes == LineBytes{0xf, 0, 0, 0});
  CHECK(l1.core.idle());
}

TEST_CASE("a line that was written back and is stored to again takes only the new bytes to memory") {
  Around l1(stores(StorePolicy::kWriteBack));
  l1.ask(10, kLoad, kLine);
  l1.ask(300, kStore, kLine, 0x1);
  l1.run(400);
  REQUIRE(l1.core.flush());
  l1.run(600);
  CHECK(l1.tags.probe(kLine).state == kCleanLine);
  l1.ask(700, kStore, kLine, 0x2);
  l1.run(800);
  REQUIRE(l1.core.flush());
  l1.run(1100);
  REQUIRE(l1.memory().size() == 3);
  CHECK(l1.memory()[1].bytes == LineBytes{0xf, 0, 0, 0});
  CHECK(l1.memory()[2].bytes == LineBytes{0xf0, 0, 0, 0});
}

TEST_CASE("after an acquire stores go to memory because the other bytes of their line may be old") {
  for (const bool local : {false, true}) {  // local memory has no other writers
    INFO((local ? "local" : "global"));
    Around l1(stores(StorePolicy::kWriteBack, StorePolicy::kWriteBack));
    l1.ask(10, kLoad, kLine, ~0u, local);
    l1.run(300);
    l1.core.acquire();
    l1.ask(310, kStore, kLine, 0x1, local);
    l1.run(500);
    CHECK(l1.memory().size() == (local ? 1 : 2));
    CHECK(l1.core.counters().dirtied == (local ? 1 : 0));
    CHECK(l1.tags.probe(kLine).hit == local);
  }
}

TEST_CASE("a store whose lookup an acquire follows writes its line, and memory when the line leaves") {
  Around l1(stores(StorePolicy::kWriteBack));
  l1.ask(10, kLoad, kLine);
  l1.ask(310, kStore, kLine, 0x1);
  l1.run(310);
  l1.core.acquire();
  l1.run(400);
  CHECK(std::count(l1.rows().begin(), l1.rows().end(), RowsSent{311, true, kLine}) == 1);
  CHECK(l1.memory().size() == 1);
  REQUIRE(l1.core.flush());
  l1.run(500);
  REQUIRE(l1.memory().size() == 2);
  CHECK(l1.memory()[1].bytes == LineBytes{0xf, 0, 0, 0});
}

// The release is done in cycle 430, and the acquire comes after another warp's store.
TEST_CASE("from the release of an acquire on stores leave no dirty line whose other words a later load would find") {
  for (const bool acquires : {false, true}) {
    Around l1(stores(StorePolicy::kWriteBack));
    l1.ask(10, kLoad, kLine);
    l1.ask(310, kStore, kLine, 0x1);
    l1.run(320);
    CHECK_FALSE(l1.core.release(0, nullptr, acquires));
    l1.run(430);
    CHECK(l1.released_at < 430);
    l1.ask(440, kStore, kLine, 0x2);
    l1.run(450);
    CHECK(l1.tags.lines(kDirtyLine) == (acquires ? 0 : 1));
    l1.core.acquire();
    const LineJob& load = l1.ask(600, kLoad, kLine, 0x20);
    l1.run(900);
    CHECK((l1.answered_at.at(&load) > 600 + kMemoryCycles) == acquires);
  }
}

// The search has found the first of eight dirty lines when a store makes it dirty again.
TEST_CASE("a release during another one's search waits for the lines that became dirty behind it") {
  Around l1(stores(StorePolicy::kWriteBack));
  for (unsigned line = 0; line < 8; ++line) {
    l1.ask(10 + line, kLoad, line * kLineBytes);
    l1.ask(310 + line, kStore, line * kLineBytes, 0x1);
  }
  l1.run(320);
  int first = 0, second = 0;
  CHECK_FALSE(l1.core.release(0, &first));
  l1.ask(323, kStore, 0, 0x2);
  l1.run(325);
  CHECK(l1.tags.probe(0).state == kDirtyLine);
  CHECK(l1.tags.lines(kDirtyLine) > 2);  // the search is under way
  CHECK_FALSE(l1.core.release(1, &second));
  l1.run(900);
  CHECK(l1.released_at < 900);
  CHECK(l1.tags.lines(kDirtyLine) == 0);
  REQUIRE(l1.memory().size() == 8 + 8 + 1);
  CHECK(l1.memory().back().address == 0);
  CHECK(l1.memory().back().bytes == LineBytes{0xf0, 0, 0, 0});
}

TEST_CASE("a store that misses and allocates enters a whole line at once and a part when the line has been read") {
  Around l1(stores(StorePolicy::kWriteEvict, StorePolicy::kWriteBack, true));
  l1.ask(10, kStore, kLine, ~0u, true);
  l1.run(50);
  CHECK(l1.memory().empty());
  CHECK(l1.rows() == std::vector<RowsSent>{{11, true, kLine}});
  CHECK(l1.tags.probe(kLine).state == kDirtyLine);
  l1.ask(60, kStore, 2 * kLine, 0xff, true);
  l1.run(300);
  REQUIRE(l1.memory().size() == 2);
  CHECK(l1.memory()[0].write);
  CHECK(l1.memory()[0].at == 61);
  CHECK_FALSE(l1.memory()[1].write);
  CHECK(l1.memory()[1].at == 62);
  CHECK(l1.rows().back() == RowsSent{62 + kMemoryCycles + 1, true, 2 * kLine});
  CHECK(l1.tags.probe(2 * kLine).state == kCleanLine);
}

TEST_CASE("a cycle accepts as many lines as the tags can look up") {
  for (const unsigned lookups : {1u, 2u}) {
    Design design = stores(StorePolicy::kWriteThrough);
    design.cache.lookups_per_cycle = lookups;
    Around l1(design);
    const LineJob& first = l1.ask(10, kLoad, kLine);
    const LineJob& second = l1.ask(10, kLoad, 2 * kLine);
    l1.run(300);
    CHECK(l1.taken_at.at(&first) == 10);
    CHECK(l1.taken_at.at(&second) == (lookups == 1 ? 11 : 10));
    // At most one request to memory each cycle.
    CHECK(l1.answered_at.at(&second) == 12 + kMemoryCycles + 1);
  }
}

TEST_CASE("a load waits while the fill buffer is full of lines that have not entered") {
  Design design = stores(StorePolicy::kWriteThrough);
  design.cache.fill_buffer = 1;
  Around l1(design);
  l1.ask(10, kLoad, kLine);
  const LineJob& second = l1.ask(20, kLoad, 2 * kLine);
  l1.run(300);
  // The first line's rows are written in 112; the load is accepted after that.
  CHECK(l1.taken_at.at(&second) == 11 + kMemoryCycles + 1);
}

TEST_CASE("a store waits while the store buffer is full of unanswered stores") {
  Design design = stores(StorePolicy::kWriteThrough);
  design.cache.store_buffer = 1;
  Around l1(design);
  l1.ask(10, kStore, kLine);
  const LineJob& second = l1.ask(20, kStore, 2 * kLine);
  l1.run(300);
  CHECK(l1.taken_at.at(&second) == 11 + kMemoryCycles);
  CHECK(l1.core.stores_out(0) == 0);
}

TEST_CASE("a dirty victim is read before its replacement is written and then goes to memory") {
  const Design design = stores(StorePolicy::kWriteBack);
  Around l1(design);
  const unsigned ways = design.cache.ways;
  const std::uint64_t apart = std::uint64_t{l1.sets} * kLineBytes;  // lines of one set
  Cycle at = 10;
  for (unsigned way = 0; way < ways; ++way, at += 200) l1.ask(at, kLoad, way * apart);
  l1.ask(at, kStore, 0);
  for (unsigned way = 1; way < ways; ++way) l1.ask(at + 20 * way, kLoad, way * apart);  // the dirty one is the oldest
  at += 500;
  l1.ask(at, kLoad, ways * apart);
  l1.run(at + 300);
  const Cycle tag = at + 1 + kMemoryCycles + 1;  // the new line's fill
  const std::vector<RowsSent>& rows = l1.rows();
  REQUIRE(rows.size() >= 2);
  CHECK(rows[rows.size() - 2] == RowsSent{tag, false, 0});
  CHECK(rows.back() == RowsSent{tag + kBankCycles + 1, true, ways * apart});
  CHECK(l1.memory().back().write);
  CHECK(l1.memory().back().address == 0);
  CHECK(l1.memory().back().at == tag + kBankCycles);
  CHECK(l1.leaving.counters.write_backs == 1);
}

TEST_CASE("a request waits until memory has accepted the previous one and goes in the next cycle") {
  Around l1(stores(StorePolicy::kWriteThrough));
  l1.holds_memory = true;
  l1.ask(10, kStore, kLine);
  l1.ask(12, kStore, 2 * kLine);
  l1.run(50);
  CHECK(l1.memory().size() == 1);
  l1.holds_memory = false;
  l1.core.accepted(L1Core::kMemory, 50);
  l1.run(60);
  REQUIRE(l1.memory().size() == 2);
  CHECK(l1.memory()[1].at == 51);
}

TEST_CASE("a release is answered when memory has answered the warp's stores") {
  Around l1(stores(StorePolicy::kWriteThrough));
  l1.ask(10, kStore, kLine);
  l1.run(20);
  int release = 0;
  CHECK(l1.core.release(1, &release));  // another warp's
  CHECK_FALSE(l1.core.release(0, &release));
  l1.run(300);
  CHECK(l1.released_at == 11 + kMemoryCycles);
}

TEST_CASE("a write-back sends the bytes or sectors or line that its dirty bits mark") {
  const std::uint32_t word = 0xf;  // a store to its first word: the first sector
  const std::uint32_t all = ~std::uint32_t{0};
  const std::pair<DirtyBits, LineBytes> cases[] = {{DirtyBits::kByte, {word, 0, 0, 0}},
                                                   {DirtyBits::kSector, {all, 0, 0, 0}},
                                                   {DirtyBits::kLine, {all, all, all, all}}};
  for (const auto& [bits, expected] : cases) {
    Design design = stores(StorePolicy::kWriteBack);
    design.cache.dirty_bits = bits;
    Around l1(design);
    l1.ask(10, kLoad, kLine);
    l1.ask(300, kStore, kLine, 1);
    l1.run(400);
    CHECK(l1.core.flush());
    l1.run(1000);
    REQUIRE(l1.memory().size() == 2);
    CHECK(l1.memory().back().bytes == expected);
  }
}
