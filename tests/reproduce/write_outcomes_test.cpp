#include "reproduce/write_outcomes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <unistd.h>

#include "base/input_error.h"
#include "reproduce/made_up_outcomes.h"
#include "support/temporary_folder.h"

using namespace unibank;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

class Folder : public TemporaryFolder {
 public:
  // The bytes of every file.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (!entry.is_regular_file()) continue;
      std::ostringstream text;
      text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
      all[fs::relative(entry.path(), path).string()] = text.str();
    }
    return all;
  }
};

std::vector<std::string> names(const Folder& folder) {
  std::vector<std::string> list;
  for (const auto& [name, text] : folder.files()) list.push_back(name);
  return list;
}

// An outcome with every kind of plot.
Outcome all_kinds() {
  Outcome outcome = bars();
  for (Cell& cell : outcome.cells) cell.x = 64;
  outcome.plots.resize(6, outcome.plots[0]);
  outcome.plots[1].kind = Plot::Kind::kStackedBars;
  outcome.plots[2].kind = outcome.plots[3].kind = Plot::Kind::kLines;
  outcome.plots[3].a_plot_a_row = true;
  outcome.plots[4].kind = Plot::Kind::kHeatMap;
  outcome.plots[4].groups = {{"needle", {"bfs"}}};
  outcome.plots[5].kind = Plot::Kind::kPareto;
  outcome.plots[5].against = "performance";
  outcome.plots[5].row = "bfs";
  return outcome;
}

}  // namespace

TEST_CASE("an experiment leaves its table and its picture and its page") {
  const Folder folder;
  write_outcomes({bars()}, folder.path.string());
  CHECK(names(folder) == std::vector<std::string>{"paper2012/index.html", "paper2012/table6.csv",
                                                  "paper2012/table6.gnuplot", "paper2012/table6.png",
                                                  "paper2012/table6.svg"});
  const auto files = folder.files();
  CHECK(files.at("paper2012/table6.png").substr(1, 3) == "PNG");
  CHECK_THAT(files.at("paper2012/table6.svg"), Contains("<text>needle</text>"));
  CHECK_THAT(files.at("paper2012/index.html"), Contains("<figure><svg role=\"img\""));
}

TEST_CASE("a heat map and a Pareto front are drawn with what has run") {
  const Folder folder;
  Outcome outcome = heat_map();
  outcome.plots.push_back(pareto().plots[0]);
  for (const Cell& cell : pareto().cells) outcome.cells.push_back(cell);
  write_outcomes({outcome}, folder.path.string());
  const auto files = folder.files();
  CHECK_THAT(files.at("paper2012/table6-1.svg"),
             Contains("<text>graphs (mean)</text>") && Contains("<text>0.25</text>"));
  CHECK_THAT(files.at("paper2012/table6-2.svg"), Contains("no other design beats it") && Contains("2 better"));
}

TEST_CASE("the same outcomes leave the same bytes") {
  const Folder one, other;
  write_outcomes({all_kinds()}, one.path.string());
  write_outcomes({all_kinds()}, other.path.string());
  CHECK(one.files().size() == 20);  // six pictures of three files and table and page
  CHECK(one.files() == other.files());
  write_outcomes({all_kinds()}, one.path.string());  // overwrites those of an earlier run
  CHECK(one.files() == other.files());
}

TEST_CASE("without gnuplot one message names the package and nothing is written") {
  const Folder folder;
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.path.c_str(), 1);
  CHECK_THROWS_WITH(write_outcomes({bars()}, (folder.path / "out").string()),
                    "the pictures need gnuplot, which is not in PATH; expected Debian's package gnuplot-nox");
  ::setenv("PATH", path.c_str(), 1);
  CHECK(names(folder).empty());
}

TEST_CASE("an error of gnuplot is shown in its words and the files of an earlier run stay") {
  const Folder folder;
  write_outcomes({bars()}, folder.path.string());
  const auto before = folder.files();
  Outcome outcome = bars();
  outcome.plots[0].y_from = outcome.plots[0].y_to = 1;
  outcome.cells[0].measured = 7;
  const fs::path programs = folder.path / "bin";
  fs::create_directory(programs);
  std::ofstream(programs / "gnuplot")
      << "#!/bin/sh\necho 'warning: x' >&2\necho '         line 3: no ink' >&2\nexit 1\n";
  fs::permissions(programs / "gnuplot", fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (programs.string() + ":" + path).c_str(), 1);
  CHECK_THROWS_WITH(write_outcomes({outcome}, folder.path.string()),
                    Contains("gnuplot cannot draw 'table6.gnuplot'") && Contains("line 3: no ink"));
  ::setenv("PATH", path.c_str(), 1);
  fs::remove_all(programs);
  CHECK(folder.files() == before);
}

TEST_CASE("names that are not file names or that collide are refused") {
  const Folder folder;
  for (const std::string bad : {"", "a/b", "..", "-e", "it's", "two words"}) {
    Outcome outcome = bars();
    outcome.name = bad;
    CHECK_THROWS_AS(write_outcomes({outcome}, folder.path.string()), InputError);
  }
  Outcome other = bars();
  CHECK_THROWS_WITH(write_outcomes({bars(), other}, folder.path.string()),
                    Contains("two files would be named 'table6'"));
  other.name = "index";
  CHECK_THROWS_AS(write_outcomes({other}, folder.path.string()), InputError);
  other = bars();
  other.name = "fig9";
  other.paper = "other2012";
  CHECK_THROWS_WITH(write_outcomes({bars(), other}, folder.path.string()), Contains("expected 'paper2012'"));
  CHECK(names(folder).empty());
}

TEST_CASE("a folder that cannot be made is named") {
  const Folder folder;
  std::ofstream(folder.path / "file") << "";
  CHECK_THROWS_WITH(write_outcomes({bars()}, (folder.path / "file").string()), Contains("cannot write into"));
}

TEST_CASE("unusual outcomes have pictures too", "[release]") {
  const double undefined = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  const Outcome whole = all_kinds();
  Outcome outcome = whole;
  SECTION("no cells") { outcome.cells.clear(); }
  SECTION("nothing measured and nothing published") {
    for (Cell& cell : outcome.cells) cell.measured = std::nullopt, cell.published = std::nullopt;
  }
  SECTION("nothing published") {
    for (Cell& cell : outcome.cells) cell.published = std::nullopt;
  }
  SECTION("nothing measured") {
    for (Cell& cell : outcome.cells) cell.measured = std::nullopt;
  }
  SECTION("one point") { outcome.cells.resize(1); }
  SECTION("all zero") {
    outcome.cells.resize(1);
    outcome.cells[0].measured = 0;
  }
  SECTION("no number") {
    outcome.cells[0].measured = undefined;
    outcome.cells[1].measured = infinite;
    outcome.cells[1].published->value = -infinite;
  }
  SECTION("negative") {
    for (Cell& cell : outcome.cells) cell.measured = -1.5;
  }
  SECTION("no x in a line graph") {
    for (Cell& cell : outcome.cells) cell.x = std::nullopt;
  }
  SECTION("only bounds") {
    for (Cell& cell : outcome.cells) cell.measured = std::nullopt, cell.published = Published{"<", 1, {}, "", ""};
  }
  SECTION("names of other alphabets and with signs of gnuplot and HTML") {
    for (Cell& cell : outcome.cells) cell.row += "'\"&<b>{}`exit`@x#\\";
    outcome.cells[0].series = "\u00fcber {' # \\";
    for (Plot& plot : outcome.plots) plot.title = plot.x_label = plot.y_label = "'\"&<b>{}`exit`@x#\\";
  }
  const Folder folder;
  write_outcomes({outcome}, folder.path.string());
  CHECK(folder.files().size() == 20);
  for (const auto& [name, text] : folder.files()) CHECK(text.size() > 60);
}
