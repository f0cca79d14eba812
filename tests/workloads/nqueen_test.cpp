// nqueen: known numbers of solutions, beginnings compared with placing every queen, and the kernel's shape and answer.
#include "workloads/nqueen/nqueen.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <numeric>

#include "scratchpad_shape.h"

using namespace unibank;

namespace {

std::uint64_t sum_of(const std::vector<std::uint32_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

// The number of ways to fill `rows` rows that begin with `placed`, found by trying every column.
std::uint64_t ways(std::vector<int> placed, int queens, std::size_t rows) {
  if (placed.size() == rows) return 1;
  std::uint64_t sum = 0;
  for (int column = 0; column < queens; ++column) {
    bool free = true;
    for (std::size_t row = 0; row < placed.size(); ++row) {
      const int across = std::abs(placed[row] - column);
      free = free && across != 0 && across != static_cast<int>(placed.size() - row);
    }
    if (!free) continue;
    placed.push_back(column);
    sum += ways(placed, queens, rows);
    placed.pop_back();
  }
  return sum;
}

}  // namespace

TEST_CASE("nqueen: half of the solutions begin in one half of the board") {
  const std::pair<unsigned, std::uint64_t> known[] = {{6, 4}, {8, 92}, {10, 724}, {12, 14200}};
  for (const auto& [queens, all] : known) {
    for (const unsigned placed : {2u, 3u}) {
      CHECK(2 * sum_of(nqueen::solutions(nqueen::beginnings(queens, placed), queens, queens - placed)) == all);
    }
  }
}

TEST_CASE("nqueen: beginnings are all ways to fill the first rows") {
  for (const std::size_t rows : {1u, 2u, 3u, 4u}) {
    CHECK(2 * nqueen::beginnings(8, static_cast<unsigned>(rows)).columns.size() == ways({}, 8, rows));
  }
  const nqueen::Beginnings first = nqueen::beginnings(8, 2);  // a queen in column 0, the next in column 2
  CHECK(first.columns[0] == 0b101);
  CHECK(first.left[0] == 0b1100);
  CHECK(first.right[0] == 0b10);
}

TEST_CASE("nqueen is right for boards and launches of several sizes") {
  const auto run = [](const Given& given) {
    const Outcome outcome = run_functionally("nqueen", Size::kTiny, given);
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
    return outcome;
  };
  CHECK(run({{"queens", "6"}}).verdict.text == "4 sums equal");
  CHECK(run({{"queens", "8"}, {"placed", "4"}, {"blocks", "9"}}).counts.blocks == 9);
  CHECK(run({{"queens", "10"}, {"placed", "3"}}).verdict.text == "4 sums equal");
}

TEST_CASE("nqueen: five variables of Jatala's table I leave room for one block in 16 KB") {
  const ScratchpadShape shape = scratchpad_shapes("nqueen").at("nqueen_solve");
  CHECK(shape == ScratchpadShape{10496, 5, 64});
  CHECK(shape.bytes == 64 * (4 * 10 * 4 + 4));
  CHECK(resident(shape).resident_blocks == 1);
  const WorkloadArguments paper = complete_arguments(find_workload("nqueen"), Size::kPaper, {});
  CHECK(paper.at("blocks") * 64 == 24576);  // table VI
}

TEST_CASE("nqueen: instructions of threads at paper size are those of Jatala's table VI within a quarter") {
  const Outcome outcome = run_functionally("nqueen", Size::kPaper);
  CHECK(outcome.verdict.right);
  CHECK(static_cast<double>(outcome.counts.thread_instructions) == Approx(1282747).epsilon(0.25));
}

TEST_CASE("nqueen: boards that stacks or blocks cannot hold are refused") {
  const auto refused = [](const Given& given, const std::string& message) {
    CHECK_THROWS_MATCHES(run_functionally("nqueen", Size::kTiny, given), InputError, Catch::Matchers::Message(message));
  };
  refused({{"queens", "7"}}, "argument 'queens' of workload 'nqueen' is 7; expected a multiple of 2");
  refused({{"queens", "14"}}, "argument 'placed' of workload 'nqueen' is 2; expected at least queens - 10 = 4");
  refused({{"queens", "6"}, {"placed", "6"}},
          "argument 'placed' of workload 'nqueen' is 6; expected less than queens = 6");
  refused({{"queens", "8"}, {"placed", "4"}, {"blocks", "2"}},
          "argument 'blocks' of workload 'nqueen' is 2; expected at least 3 with queens = 8 and placed = 4");
}
