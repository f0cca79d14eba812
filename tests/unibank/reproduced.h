// A paper reproduced at test size by the program itself, and what its tables say.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "unibank/folder.h"

using Row = std::map<std::string, std::string>;

// Rows of a CSV without quoted commas in the columns that are asked for; lines that start with '#' are comments.
inline std::vector<Row> rows_of(const std::string& text) {
  std::vector<Row> rows;
  std::vector<std::string> header;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> cells(1);
    for (const char c : line) {
      if (c == ',')
        cells.emplace_back();
      else
        cells.back() += c;
    }
    if (header.empty()) {
      header = cells;
      continue;
    }
    rows.emplace_back();
    for (std::size_t i = 0; i < header.size() && i < cells.size(); ++i) rows.back()[header[i]] = cells[i];
  }
  return rows;
}

struct Reproduced : Folder {
  explicit Reproduced(const std::string& paper_name) : paper(paper_name) {
    ended = run("reproduce " + paper + " --size test --results r --output o --jobs 2");
  }
  std::vector<Row> cells(const std::string& experiment) const {
    return rows_of(text_of(path / "o" / paper / (experiment + ".csv")));
  }
  double measured(const std::string& experiment, const std::string& row, const std::string& series,
                  const std::string& metric) const {
    for (const Row& cell : cells(experiment))
      if (cell.at("row") == row && cell.at("series") == series && cell.at("metric") == metric) {
        INFO(experiment << " " << row << " " << series << " " << metric);
        REQUIRE_FALSE(cell.at("measured").empty());
        return std::stod(cell.at("measured"));
      }
    FAIL("no cell " << experiment << " " << row << " " << series << " " << metric);
    return 0;
  }
  std::string paper;
  Ended ended;
};

inline void check_everything_published_is_measured(const Reproduced& all) {
  for (const auto& entry : fs::directory_iterator(all.path / "o" / all.paper)) {
    if (entry.path().extension() != ".csv") continue;
    for (const Row& cell : rows_of(text_of(entry.path()))) {
      if (cell.at("relation").empty() || cell.at("relation") == "order") continue;
      INFO(entry.path().filename() << " " << cell.at("row") << " " << cell.at("series") << " " << cell.at("metric"));
      CHECK_FALSE(cell.at("measured").empty());
    }
  }
}
