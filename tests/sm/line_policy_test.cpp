// Which lines enter the L1, their position in the replacement order, and the events reported to policies.
#include <catch2/catch.hpp>

#include "support/addresses.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// The calls that the most recent policy received.
struct Told {
  std::vector<CacheLookup> lookups;
  std::vector<CacheEviction> evictions;
  std::vector<std::uint64_t> asked;
} told;

class Odd : public LinePolicy, private CacheObserver {
 public:
  // Keeps lines with an odd number out.
  bool enters(const CacheLookup& miss) override {
    told.asked.push_back(miss.line);
    return miss.line / kLineBytes % 2 == 0;
  }
  bool bypasses() const override { return true; }
  CacheObserver* observer() override { return this; }

 private:
  void looked_up(const CacheLookup& lookup) override { told.lookups.push_back(lookup); }
  void evicted(const CacheEviction& eviction) override { told.evictions.push_back(eviction); }
};

// Line 1 enters as the next to be replaced.
class FirstOut : public LinePolicy, private LeastRecentlyUsed {
 public:
  const Replacement* replacement() const override { return this; }

 private:
  bool enters_oldest(std::uint64_t address) const override { return address == kLineBytes; }
};

const LinePolicyRegistry::Registration kOdd(
    {"odd-stay-out", "for this test", {}, [](const PolicyValues&) { return std::make_unique<Odd>(); }});
const LinePolicyRegistry::Registration kFirstOut(
    {"line-1-first-out", "for this test", {}, [](const PolicyValues&) { return std::make_unique<FirstOut>(); }});

Design with_policy(const std::string& policy) {
  Design design = bench_design();
  design.line_policy = {policy, {}};
  return design;
}

// Loads of one word of each line, one after the other, each with an instruction that uses it.
Script loads_and_uses(std::initializer_list<unsigned> lines) {
  Script script;
  for (const unsigned line : lines) {
    script.load(Space::kGlobal, {1}, {}, at(std::uint64_t{line} * kLineBytes)).alu({2}, {1});
  }
  return script.exit();
}

}  // namespace

TEST_CASE("a load that bypasses reads its sectors and enters nothing") {
  SmBench bench(with_policy("odd-stay-out"));
  bench.run(loads_and_uses({1, 1, 2, 2}));
  const CounterValues counters = bench.sm.counters();
  CHECK(told.asked == std::vector<std::uint64_t>{kLineBytes, kLineBytes, 2 * kLineBytes});
  CHECK(counters["cache.bypasses"] == 2);
  CHECK(counters["tag_fills"] == 1);
  CHECK(counters["cache.load_hits"] == 1);
  CHECK(bench.dram->counters().read_bytes == 2 * kSectorBytes + kLineBytes);
}

TEST_CASE("an observer is told of every lookup of a load or store, with instruction, line and answer") {
  SmBench bench(with_policy("odd-stay-out"));
  bench.run(Script()
                .load(Space::kGlobal, {1}, {}, at(2 * kLineBytes))
                .alu({2}, {1})
                .load(Space::kGlobal, {1}, {}, at(2 * kLineBytes))
                .store(Space::kGlobal, {2}, at(3 * kLineBytes))
                .exit());
  REQUIRE(told.lookups.size() == 3);
  CHECK_FALSE(told.lookups[0].hit);
  CHECK(told.lookups[1].hit);
  CHECK(told.lookups[2].store);
  CHECK(told.lookups[2].line == 3 * kLineBytes);
  CHECK(told.lookups[0].pc == 0);
  CHECK(told.lookups[1].pc == 2);
  CHECK(told.lookups[1].cycle > told.lookups[0].cycle);
}

TEST_CASE("an observer is told of the evicted line") {
  Design design = with_policy("odd-stay-out");
  design.cache.ways = 1;
  SmBench bench(design);
  bench.cache_sets = 2;
  bench.run(loads_and_uses({2, 4}));  // both in set 0
  REQUIRE(told.evictions.size() == 1);
  CHECK(told.evictions[0].line == 2 * kLineBytes);
}

namespace {

// Hits of loads of lines 0, 1, 2 and 0 again, in a set of two ways.
std::uint64_t hits_with(const char* policy) {
  Design design = with_policy(policy);
  design.cache.ways = 2;
  SmBench bench(design);
  bench.cache_sets = 1;
  bench.run(loads_and_uses({0, 1, 2, 0}));
  return bench.sm.counters()["cache.load_hits"];
}

}  // namespace

TEST_CASE("the least recently used line is evicted") { CHECK(hits_with("all") == 0); }
TEST_CASE("a line that enters as the oldest is evicted first") { CHECK(hits_with("line-1-first-out") == 1); }
