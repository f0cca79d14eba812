// pathfinder: the CPU's costs compared with a walk along every path; the kernel's pyramids tested with every width of
// halo.
#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>

#include "run_workload.h"
#include "workloads/pathfinder/pathfinder.h"

using namespace unibank;

namespace {

// The cheapest of all paths to this cell, found by walking each of them back to its start.
std::int32_t cheapest_way(const pathfinder::Grid& grid, std::size_t row, std::size_t column) {
  const std::int32_t own = grid.cost[row * grid.columns + column];
  if (row == 0) return own;
  std::int32_t above = std::numeric_limits<std::int32_t>::max();
  for (std::size_t from = column == 0 ? 0 : column - 1; from <= std::min(column + 1, grid.columns - 1); ++from) {
    above = std::min(above, cheapest_way(grid, row - 1, from));
  }
  return own + above;
}

}  // namespace

TEST_CASE("pathfinder: costs equal those of the cheapest path") {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    const pathfinder::Grid grid = pathfinder::random_grid(6, 7, seed);
    const std::vector<std::int32_t> ways = pathfinder::cheapest_ways(grid);
    REQUIRE(ways.size() == 7);
    for (std::size_t column = 0; column < 7; ++column) CHECK(ways[column] == cheapest_way(grid, 5, column));
  }
}

TEST_CASE("pathfinder: a path goes around a wall but moves at most one column in each row") {
  const pathfinder::Grid grid{3, 5, {1, 9, 9, 9, 9,  //
                         9, 2, 9, 9, 9,  //
                         1, 1, 1, 1, 1}};
  CHECK(pathfinder::cheapest_ways(grid) == std::vector<std::int32_t>{4, 4, 4, 19, 19});
}

TEST_CASE("pathfinder: costs are 0 to 9 and follow the seed") {
  const pathfinder::Grid grid = pathfinder::random_grid(20, 50, 1);
  CHECK(grid.cost == pathfinder::random_grid(20, 50, 1).cost);
  CHECK(grid.cost != pathfinder::random_grid(20, 50, 2).cost);
  CHECK(*std::min_element(grid.cost.begin(), grid.cost.end()) == 0);
  CHECK(*std::max_element(grid.cost.begin(), grid.cost.end()) == 9);
}

TEST_CASE("pathfinder: the kernel agrees on rows that the blocks do not fill") {
  for (const char* columns : {"1", "2", "245", "246", "247", "255", "256", "257", "700"}) {
    const Outcome outcome = run_functionally("pathfinder", Size::kTiny, {{"columns", columns}});
    INFO(columns << " columns: " << outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.verdict.text == std::string(columns) + " ways equal");
  }
}

TEST_CASE("pathfinder: pyramids of every height agree also where the last launch does fewer rows") {
  for (const unsigned pyramid : {1u, 2u, 7u, 20u, 40u, 127u}) {
    const Given given{{"columns", "500"}, {"rows", "42"}, {"pyramid", std::to_string(pyramid)}};
    const Outcome outcome = run_functionally("pathfinder", Size::kTiny, given);
    INFO("pyramid " << pyramid << ": " << outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.launches == (41 + pyramid - 1) / pyramid);
  }
}

TEST_CASE("pathfinder: blocks of pyramid 20 give 216 cells and take 8 bytes of scratchpad a thread") {
  const auto blocks = [](const char* columns) {
    const Given given{{"columns", columns}, {"rows", "21"}, {"pyramid", "20"}};
    return run_functionally("pathfinder", Size::kTiny, given).counts.blocks;
  };
  CHECK(blocks("432") == 2);
  CHECK(blocks("433") == 3);
  CHECK(scratchpad_bytes("pathfinder", "pathfinder") == 8 * 256);
}

TEST_CASE("pathfinder: no row is read before it is written") {
  const Given given{{"columns", "433"}, {"rows", "30"}, {"pyramid", "13"}};
  CHECK(run_functionally("pathfinder", Size::kTiny, given).counts.uninitialised_scratchpad_reads.count == 0);
}

TEST_CASE("pathfinder: pyramids that leave a block without cells and grids of one row are refused") {
  const auto refused = [](const std::string& argument, const std::string& value, const std::string& expected) {
    CHECK_THROWS_MATCHES(run_functionally("pathfinder", Size::kTiny, {{argument, value}}), InputError,
                         Catch::Matchers::Message("argument '" + argument + "' of workload 'pathfinder' is '" + value +
                                                  "'; expected a whole number from " + expected));
  };
  refused("pyramid", "128", "1 to 127");
  refused("rows", "1", "2 to 1000");
}
