// The file of finished points: every counter is read back, and damage is noticed.
#include <algorithm>
#include <catch2/catch.hpp>

#include "base/model_version.h"
#include "report/counter_order.h"
#include "report/made_up_run.h"
#include "reproduce/made_up_experiments.h"
#include "reproduce/point_csv.h"

namespace unibank {
namespace {

// A point in which every counter has a value of its own.
FinishedPoint made_up_point(const std::string& key, std::uint64_t seed = 1) {
  FinishedPoint point;
  point.key = key;
  point.model = kModelVersion;
  point.workload = "bfs";
  point.size = "test";
  point.arguments = "nodes=512";
  point.design = "gebhart2012/partitioned";
  point.overrides = "dram.latency=200, \"quoted\"";
  RunResult& run = point.run;
  run.cycles = ++seed;
  run.scratchpad_bytes_per_block = 8451.2;
  run.scratchpad_bytes_per_thread = 264.1;
  run.partition.cache_bytes = 1.0 / 3;
  run.counters = made_up_run().counters;  // declares them all
  for (const unsigned number : counters_in_order()) run.counters.at(number) = ++seed;
  run.registers_per_thread = 23;
  run.resident_blocks = 7;
  run.resident_threads = 224;
  run.default_blocks = 5;
  run.sharing_pairs = 2;
  run.longest.resident_blocks = 3;
  run.longest.resident_threads = 96;
  run.longest.registers_per_thread = 17;
  run.longest.scratchpad_bytes_per_block = 12.5;
  return point;
}

const std::string kA = "0123456789abcdef", kB = "fedcba9876543210";

TEST_CASE("a row holds all counters of a point") {
  const FinishedPoint written = made_up_point(kA);
  const PointTable table = parse_point_csv(point_csv_header() + point_csv_row(written), "p.csv");
  CHECK(table.messages.empty());
  REQUIRE(table.points.size() == 1);
  const FinishedPoint& read = table.points[0];
  CHECK(read.overrides == written.overrides);
  CHECK(read.run.cycles == written.run.cycles);
  CHECK(read.run.scratchpad_bytes_per_block == 8451.2);
  CHECK(read.run.scratchpad_bytes_per_thread == 264.1);
  CHECK(read.run.partition.cache_bytes == 1.0 / 3);
  for (const unsigned number : counters_in_order()) CHECK(read.run.counters[number] == written.run.counters[number]);
  CHECK(read.run.default_blocks == 5);
  CHECK(read.run.sharing_pairs == 2);
  CHECK(read.run.longest.resident_blocks == 3);
  CHECK(read.run.longest.resident_threads == 96);
  CHECK(read.run.longest.registers_per_thread == 17);
  CHECK(read.run.longest.scratchpad_bytes_per_block == 12.5);
  CHECK(point_csv_row(read) == point_csv_row(written));
}

TEST_CASE("a refusal keeps its text on one line") {
  FinishedPoint point = made_up_point(kA);
  point.refused = "kernel k: a block needs 5, the\ndesign has 4";
  const PointTable table = parse_point_csv(point_csv_header() + point_csv_row(point), "p.csv");
  REQUIRE(table.points.size() == 1);
  CHECK(table.points[0].refused == "kernel k: a block needs 5, the design has 4");
}

TEST_CASE("a truncated row is dropped with a message wherever it was cut") {
  const std::string first = point_csv_header() + point_csv_row(made_up_point(kA));
  const std::string second = point_csv_row(made_up_point(kB));
  for (std::size_t length = 1; length < second.size(); ++length) {
    const PointTable table = parse_point_csv(first + second.substr(0, length), "p.csv");
    CHECK(table.points.size() == 1);
    REQUIRE(table.messages.size() == 1);
    CHECK(table.messages[0] == "p.csv:3: dropped a damaged row: the row was cut off");
  }
}

TEST_CASE("a damaged row in the middle is dropped and the others stay") {
  const std::string good = point_csv_row(made_up_point(kA));
  const auto message = [&](const std::string& row) {
    const PointTable table = parse_point_csv(point_csv_header() + row + good, "p.csv");
    CHECK(table.points.size() == 1);
    return table.messages.empty() ? "" : table.messages[0];
  };
  CHECK_THAT(message("half a row\n"), Catch::StartsWith("p.csv:2: dropped a damaged row: found 1 cells, expected "));
  std::string row = point_csv_row(made_up_point(kB));
  row.replace(0, 4, "xxxx");
  CHECK(message(row) ==
        "p.csv:2: dropped a damaged row: column 'key' is 'xxxxba9876543210', expected 16 hexadecimal digits");
  row = point_csv_row(made_up_point(kB));
  row.insert(row.size() - 1, "-");
  CHECK_THAT(message(row), Catch::StartsWith("p.csv:2: dropped a damaged row: column '"));
}

TEST_CASE("a file with other columns is not used") {
  const PointTable table = parse_point_csv("key,warps_per_year\n" + kA + ",5\n", "p.csv");
  CHECK(table.points.empty());
  CHECK(table.other_columns == "column 'warps_per_year' is unknown");
  REQUIRE(table.messages.size() == 1);
  CHECK_THAT(table.messages[0], Catch::Contains("another version of the program (" + table.other_columns + ")"));
  CHECK(parse_point_csv("", "p.csv").messages.empty());
}

TEST_CASE("a counter that is newer than the file is zero") {
  FinishedPoint written = made_up_point(kA);
  const std::string header = point_csv_header(), row = point_csv_row(written);
  const auto without_last = [](const std::string& line) { return line.substr(0, line.rfind(',')) + "\n"; };
  const PointTable table = parse_point_csv(without_last(header) + without_last(row), "p.csv");
  CHECK(table.messages.empty());
  REQUIRE(table.points.size() == 1);
  std::uint64_t& last = written.run.counters.at(counters_in_order().back());
  REQUIRE(last != 0);
  last = 0;
  CHECK(point_csv_row(table.points[0]) == point_csv_row(written));
}

TEST_CASE("a file with a repeated column or without a required one is not used") {
  const std::string header = point_csv_header();
  const std::pair<std::string, std::string> cases[] = {
      {"key," + header, "column 'key' is there twice"},
      {header.substr(header.find(',') + 1), "there is no column 'key'"},
  };
  for (const auto& [wrong, why] : cases) {
    const PointTable table = parse_point_csv(wrong + point_csv_row(made_up_point(kA)), "p.csv");
    CHECK(table.points.empty());
    CHECK(table.other_columns == why);
    REQUIRE(table.messages.size() == 1);
    CHECK_THAT(table.messages[0], Catch::Contains("another version of the program"));
  }
}

TEST_CASE("of two rows with the same key the later one counts") {
  const PointTable table = parse_point_csv(
      point_csv_header() + point_csv_row(made_up_point(kA, 1)) + point_csv_row(made_up_point(kA, 99)), "p.csv");
  REQUIRE(table.points.size() == 1);
  CHECK(table.points[0].run.cycles == 100);
}

TEST_CASE("sorted rows do not depend on their original order and omit stale ones") {
  const Paper paper = MadeUpPaper().load();
  const PointList list = enumerate_points(paper, "test");
  std::vector<FinishedPoint> points;
  for (const Point& point : list.points) points.push_back(finished(point, {}));
  points.push_back(made_up_point(kA));                       // of no experiment
  points.push_back(points[0]);
  points.back().model = kModelVersion + 1;                   // of another model
  points[0].design = "another name of it";
  std::size_t stale = 0;
  const std::string text = point_csv(canonical(points, list, stale));
  CHECK(stale == 2);
  CHECK(text.find("another name") == std::string::npos);
  CHECK(text.find("bfs") < text.find("needle"));
  std::reverse(points.begin(), points.end());
  CHECK(point_csv(canonical(points, list, stale)) == text);
}

TEST_CASE("a file may lack numbers that were added later, and no others") {
  const std::string header = point_csv_header(), row = point_csv_row(made_up_point(kA));
  const auto without = [](std::string line, std::size_t column) {
    std::size_t at = 0;
    for (bool quoted = false; column != 0; ++at) {
      quoted ^= line[at] == '"';
      column -= line[at] == ',' && !quoted;
    }
    return line.erase(at, line.find(',', at) + 1 - at);
  };
  const auto read_without = [&](const std::string& name) {
    const std::size_t place = header.find("," + name + ",") + 1;
    const auto column = static_cast<std::size_t>(std::count(header.begin(), header.begin() + place, ','));
    return parse_point_csv(without(header, column) + without(row, column), "p.csv");
  };
  const PointTable older = read_without("scratchpad_bytes_per_thread");
  REQUIRE(older.points.size() == 1);
  CHECK(older.points[0].run.scratchpad_bytes_per_thread == 0);
  CHECK(older.points[0].run.resident_blocks == 7);
  CHECK(read_without("resident_blocks").points.empty());
}

TEST_CASE("a row of an older version stands in for its point until that point has been measured") {
  const Paper paper = MadeUpPaper().load();
  const PointList list = enumerate_points(paper, "test");
  const auto row_of_version = [&](unsigned version, const std::string& key) {
    FinishedPoint row = finished(list.points[0], {});
    row.model = version;
    row.key = key;
    row.run.cycles = version;
    return row;
  };
  std::size_t stale = 0;
  const std::vector<FinishedPoint> two = {row_of_version(kModelVersion - 1, kA), row_of_version(kModelVersion - 2, kB)};
  const std::vector<FinishedPoint> kept = canonical(two, list, stale);
  REQUIRE(kept.size() == 1);
  CHECK(stale == 1);
  CHECK(kept[0].run.cycles == kModelVersion - 1);
  CHECK(kept[0].key == list.points[0].older_key);
  CHECK(canonical(kept, list, stale).size() == 1);  // and again, from the rows that have been put in order
  FinishedPoint other_size = row_of_version(kModelVersion - 1, kA);
  other_size.size = "paper";
  CHECK(canonical({other_size}, list, stale).empty());
  const std::vector<FinishedPoint> anew = canonical({two[0], finished(list.points[0], {})}, list, stale);
  REQUIRE(anew.size() == 1);
  CHECK(anew[0].model == kModelVersion);
}

}  // namespace
}  // namespace unibank
