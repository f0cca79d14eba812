#include <catch2/catch.hpp>

#include "read_only/read_only_cache.h"

using namespace unibank;
using Look = ReadOnlyCache::Look;

namespace {

// 8 KB of lines of 64 bytes, two ways: 64 sets, as GPGPU-Sim's GTX480 has for constants.
Design::ReadOnlyCache gtx480() { return {8192, 64, 2, 2}; }

// Looks up every line of a working set and fetches the missing ones; returns how many were missing.
unsigned misses(ReadOnlyCache& cache, std::uint64_t bytes) {
  unsigned missed = 0;
  for (std::uint64_t line = 0; line < bytes; line += cache.line_bytes()) {
    if (cache.look_up(line + 4) != Look::kMiss) continue;
    ++missed;
    CHECK(cache.next_read() == line);
    cache.enter(line);
  }
  return missed;
}

}  // namespace

TEST_CASE("a read-only cache holds its bytes: such a working set misses once and one more line in a set always") {
  ReadOnlyCache cache(gtx480());
  CHECK(misses(cache, 8192) == 128);
  CHECK(misses(cache, 8192) == 0);
  CHECK(cache.counts().hits == 128);
  CHECK(cache.counts().evictions == 0);
  // Lines 0, 64 and 128 share a set of two ways: under LRU, the next of the three is never present.
  CHECK(misses(cache, 8192 + 64) == 1);
  CHECK(misses(cache, 8192 + 64) == 3);
  CHECK(cache.counts().evictions == 4);
}

TEST_CASE("lookups of a line in flight are merged and a line beyond the maximum in flight is not looked up") {
  ReadOnlyCache cache(gtx480());
  CHECK(cache.look_up(0) == Look::kMiss);
  CHECK(cache.look_up(60) == Look::kMiss);
  CHECK(cache.look_up(64) == Look::kMiss);
  CHECK(cache.under_way() == 2);
  CHECK(cache.look_up(128) == Look::kFull);
  CHECK(cache.look_up(4) == Look::kMiss);
  CHECK(cache.counts().misses == 4);
  CHECK(cache.counts().merges == 2);
  CHECK(cache.next_read() == 0);
  CHECK(cache.next_read() == 64);
  CHECK_FALSE(cache.next_read());
  cache.enter(0);
  CHECK(cache.look_up(0) == Look::kHit);
  CHECK(cache.look_up(128) == Look::kMiss);
}

TEST_CASE("the least recently used line of a set is evicted and a cleared cache is empty") {
  ReadOnlyCache cache({128, 64, 2, 4});
  for (const std::uint64_t line : {0, 64}) {
    CHECK(cache.look_up(line) == Look::kMiss);
    CHECK_FALSE(cache.enter(line));
  }
  CHECK(cache.look_up(0) == Look::kHit);
  CHECK(cache.look_up(128) == Look::kMiss);
  CHECK(cache.enter(128) == std::uint64_t{64});
  CHECK(cache.look_up(0) == Look::kHit);
  cache.clear();
  CHECK(cache.look_up(0) == Look::kMiss);
  CHECK(cache.under_way() == 1);
}
