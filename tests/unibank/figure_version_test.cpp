// The energies and metrics that a point of a sweep is stored with, and the names of its counters. When they change, the
// finished points of sweeps are void.
//
// To write the file again: UNIBANK_WRITE_DIGESTS=1 ctest --test-dir build/release -R 'unibank: *energies and metrics'
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "base/model_version.h"
#include "unibank/folder.h"

namespace {

using Cells = std::vector<std::string>;

std::vector<Cells> cells_of(const std::string& csv) {
  std::vector<Cells> all;
  std::istringstream lines(csv);
  for (std::string line, cell; std::getline(lines, line);) {
    std::istringstream cells(line);
    all.emplace_back();
    while (std::getline(cells, cell, ',')) all.back().push_back(cell);
    all.back().resize(all.front().size());
  }
  return all;
}

// The first words of the lines of `unibank list counters`.
std::set<std::string> counters_of(const Folder& folder) {
  std::istringstream lines(folder.run("list counters").out);
  std::set<std::string> names;
  for (std::string line, name; std::getline(lines, line);)
    if (std::istringstream(line) >> name) names.insert(name.substr(0, name.find(':')));
  return names;
}

// Nine digits, which are the same with every library of mathematics.
std::string rounded(const std::string& value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", std::strtod(value.c_str(), nullptr));
  return text;
}

std::string figures_of(const Folder& folder) {
  folder.write("s.toml", "programs = [\"needle\"]\nsizes = [\"tiny\"]\ndesigns = [\"gebhart2012/unified-384k\", "
                         "\"jing2016/integrated-fair\", \"nvidia/a100\"]\n");
  REQUIRE(folder.run("sweep s.toml --store st").status == 0);
  const std::vector<Cells> rows = cells_of(text_of(folder.path / "st/s/points.csv"));
  const std::set<std::string> counters = counters_of(folder);
  const std::set<std::string> words = {"number", "program", "size",    "arguments",
                                       "style",  "design",  "refused", "finished"};
  std::string text = "version " + std::to_string(unibank::kFigureVersion) + "\n";
  std::size_t design = 0;
  for (std::size_t i = 0; i < rows[0].size(); ++i) {
    const std::string& name = rows[0][i];
    if (name == "design") design = i;
    if (words.count(name) != 0) continue;
    if (name == "cycles" || counters.count(name) != 0) {
      text += "counter " + name + "\n";
      continue;
    }
    for (std::size_t row = 1; row < rows.size(); ++row)
      if (!rows[row][i].empty()) text += rows[row][design] + " " + name + " " + rounded(rows[row][i]) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("energies and metrics of sweeps are those of their version") {
  const Folder folder;
  const std::string found = figures_of(folder);
  const fs::path file = UNIBANK_SOURCE_DIR "/tests/data/digests/figures.txt";
  if (std::getenv("UNIBANK_WRITE_DIGESTS")) std::ofstream(file, std::ios::binary) << found;
  std::istringstream now(found), before(text_of(file));
  std::set<std::string> is, was;
  for (std::string line; std::getline(now, line);) is.insert(line);
  for (std::string line; std::getline(before, line);) was.insert(line);
  REQUIRE(was.size() > 200);
  const std::string advice = "; if that is meant: raise kFigureVersion (models/base/model_version.h) unless "
                             "kModelVersion rises, and write the file again (tests/unibank/figure_version_test.cpp)";
  for (const std::string& line : was)
    if (is.count(line) == 0) FAIL_CHECK(file << " has '" << line << "', which no point has now" << advice);
  for (const std::string& line : is)
    if (was.count(line) == 0) FAIL_CHECK("a point has '" << line << "', and " << file << " has not" << advice);
}
