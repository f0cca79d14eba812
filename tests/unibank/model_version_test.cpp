// What a few small programs measure, kept in a file: when it changes, finished points of experiments are void.
#include <catch2/catch.hpp>
#include <set>
#include <sstream>

#include "base/model_version.h"
#include "unibank/folder.h"

namespace {

// The cells of these columns, a line a run. No cell of a run's CSV before them holds a comma.
std::string measured(const std::string& csv) {
  const std::set<std::string> wanted = {"workload",      "design",        "cycles", "warp_instructions",
                                        "cache.hits",    "tag_fills",     "registers.row_reads",
                                        "dram.read_bytes", "dram.write_bytes"};
  std::istringstream lines(csv);
  std::vector<std::string> header;
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::vector<std::string> row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    if (header.empty()) {
      header = row;
      continue;
    }
    for (std::size_t i = 0; i < std::min(row.size(), header.size()); ++i)
      if (wanted.count(header[i])) text += header[i] + "=" + row[i] + " ";
    text.back() = '\n';
  }
  return text;
}

}  // namespace

TEST_CASE("timing changes with the model's version only") {
  const Folder folder;
  std::string now = "model " + std::to_string(unibank::kModelVersion) + "\n";
  for (const char* workload : {"needle", "bfs", "matrixmul", "srad"}) {
    const std::string designs = "--design gebhart2012/partitioned --design gebhart2012/unified-384k";
    const auto run = folder.run(std::string("run ") + workload + " --size tiny --csv x " + designs);
    REQUIRE(run.status == 0);
    now += measured(text_of(folder.path / "x"));
  }
  INFO("timing changed: raise kModelVersion (models/base/model_version.h) and put this into "
       "tests/data/reproduce/timing.txt");
  CHECK(text_of(UNIBANK_SOURCE_DIR "/tests/data/reproduce/timing.txt") == now);
}
