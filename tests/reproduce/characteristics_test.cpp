// The table of today's programs on the A100 agrees with the points of configs/experiments/today.
#include <catch2/catch.hpp>

#include <map>
#include <sstream>

#include "files/input_file.h"
#include "reproduce/csv_text.h"
#include "reproduce/point.h"
#include "workloads/workload.h"

namespace unibank {
namespace {

std::string committed(const std::string& path) {
  return files::read_all(std::string(UNIBANK_SOURCE_DIR "/") + path, 100'000'000);
}

struct MeasuredProgram {
  std::string name;
  std::uint64_t cycles = 0, instructions = 0;
};

// Rows "| name | cycles | warp instructions | ...", which only the table of programs has.
std::vector<MeasuredProgram> characteristics() {
  std::istringstream lines(committed("testbenches/workloads/today/CHARACTERISTICS.md"));
  std::vector<MeasuredProgram> rows;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    MeasuredProgram row;
    std::string bar;
    if (cells >> bar >> row.name >> bar >> row.cycles >> bar >> row.instructions) rows.push_back(row);
  }
  return rows;
}

using Cells = std::map<std::string, std::string>;  // by column

std::vector<Cells> committed_points() {
  std::istringstream lines(committed("configs/experiments/results/today/points-paper.csv"));
  std::string line;
  std::vector<std::string> columns, cells;
  std::getline(lines, line);
  REQUIRE(split_csv_line(line, columns));
  std::vector<Cells> points;
  while (std::getline(lines, line)) {
    REQUIRE(split_csv_line(line, cells));
    Cells point;
    for (std::size_t i = 0; i < cells.size(); ++i) point[columns.at(i)] = cells[i];
    points.push_back(std::move(point));
  }
  return points;
}

std::string default_arguments(const std::string& program) {
  FinishedPoint row;
  Point point;
  point.workload = &find_workload(program);
  point.arguments = complete_arguments(*point.workload, Size::kTest, {});
  point.design = std::make_shared<LoadedDesign>();
  describe(point, row);
  return row.arguments;
}

}  // namespace

TEST_CASE("the table of today's programs has the cycles of the points with the same arguments") {
  const std::vector<Cells> points = committed_points();
  const std::vector<MeasuredProgram> rows = characteristics();
  REQUIRE(rows.size() == today_names().size());
  unsigned compared = 0;
  for (const MeasuredProgram& row : rows) {
    INFO(row.name);
    const std::string arguments = default_arguments(row.name);
    for (Cells point : points) {
      if (point["workload"] != row.name || point["size"] != "test" || point["arguments"] != arguments) continue;
      if (point["design"] != "nvidia/a100" || !point["overrides"].empty()) continue;
      CHECK(point["cycles"] == std::to_string(row.cycles));
      CHECK(point["warp_instructions"] == std::to_string(row.instructions));
      ++compared;
    }
  }
  CHECK(compared >= 15);  // the others have points with other arguments only
}

}  // namespace unibank
