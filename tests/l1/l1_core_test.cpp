// The core of the L1 between a tag array, banks and memory of fixed latencies, without sockets: what it does in which
// cycle.
#include <catch2/catch.hpp>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "l1/l1_core.h"

using namespace unibank;

namespace {

constexpr Cycle kMemoryCycles = 100, kBankCycles = 2;

struct Lookups : CacheObserver {
  void looked_up(const CacheLookup&) override {}
};

struct RowsSent {
  Cycle at;
  bool write;
  std::uint64_t line;
  bool operator==(const RowsSent& other) const {
    return at == other.at && write == other.write && line == other.line;
  }
};
struct MemorySent {
  Cycle at;
  bool write;
  std::uint64_t address;
  LineBytes bytes;
  unsigned length;
};

// Tags answer a cycle later, banks in two, memory in a hundred; every row is granted its bank at once.
class Around : public L1Outward {
 public:
  explicit Around(const Design& design_of)
      : design(design_of),
        arbiter(design),
        tags(design.cache.ways),
        core({&design, &now, &arbiter, &observer, &leaving, &watch, &lines, {}, false, this}) {
    const AddressMap map(design, 0, 0, 1, 16);
    core.reset(map);
    tags.configure(map.cache_sets(), map.cache_ways());
    sets = map.cache_sets();
  }
  Sent to_tags(const L1Request& request, TagOperation operation, std::uint8_t state) override {
    requests_.push_back(request);
    L1Request& kept = requests_.back();
    kept.order = requests_.size();
    const TagResult result = tag_result(operation, request.address, state);
    const bool lookup = request.purpose == L1Request::Purpose::kLookup;
    if (lookup && core.missed(kept, result.hit, now + 1)) return {&kept, true};
    due_.emplace(now + 1, [this, &kept, result, lookup] {
      lookup ? core.tag_answer(*kept.job, kept.order, result) : core.fill_answer(kept, result);
    });
    return {&kept, true};
  }
  Sent to_memory(const L1Request& request, const MemoryJob& what) override {
    requests_.push_back(request);
    L1Request& kept = requests_.back();
    to_memory_.push_back({now, what.write, what.address, what.bytes, what.length});
    if (holds_memory) return {&kept, false};
    due_.emplace(now + kMemoryCycles, [this, &kept] { core.memory_answer(kept); });
    return {&kept, true};
  }
  bool send_rows(RowJob& rows, std::uint64_t& counter) override {
    counter += rows.whole ? kCrossbarPorts : rows.rows.size();
    rows.next = static_cast<unsigned>(rows.rows.size());
    rows_.push_back({now, rows.write, rows.line});
    core.rows_sent(rows, now + kBankCycles);
    return true;
  }
  void taken(LineJob& job) override { taken_at[&job] = now; }
  void answer(LineJob& job) override { answered_at[&job] = job.due; }
  void released(void*) override { released_at = now; }
  void stored(const LineJob&, LineValues&) override {}
  void found(const LineValues&, LineJob&) override {}

  // Asked for in that cycle, behind what the L1 does in it.
  LineJob& ask(Cycle at, LineOperation operation, std::uint64_t address, std::uint32_t words = ~0u,
               bool local = false) {
    jobs_.emplace_back();
    LineJob& job = jobs_.back();
    job.kept = true;
    job.operation = operation;
    job.local = local;
    job.line = {address, words};
    for (unsigned byte = 0; byte < kLineBytes; ++byte)
      job.bytes[byte / kSectorBytes] |= (words >> byte / 4 & 1) << byte % kSectorBytes;
    asked_.emplace(at, &job);
    return job;
  }
  void run(Cycle until) {
    while (now < until) step();
  }
  const std::vector<RowsSent>& rows() const { return rows_; }
  const std::vector<MemorySent>& memory() const { return to_memory_; }

  const Design design;
  Cycle now = 0;
  bool holds_memory = false;  // memory accepts nothing
  Arbiter arbiter;
  SmObserver* observer = nullptr;
  LeavingLines leaving;
  Lookups watch;
  LinePolicy lines;
  TagArrayCore tags;
  L1Core core;
  unsigned sets = 0;
  std::map<const LineJob*, Cycle> taken_at, answered_at;
  Cycle released_at = kNever;

 private:
  TagResult tag_result(TagOperation operation, std::uint64_t line, std::uint8_t state) {
    switch (operation) {
      case TagOperation::kFill: return tags.fill(line, state);
      case TagOperation::kClaim: return tags.claim(line, state);
      case TagOperation::kInvalidate: return tags.invalidate(line);
      case TagOperation::kStore: return tags.store(line, state);
      case TagOperation::kClean: return tags.clean(line / kLineBytes);
      default: return tags.lookup(line);
    }
  }
  void step() {
    ++now;
    arbiter.begin_cycle();
    core.begin_cycle();
    for (auto item = due_.begin(); item != due_.end() && item->first <= now; item = due_.erase(item)) item->second();
    core.advance_fills();
    core.advance();
    while (!asked_.empty() && asked_.begin()->first <= now && !core.waiting()) {
      LineJob& job = *asked_.begin()->second;
      asked_.erase(asked_.begin());
      if (core.request(job)) taken(job);
    }
    core.advance_behind_lines();
  }

  std::deque<L1Request> requests_;
  std::deque<LineJob> jobs_;
  std::multimap<Cycle, LineJob*> asked_;
  std::multimap<Cycle, std::function<void()>> due_;
  std::vector<RowsSent> rows_;
  std::vector<MemorySent> to_memory_;
};

constexpr auto kLoad = LineOperation::kLoad;
constexpr auto kStore = LineOperation::kStore;
constexpr std::uint64_t kLine = 0x1000;

Design stores(StorePolicy global, StorePolicy local = StorePolicy::kWriteThrough, bool allocate = false) {
  Design design;
  design.cache.global_stores = global;
  design.cache.local_stores = local;
  design.cache.local_stores_allocate = allocate;
  return design;
}

}  // namespace

TEST_CASE("a miss is asked of memory when its tag is known, answered a cycle behind memory, and entered then") {
  Around l1(stores(StorePolicy::kWriteThrough));
  const LineJob& load = l1.ask(10, kLoad, kLine);
  l1.run(300);
  REQUIRE(l1.memory().size() == 1);
  CHECK(l1.memory()[0].at == 10 + 1);
  CHECK(l1.answered_at.at(&load) == 11 + kMemoryCycles + 1);
  // Its tag is asked for in the cycle of memory's answer, and its rows are written when that is answered.
  CHECK(l1.rows() == std::vector<RowsSent>{{11 + kMemoryCycles + 1, true, kLine}});
  CHECK(l1.core.counters().row_writes == kCrossbarPorts);
  CHECK(l1.core.idle());
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

TEST_CASE("a store that hits: through, to line and memory in the cycle in which its tag is known") {
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

TEST_CASE("a store that hits: evicting, to memory alone, and a load misses behind it") {
  Around l1(stores(StorePolicy::kWriteEvict));
  l1.ask(10, kLoad, kLine);
  l1.ask(300, kStore, kLine);
  l1.run(500);
  CHECK(l1.memory().back().at == 301);
  CHECK(l1.rows().size() == 1);  // the fill's
  CHECK_FALSE(l1.tags.probe(kLine).hit);
  CHECK(l1.core.counters().store_evictions == 1);
}

TEST_CASE("a store that hits: written back, to the line, which the flush reads to send the bytes that were stored") {
  Around l1(stores(StorePolicy::kWriteBack));
  l1.ask(10, kLoad, kLine);
  l1.ask(300, kStore, kLine, 0x1);
  l1.run(399);
  CHECK(l1.memory().size() == 1);
  CHECK(l1.tags.probe(kLine).state == kDirtyLine);
  REQUIRE(l1.core.flush());
  l1.run(600);
  // Found by the lookup of 400, read in 401, and sent when its rows are there.
  CHECK(l1.rows().back() == RowsSent{401, false, kLine});
  REQUIRE(l1.memory().size() == 2);
  CHECK(l1.memory()[1].at == 401 + kBankCycles);
  CHECK(l1.memory()[1].bytes == LineBytes{0xf, 0, 0, 0});
  CHECK(l1.core.idle());
}

TEST_CASE("a store that misses enters its line where it allocates: whole at once, a part when it has been read") {
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

TEST_CASE("as many lines are taken in a cycle as the tags may look up") {
  for (const unsigned lookups : {1u, 2u}) {
    Design design = stores(StorePolicy::kWriteThrough);
    design.cache.lookups_per_cycle = lookups;
    Around l1(design);
    const LineJob& first = l1.ask(10, kLoad, kLine);
    const LineJob& second = l1.ask(10, kLoad, 2 * kLine);
    l1.run(300);
    CHECK(l1.taken_at.at(&first) == 10);
    CHECK(l1.taken_at.at(&second) == (lookups == 1 ? 11 : 10));
    // One request to memory a cycle.
    CHECK(l1.answered_at.at(&second) == 12 + kMemoryCycles + 1);
  }
}

TEST_CASE("a load waits while the fill buffer's lines have not entered") {
  Design design = stores(StorePolicy::kWriteThrough);
  design.cache.fill_buffer = 1;
  Around l1(design);
  l1.ask(10, kLoad, kLine);
  const LineJob& second = l1.ask(20, kLoad, 2 * kLine);
  l1.run(300);
  // The first line's rows are written in 112; the load is taken behind that.
  CHECK(l1.taken_at.at(&second) == 11 + kMemoryCycles + 1);
}

TEST_CASE("a store waits while the store buffer's are not answered") {
  Design design = stores(StorePolicy::kWriteThrough);
  design.cache.store_buffer = 1;
  Around l1(design);
  l1.ask(10, kStore, kLine);
  const LineJob& second = l1.ask(20, kStore, 2 * kLine);
  l1.run(300);
  CHECK(l1.taken_at.at(&second) == 11 + kMemoryCycles);
  CHECK(l1.core.stores_out(0) == 0);
}

TEST_CASE("a dirty line is read before the line that drives it out is written, and goes to memory then") {
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
  const Cycle tag = at + 1 + kMemoryCycles + 1;  // of the new line is entered
  const std::vector<RowsSent>& rows = l1.rows();
  REQUIRE(rows.size() >= 2);
  CHECK(rows[rows.size() - 2] == RowsSent{tag, false, 0});
  CHECK(rows.back() == RowsSent{tag + kBankCycles + 1, true, ways * apart});
  CHECK(l1.memory().back().write);
  CHECK(l1.memory().back().address == 0);
  CHECK(l1.memory().back().at == tag + kBankCycles);
  CHECK(l1.leaving.counters.write_backs == 1);
}

TEST_CASE("while memory has not accepted a request the next one waits, and goes in the cycle behind") {
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

TEST_CASE("a release is told when memory has answered the warp's stores") {
  Around l1(stores(StorePolicy::kWriteThrough));
  l1.ask(10, kStore, kLine);
  l1.run(20);
  int release = 0;
  CHECK(l1.core.release(1, &release));  // another warp's
  CHECK_FALSE(l1.core.release(0, &release));
  l1.run(300);
  CHECK(l1.released_at == 11 + kMemoryCycles);
}

TEST_CASE("a dirty line takes to memory the bytes, sectors or lines that it has bits for") {
  const std::uint32_t word = 0xf;  // its first word is stored to: the first sector
  const std::uint32_t all = ~std::uint32_t{0};
  const std::pair<DirtyBits, LineBytes> cases[] = {
      {DirtyBits::kByte, {word, 0, 0, 0}}, {DirtyBits::kSector, {all, 0, 0, 0}}, {DirtyBits::kLine, {all, all, all, all}}};
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

namespace {

constexpr std::uint32_t sector(unsigned number) { return 0xffu << 8 * number; }

Design in_sectors(StorePolicy local = StorePolicy::kWriteThrough) {
  Design design = stores(StorePolicy::kWriteThrough, local);
  design.cache.fetch = FetchUnit::kSectors;
  return design;
}

}  // namespace

TEST_CASE("a load that misses reads the sectors that it touches, neighbours in one request, and finds them afterwards") {
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

TEST_CASE("of a line that lacks sectors a load reads those, and the others from the banks") {
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

TEST_CASE("a sector that was read before a store to it does not enter behind the store") {
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

TEST_CASE("lines of local memory come whole where its stores are written back") {
  Around l1(in_sectors(StorePolicy::kWriteBack));
  l1.ask(10, kLoad, kLine, sector(0), true);
  l1.ask(300, kLoad, 2 * kLine, sector(0));
  l1.run(600);
  REQUIRE(l1.memory().size() == 2);
  CHECK(l1.memory()[0].length == kLineBytes);
  CHECK(l1.memory()[1].length == 32);
}

TEST_CASE("rows of as many lines are read in a cycle as the cache may") {
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
