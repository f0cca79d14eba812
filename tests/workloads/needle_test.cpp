// needle: the two kernels that Jatala et al. measure as NW1 and NW2.
#include <catch2/catch.hpp>

#include "run_without.h"
#include "scratchpad_shape.h"
#include "workloads/needle/needle.h"

using namespace unibank;

TEST_CASE("needle: both kernels with a blocking factor of 32 have the two variables of Jatala's table I") {
  const auto shapes = scratchpad_shapes("needle", {{"block", "32"}});
  for (const char* kernel : {"needle_upper_32", "needle_lower_32"}) {
    CHECK(shapes.at(kernel) == ScratchpadShape{8452, 2, 32});
    CHECK(resident(shapes.at(kernel)).resident_blocks == 1);
  }
}

TEST_CASE("needle: the first kernel does the tiles up to the anti-diagonal") {
  const std::size_t n = 4, side = 2, row = n + 1;
  const needle::Matrix score = needle::scores(needle::random_similarity(n, 1), n, 3);
  const needle::Matrix upper = needle::upper_part(score, n, side, 3), start = needle::start(n, 3);
  for (std::size_t y = 0; y <= n; ++y) {
    for (std::size_t x = 0; x <= n; ++x) {
      const bool below = y > side && x > side;  // the tile in the lower right corner
      CHECK(upper[y * row + x] == (below ? start : score)[y * row + x]);
    }
  }
}

TEST_CASE("needle is right with each kernel alone and with both") {
  const auto run = [](const char* kernel) {
    const Outcome outcome = run_functionally("needle", Size::kTiny, {{"size", "128"}, {"kernel", kernel}});
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    return outcome;
  };
  const Outcome first = run("1"), second = run("2"), both = run("0");
  CHECK(first.counts.blocks == 10);  // of 4 x 4 tiles: 1 + 2 + 3 + 4
  CHECK(second.counts.blocks == 6);
  CHECK(both.counts.warp_instructions == first.counts.warp_instructions + second.counts.warp_instructions);
}

TEST_CASE("needle: the verdict notices a missing kernel") {
  CHECK_FALSE(run_without("needle", "needle_upper_32").right);
  CHECK_FALSE(run_without("needle", "needle_lower_32").right);
}

TEST_CASE("needle: a table of one tile has nothing for the second kernel") {
  CHECK_THROWS_MATCHES(
      run_functionally("needle", Size::kTiny, {{"size", "32"}, {"kernel", "2"}}), InputError,
      Catch::Matchers::Message(
          "argument 'size' of workload 'needle' is 32; expected more than block = 32 for kernel = 2"));
}
