#include "workloads/pathfinder/pathfinder.h"

#include <algorithm>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace pathfinder {

Grid random_grid(std::size_t rows, std::size_t columns, std::uint32_t seed) {
  RandomInput random(seed);
  Grid grid{rows, columns, std::vector<std::int32_t>(rows * columns)};
  for (std::int32_t& cost : grid.cost) cost = static_cast<std::int32_t>(random.below(10));
  return grid;
}

std::vector<std::int32_t> cheapest_ways(const Grid& grid) {
  const std::size_t columns = grid.columns;
  std::vector<std::int32_t> ways(grid.cost.data(), grid.cost.data() + columns);
  for (std::size_t row = 1; row < grid.rows; ++row) {
    const std::vector<std::int32_t> above = ways;
    for (std::size_t x = 0; x < columns; ++x) {
      const std::size_t west = x == 0 ? x : x - 1, east = x + 1 == columns ? x : x + 1;
      ways[x] = std::min({above[west], above[x], above[east]}) + grid.cost[row * columns + x];
    }
  }
  return ways;
}

}  // namespace pathfinder

namespace {

constexpr unsigned kThreads = 256;  // the block size of Rodinia

class Pathfinder : public Workload {
 public:
  std::string name() const override { return "pathfinder"; }
  std::string description() const override {
    return "cheapest ways down a grid, dynamic programming of several rows per launch (Rodinia's pathfinder)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"columns", "cells of a row", 1, 1 << 20, 800, 8000, 100000, {}},
            {"rows", "rows of the grid", 2, 1000, 11, 41, 100, {}},
            {"pyramid", "rows of a launch; its blocks give 256 - 2 pyramid cells", 1, 127, 5, 20, 20, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto value = [&arguments](const char* name) { return static_cast<unsigned>(arguments.at(name)); };
    const unsigned columns = value("columns");
    const pathfinder::Grid grid = pathfinder::random_grid(value("rows"), columns, 1);
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"pathfinder", block}});

    const std::uint64_t cost = device.upload(grid.cost, "costs");
    std::uint64_t ways = device.allocate(columns * sizeof(std::int32_t), "ways");
    std::uint64_t after = device.allocate(columns * sizeof(std::int32_t), "ways after the launch");
    device.write(ways, grid.cost.data(), columns * sizeof(std::int32_t));
    for (unsigned row = 1; row < value("rows"); row += value("pyramid")) {
      const unsigned rows = std::min(value("pyramid"), value("rows") - row), cells = kThreads - 2 * rows;
      const std::uint64_t below = cost + std::uint64_t{row} * columns * sizeof(std::int32_t);
      device.launch("pathfinder", {(columns + cells - 1) / cells, 1, 1}, block,
                    Arguments(after, ways, below, static_cast<std::int32_t>(columns), static_cast<std::int32_t>(rows)));
      std::swap(ways, after);
    }
    return compare(device.download<std::int32_t>(ways, columns), pathfinder::cheapest_ways(grid), "way");
  }
};

}  // namespace

std::unique_ptr<Workload> make_pathfinder() { return std::make_unique<Pathfinder>(); }

}  // namespace unibank
