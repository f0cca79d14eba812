// The unit that reads constants: one address per cycle, and misses answered later.
#include <catch2/catch.hpp>

#include "read_only/read_unit.h"

using namespace unibank;

namespace {

struct Bench : ReadUser {
  explicit Bench(unsigned queue, ReadOnlyCache* cache = nullptr) : unit(queue, cache, *this) {}
  void read_done(void* which, Cycle at) override { done.emplace_back(which, at); }
  void line_read(void* which, std::uint64_t line) override { lines.emplace_back(which, line); }
  std::vector<std::pair<void*, Cycle>> done;
  std::vector<std::pair<void*, std::uint64_t>> lines;
  ReadUnit unit;
};

Design::ReadOnlyCache of(std::uint64_t bytes, unsigned line_bytes, unsigned ways, unsigned mshr_entries) {
  return {bytes, line_bytes, ways, mshr_entries};
}

}  // namespace

TEST_CASE("an instruction with n addresses occupies the unit for n cycles and the next one waits") {
  const std::vector<std::uint64_t> one = {8}, three = {0, 4, 8}, none;
  int a = 0, b = 0, c = 0;
  Bench bench(4);
  for (int i = 0; i < 3; ++i) bench.unit.take_room();
  bench.unit.accept(&a, three);
  bench.unit.accept(&b, one);
  bench.unit.accept(&c, none);
  for (Cycle now = 10; bench.unit.wants_next_cycle(); ++now) bench.unit.advance(now);
  CHECK(bench.done == std::vector<std::pair<void*, Cycle>>{{&a, 12}, {&b, 13}, {&c, 14}});
  CHECK(bench.unit.idle());
}

TEST_CASE("the unit holds a limited number of instructions from issue to their last lookup") {
  const std::vector<std::uint64_t> two = {0, 4};
  int a = 0;
  Bench bench(2);
  bench.unit.take_room();
  CHECK(bench.unit.has_room());
  bench.unit.take_room();
  CHECK_FALSE(bench.unit.has_room());
  bench.unit.accept(&a, two);
  bench.unit.advance(0);
  CHECK_FALSE(bench.unit.has_room());
  bench.unit.advance(1);
  CHECK(bench.unit.has_room());
}

TEST_CASE("an instruction that misses waits for its lines while later ones continue") {
  ReadOnlyCache cache(of(256, 64, 2, 2));
  const std::vector<std::uint64_t> two_lines = {0, 64, 4}, there = {128};
  int a = 0, b = 0;
  Bench bench(4, &cache);
  CHECK(cache.look_up(128) == ReadOnlyCache::Look::kMiss);
  cache.enter(128);
  bench.unit.accept(&a, two_lines);
  bench.unit.accept(&b, there);
  for (Cycle now = 0; now < 4; ++now) bench.unit.advance(now);
  CHECK(bench.done == std::vector<std::pair<void*, Cycle>>{{&b, 3}});
  CHECK_FALSE(bench.unit.wants_next_cycle());
  CHECK_FALSE(bench.unit.idle());
  bench.unit.line_came(64, 20);
  CHECK(bench.done.size() == 1);
  bench.unit.line_came(0, 30);
  CHECK(bench.done.back() == std::pair<void*, Cycle>{&a, 30});
  CHECK(bench.lines == std::vector<std::pair<void*, std::uint64_t>>{{&b, 128}, {&a, 64}, {&a, 0}});
}

TEST_CASE("an address that finds the maximal number of lines in flight waits and all later ones wait too") {
  ReadOnlyCache cache(of(256, 64, 2, 1));
  const std::vector<std::uint64_t> first = {0}, second = {64}, third = {4};
  int a = 0, b = 0, c = 0;
  Bench bench(4, &cache);
  bench.unit.accept(&a, first);
  bench.unit.accept(&b, second);
  bench.unit.accept(&c, third);
  for (Cycle now = 0; now < 10; ++now) bench.unit.advance(now);
  CHECK(bench.unit.wants_next_cycle());
  cache.enter(0);
  bench.unit.line_came(0, 10);
  bench.unit.advance(10);
  bench.unit.advance(11);
  CHECK(bench.done == std::vector<std::pair<void*, Cycle>>{{&a, 10}, {&c, 11}});
  CHECK(cache.counts().misses == 2);
}
