#include "workloads/mergesort/mergesort.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "run_workload.h"

using namespace unibank;

TEST_CASE("mergesort: equal keys keep the order of their values") {
  const mergesort::Pairs sorted = mergesort::sorted({{5, 2, 5, 0, 2}, {0, 1, 2, 3, 4}});
  CHECK(sorted.keys == std::vector<std::uint32_t>{0, 2, 2, 5, 5});
  CHECK(sorted.values == std::vector<std::uint32_t>{3, 1, 4, 0, 2});
}

TEST_CASE("mergesort: the sorted pairs are the input pairs") {
  const mergesort::Pairs pairs = mergesort::random_pairs(5000, 1), sorted = mergesort::sorted(pairs);
  CHECK(std::is_sorted(sorted.keys.begin(), sorted.keys.end()));
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i < 5000; ++i) {
    CHECK(pairs.keys[sorted.values[i]] == sorted.keys[i]);
    seen.insert(sorted.values[i]);
  }
  CHECK(seen.size() == 5000);
}

TEST_CASE("mergesort: keys are below 65536 and some of them equal and depend on the seed") {
  const mergesort::Pairs pairs = mergesort::random_pairs(1 << 13, 1);
  const std::set<std::uint32_t> different(pairs.keys.begin(), pairs.keys.end());
  CHECK(*different.rbegin() < 65536);
  CHECK(different.size() < pairs.keys.size());
  CHECK(different.size() > 7000);
  CHECK(mergesort::random_pairs(1 << 13, 2).keys != pairs.keys);
}

TEST_CASE("mergesort: runs double from a tile to half of all") {
  CHECK(mergesort::strides(4096, 1024) == std::vector<std::uint32_t>{1024, 2048});
  CHECK(mergesort::strides(1024, 1024).empty());
}

TEST_CASE("mergesort is right for one tile and for several and where most keys are equal") {
  // One launch for the tiles, then four for each merge. 65,536 keys below 65,536: most have an equal.
  for (const unsigned tile : {256u, 1024u}) {
    for (const unsigned keys : {tile, 2 * tile, 8 * tile}) {
      const Outcome outcome = run_functionally("mergesort", Size::kTiny,
                                               {{"keys", std::to_string(keys)}, {"tile", std::to_string(tile)}});
      CHECK(outcome.verdict.text == std::to_string(keys) + " keys equal, " + std::to_string(keys) + " values equal");
      CHECK(outcome.counts.launches == 1 + 4 * mergesort::strides(keys, tile).size());
    }
  }
  CHECK(run_functionally("mergesort", Size::kTiny, {{"keys", "65536"}, {"tile", "1024"}}).verdict.right);
}

TEST_CASE("mergesort: 8192 bytes of scratchpad for a tile and 2072 for an interval as published") {
  CHECK(scratchpad_bytes("mergesort", "mergesort_tiles_1024") == 8192);
  CHECK(scratchpad_bytes("mergesort", "mergesort_tiles_256") == 2048);
  CHECK(scratchpad_bytes("mergesort", "mergesort_sample_ranks") == 0);
  CHECK(scratchpad_bytes("mergesort", "mergesort_limits") == 0);
  CHECK(scratchpad_bytes("mergesort", "mergesort_intervals") == 2072);
  CHECK(complete_arguments(find_workload("mergesort"), Size::kPaper, {}).at("tile") == 1024);
}

TEST_CASE("mergesort: keys that are no power of two or fewer than a tile are refused") {
  const auto refused = [](const Given& given, const std::string& message) {
    CHECK_THROWS_MATCHES(run_functionally("mergesort", Size::kTiny, given), InputError,
                         Catch::Matchers::Message(message));
  };
  refused({{"keys", "768"}}, "argument 'keys' of workload 'mergesort' is 768; expected a power of two");
  refused({{"keys", "512"}, {"tile", "1024"}},
          "argument 'keys' of workload 'mergesort' is 512; expected at least tile = 1024");
}
