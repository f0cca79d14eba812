// A paper reproduced at test size by the program itself, and the contents of its tables.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/thinned.h"
#include "unibank/folder.h"

using Row = std::map<std::string, std::string>;

// Rows of a CSV whose queried columns have no quoted commas; lines that start with '#' are comments.
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

// A copy of a paper's experiments in `folder`/e that runs fewer points. With UNIBANK_TESTS=full it is unchanged.
class ThinnedExperiments {
 public:
  ThinnedExperiments(const fs::path& folder, const std::string& paper) : path_(folder / "e" / paper) {
    fs::create_directories(path_);
    fs::copy(UNIBANK_SOURCE_DIR "/configs/experiments/" + paper, path_, fs::copy_options::recursive);
  }

  // Runs the smallest programs instead of those that the figures' orderings need.
  void tiny(const std::vector<std::string>& experiments) const {
    for (const std::string& experiment : experiments)
      change(experiment + ".toml", "^\\[\\[", "[size]\ntest = \"tiny\"\n\n[[", std::regex_constants::format_first_only);
  }

  // Runs an experiment with another value of an argument, or another first value of a list.
  void smaller(const std::string& experiment, const std::string& argument, unsigned value) const {
    change(experiment + ".toml", "\\b" + argument + " = (\\[?\\s*)[0-9]+", argument + " = $01" + std::to_string(value));
  }

  // Runs every other program of experiments that list theirs: of one the first, of the next the second, and so on.
  void half(const std::vector<std::string>& experiments) const {
    if (unibank::test::whole_matrices()) return;
    std::size_t first = 0;
    for (const std::string& experiment : experiments) {
      INFO(experiment);
      std::set<std::string> kept;
      const std::string text = text_of(path_ / (experiment + ".toml"));
      const std::string fewer = with_items(text, "workloads", [&](std::size_t number, const std::string& program) {
        return number % 2 == first && kept.insert(program).second;
      });
      REQUIRE(fewer != text);
      std::ofstream(path_ / (experiment + ".toml")) << with_items(
          fewer, "over", [&](std::size_t, const std::string& program) { return kept.count(program) != 0; });
      first = 1 - first;
    }
  }

  // For experiments without published values: only these rows of workloads.csv are run and averaged.
  void some_programs(const std::vector<std::string>& experiments, const std::vector<std::string>& rows) const {
    change_column("groups", [&](const std::string& row, std::string& groups) {
      if (std::find(rows.begin(), rows.end(), row) != rows.end()) groups = "some " + groups;
    });
    for (const std::string& experiment : experiments) {
      change(experiment + ".toml", "^workloads = \"[^\"]*\"", "workloads = \"some\"");
      change(experiment + ".toml", "^over = \"[^\"]*\"", "over = \"some\"");
    }
  }

  // Removes all other rows of workloads.csv from their groups.
  void only(const std::vector<std::string>& rows) const {
    change_column("groups", [&](const std::string& row, std::string& groups) {
      if (std::find(rows.begin(), rows.end(), row) == rows.end()) groups = "apart";
    });
  }

  // Runs these rows of workloads.csv with these arguments.
  void arguments(const std::map<std::string, std::string>& rows) const {
    change_column("arguments", [&](const std::string& row, std::string& arguments) {
      if (rows.count(row) != 0) arguments = rows.at(row);
    });
  }

 private:
  // Fails when the expression matches nothing, because the copy would not be thinned.
  void change(const std::string& file, const std::string& what, const std::string& by,
              std::regex_constants::match_flag_type flags = std::regex_constants::format_default) const {
    if (unibank::test::whole_matrices()) return;
    const std::string text = text_of(path_ / file);
    const std::string changed =
        std::regex_replace(text, std::regex(what, std::regex::ECMAScript | std::regex::multiline), by, flags);
    INFO(file << ": " << what);
    REQUIRE(changed != text);
    std::ofstream(path_ / file) << changed;
  }

  // The text with those items of each list `key` that `keeps` keeps, given their number and text.
  template <class Keeps>
  static std::string with_items(const std::string& text, const std::string& key, const Keeps& keeps) {
    const std::regex list("(^|\n)" + key + " = \\[([^]*?)\\]\n");
    const std::regex item("\"[^\"]*\"|\\{[^{}]*(\\{[^{}]*\\})?[^{}]*\\}");
    std::string all;
    auto rest = text.begin();
    for (std::sregex_iterator found(text.begin(), text.end(), list), end; found != end; ++found) {
      const auto& items = (*found)[2];
      all.append(rest, items.first);
      std::size_t number = 0;
      for (std::sregex_iterator one(items.first, items.second, item); one != end; ++one, ++number)
        if (keeps(number, one->str())) all += one->str() + ", ";
      rest = items.second;
    }
    return all.append(rest, text.end());
  }

  // A missing column is added.
  template <class Change>
  void change_column(const char* column, const Change& change) const {
    if (unibank::test::whole_matrices()) return;
    std::istringstream lines(text_of(path_ / "workloads.csv"));
    std::ofstream out(path_ / "workloads.csv");
    std::size_t at = 0;
    bool added = false;
    for (std::string line; std::getline(lines, line);) {
      std::vector<std::string> cells(1);  // no cell up to the column is quoted
      for (const char c : line) {
        if (c == ',')
          cells.emplace_back();
        else
          cells.back() += c;
      }
      if (line[0] != '#' && at == 0) {
        while (at < cells.size() && cells[at] != column) ++at;
        added = at == cells.size();
        if (added) cells.emplace_back(column);
      } else if (line[0] != '#') {
        if (added) cells.emplace_back();
        change(cells[0], added ? cells.back() : cells.at(at));
      }
      for (std::size_t i = 0; i < cells.size(); ++i) out << (i == 0 ? "" : ",") << cells[i];
      out << '\n';
    }
  }

  fs::path path_;
};

struct Reproduced : Folder {
  // `thin` receives the copy of the experiments that is run.
  template <class Thin>
  Reproduced(const std::string& paper_name, const Thin& thin) : paper(paper_name) {
    thin(ThinnedExperiments(path, paper));
    ended = again("o");
  }
  Ended again(const std::string& output) const {
    return run("reproduce " + paper + " --size test --experiments e --results r --jobs 2 --output " + output);
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
