#include <catch2/catch.hpp>

#include "read_only/instruction_fetch.h"

using namespace unibank;

namespace {

// Lines of 128 bytes hold 16 instructions of 8.
struct FetchBench {
  explicit FetchBench(std::uint64_t bytes = 2048, unsigned mshr_entries = 2)
      : cache({bytes, 128, 4, mshr_entries}), fetch(cache, 4, 8, [this](unsigned warp) { there.push_back(warp); }) {
    fetch.reset(0x10000, 0);
  }
  void come(std::uint64_t line) {
    cache.enter(line);
    fetch.line_came(line);
  }
  ReadOnlyCache cache;
  std::vector<unsigned> there;
  InstructionFetch fetch;
};

}  // namespace

TEST_CASE("a warp waits for the line of its next instruction and continues within the line") {
  FetchBench bench;
  CHECK_FALSE(bench.fetch.show(0, 0));
  CHECK(bench.cache.next_read() == std::uint64_t{0x10000});
  bench.come(0x10000);
  CHECK(bench.there == std::vector<unsigned>{0});
  for (unsigned number = 1; number < 16; ++number) CHECK(bench.fetch.show(0, number));
  CHECK(bench.cache.counts().hits == 0);
  CHECK(bench.cache.counts().misses == 1);
  CHECK_FALSE(bench.fetch.show(0, 16));
  CHECK(bench.cache.next_read() == std::uint64_t{0x10080});
}

TEST_CASE("warps that wait for one line get it together and a later warp hits") {
  FetchBench bench;
  CHECK_FALSE(bench.fetch.show(0, 3));
  CHECK_FALSE(bench.fetch.show(1, 4));
  bench.come(0x10000);
  CHECK(bench.there == std::vector<unsigned>{0, 1});
  CHECK(bench.cache.counts().merges == 1);
  CHECK(bench.fetch.show(2, 5));
  CHECK(bench.cache.counts().hits == 1);
  CHECK(bench.fetch.idle());
}

TEST_CASE("a warp that finds the maximal number of lines in flight requests its line when one has arrived") {
  FetchBench bench(2048, 1);
  CHECK_FALSE(bench.fetch.show(0, 0));
  CHECK_FALSE(bench.fetch.show(1, 16));
  CHECK(bench.cache.next_read() == std::uint64_t{0x10000});
  CHECK_FALSE(bench.cache.next_read());
  bench.come(0x10000);
  CHECK(bench.there == std::vector<unsigned>{0});
  CHECK(bench.cache.next_read() == std::uint64_t{0x10080});
  bench.come(0x10080);
  CHECK(bench.there == std::vector<unsigned>{0, 1});
}

TEST_CASE("a warp that replaces another does not keep the other's line") {
  FetchBench bench;
  CHECK_FALSE(bench.fetch.show(0, 0));
  bench.come(0x10000);
  bench.fetch.start_warp(0);
  CHECK(bench.fetch.show(0, 0));
  CHECK(bench.cache.counts().hits == 1);
}

TEST_CASE("warm code is there from its beginning, as much of it as fits") {
  FetchBench bench;  // 2,048 bytes: 16 lines of 16 instructions
  bench.fetch.reset(0x10000, 4096);
  for (const unsigned line : {0u, 7u, 15u}) CHECK(bench.fetch.show(0, line * 16));
  CHECK_FALSE(bench.fetch.show(0, 16 * 16));
  CHECK(bench.cache.counts().evictions == 0);
  bench.come(0x10000 + 2048);
  bench.fetch.reset(0x10000, 4096);  // the next launch
  CHECK(bench.fetch.show(1, 0));
  CHECK(bench.fetch.show(1, 15 * 16));
}
