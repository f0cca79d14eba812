// Tasks of a queue: time limits in Slurm's notation, and points grouped by the time that they are expected to take.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "sweep/chunks.h"

using namespace unibank;

TEST_CASE("a time limit is read as sbatch reads it") {
  const std::pair<const char*, double> cases[] = {{"", 0},         {"90", 5400},        {"1:30", 90},
                                                  {"2:00:00", 7200}, {"1-12", 129600}, {"1-12:30", 131400},
                                                  {"1-0:0:1", 86401}};
  for (const auto& [text, seconds] : cases) CHECK(sweep::seconds_of_time(text) == seconds);
  for (const char* wrong : {"x", "1:", ":1", "1:2:3:4", "-1", "1-", "1.5", "1h", "12345678"}) {
    INFO(wrong);
    CHECK_THROWS_AS(sweep::seconds_of_time(wrong), InputError);
  }
}

TEST_CASE("points are grouped up to the seconds of a task") {
  using Ends = std::vector<std::size_t>;
  CHECK(sweep::chunk_ends({}, 10).empty());
  CHECK(sweep::chunk_ends({1, 1, 1, 1, 1}, 2) == Ends{2, 4, 5});
  CHECK(sweep::chunk_ends({50, 1, 1}, 10) == Ends{1, 3});
  CHECK(sweep::chunk_ends({1, 50, 1}, 10) == Ends{1, 2, 3});
  CHECK(sweep::chunk_ends({0, 50, 1}, 10) == Ends{1, 2, 3});
  CHECK(sweep::chunk_ends({0, 0, 0}, 10) == Ends{3});
}
