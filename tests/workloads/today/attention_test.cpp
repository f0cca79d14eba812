// attention: the CPU's result compared with values by hand; shared key heads, queries that see only some keys, every
// tile size.
#include <catch2/catch.hpp>

#include "../run_without.h"
#include "../run_workload.h"
#include "workloads/today/attention/attention.h"

using namespace unibank;
using Catch::Matchers::Message;

TEST_CASE("attention: two keys by hand") {
  // Scores 0 and ln 3 * sqrt(4) / sqrt(4) give weights 1/4 and 3/4.
  const float score = std::log(3.0f);
  const attention::Shape shape{1, 1, 1, 2, 4, false};
  const std::vector<double> out =
      attention::forward({2, 0, 0, 0}, {0, 5, 5, 5, score, 1, 1, 1}, {1, 2, 3, 4, 5, 6, 7, -4}, shape);
  const std::vector<double> expected{4, 5, 6, -2};
  for (std::size_t i = 0; i < 4; ++i) CHECK(out[i] == Approx(expected[i]));
}

TEST_CASE("attention: the first of as many queries as keys sees one key and heads share keys") {
  const attention::Shape shape{2, 1, 2, 2, 1, true};
  const std::vector<double> out = attention::forward({1, 0, 7, 0}, {3, 9}, {10, 20}, shape);
  CHECK(out == std::vector<double>{10, 15, 10, 15});
}

TEST_CASE("attention: every size and tile is right with and without a mask where nothing fills the tiles") {
  for (const char* size : {"64", "128"}) {
    for (const char* tile : {"32", "64", "128"}) {
      for (const char* causal : {"0", "1"}) {
        for (const char* queries : {"1", "67", "131"}) {
          const Outcome outcome = run_functionally("attention", Size::kTiny,
                                                   {{"heads", "4"},
                                                    {"key_heads", "2"},
                                                    {"queries", queries},
                                                    {"keys", "131"},
                                                    {"size", size},
                                                    {"tile", tile},
                                                    {"causal", causal}});
          INFO(size << " elements, tile " << tile << ", causal " << causal << ", " << queries << " queries");
          INFO(outcome.verdict.text);
          CHECK(outcome.verdict.right);
        }
      }
    }
  }
}

TEST_CASE("attention: the verdict notices an omitted kernel") {
  CHECK_FALSE(run_without("attention", "attention_64_64").right);
}

TEST_CASE("attention: incompatible arguments are refused") {
  CHECK_THROWS_MATCHES(run_functionally("attention", Size::kTiny, {{"heads", "3"}, {"key_heads", "2"}}), InputError,
                       Message("argument 'heads' of workload 'attention' is 3; expected a multiple of key_heads = 2"));
  CHECK_THROWS_MATCHES(run_functionally("attention", Size::kTiny, {{"queries", "91"}}), InputError,
                       Message("argument 'queries' of workload 'attention' is 91; expected at most keys = 90"));
}
