// `unibank correlate` with a card that is the model: it takes a cycle for each warp instruction by its SM's clock, and
// 100 more for a launch between two events.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "unibank/folder.h"

namespace {

using Catch::Contains;

const std::string kDesign = "--design nvidia/a100 ", kFake = "--libcuda " UNIBANK_FAKE_FOLDER "/fake_libcuda.so ",
                  kNone = "--libcuda " UNIBANK_FAKE_FOLDER "/no_such_library.so ";
const std::string kHeader =
    "card,clock_mhz,sms,driver,program,size,launch,kernel,clock64_cycles,event_cycles,design,"
    "model_cycles,ratio\n";

Folder::Ended correlate(const Folder& folder, const std::string& options, const std::string& fake = "") {
  ::setenv("FAKE_CUDA", fake.c_str(), 1);
  return folder.run("correlate " + kDesign + options);
}

// Cells by column. Of the cells read here, only the card's has a comma in quotes.
std::vector<std::map<std::string, std::string>> rows_of(std::string text) {
  const std::string card = "\"a GPU that is none, compute capability 7.5\"";
  for (std::size_t at; (at = text.find(card)) != std::string::npos;) text.replace(at, card.size(), "card");
  std::istringstream lines(text);
  std::string line, cell;
  std::vector<std::string> columns;
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::vector<std::string> all;
    while (std::getline(cells, cell, ',')) all.push_back(cell);
    if (!line.empty() && line.back() == ',') all.emplace_back();
    if (columns.empty()) {
      columns = all;
      continue;
    }
    REQUIRE(all.size() == columns.size());
    rows.emplace_back();
    for (std::size_t i = 0; i < all.size(); ++i) rows.back()[columns[i]] = all[i];
  }
  return rows;
}

double after(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  REQUIRE(at != std::string::npos);
  return std::stod(text.substr(at + words.size()));
}

}  // namespace

TEST_CASE("correlate gives cycles of the card and the model for each launch and the mean error by program") {
  const Folder folder;
  const auto ended = correlate(folder, kFake + "--size tiny --csv c.csv rotary radix_sort");
  INFO(ended.out + ended.err);
  CHECK(ended.status == 0);
  const std::string csv = text_of(folder.path / "c.csv");
  CHECK(csv.rfind(kHeader, 0) == 0);
  std::map<std::string, std::pair<double, double>> sums;
  const auto rows = rows_of(csv);
  for (const auto& row : rows) {
    CHECK(row.at("card") == "card");
    CHECK(row.at("clock_mhz") == "1500");
    CHECK(row.at("driver") == "12.4");
    const double card = std::stod(row.at("clock64_cycles")), model = std::stod(row.at("model_cycles"));
    CHECK(std::stod(row.at("ratio")) == Approx(model / card).epsilon(1e-12));
    sums[row.at("program")].first += card;
    sums[row.at("program")].second += model;
  }
  REQUIRE(sums.size() == 2);
  double error = 0;
  for (const auto& [program, sum] : sums) error += 50 * std::abs(sum.second / sum.first - 1);
  CHECK(after(ended.out, "mean absolute percentage error of 2 programs: ") == Approx(error).margin(0.006));
}

TEST_CASE("correlate's figures are those that the program has on the model alone") {
  const Folder folder;
  REQUIRE(correlate(folder, kFake + "--size tiny --csv c.csv radix_sort").status == 0);
  REQUIRE(folder.run("run radix_sort --size tiny --functional --json f.json").status == 0);
  REQUIRE(folder.run("run radix_sort --size tiny " + kDesign + "--json t.json").status == 0);
  const auto object = [&folder](const char* file) {
    return nlohmann::json::parse(text_of(folder.path / file)).at("runs").at(0);
  };
  const auto functional = object("f.json"), timed = object("t.json");
  const auto rows = rows_of(text_of(folder.path / "c.csv"));
  REQUIRE(rows.size() == timed.at("launches").size());
  REQUIRE(rows.size() > 1);
  double by_events = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].at("launch") == std::to_string(i));
    CHECK(rows[i].at("kernel") == timed.at("launches").at(i).at("kernel").get<std::string>());
    CHECK(std::stod(rows[i].at("model_cycles")) == timed.at("launches").at(i).at("cycles").get<double>());
    by_events += std::stod(rows[i].at("event_cycles")) - 100;
    // The clocks' own instructions count too.
    CHECK(std::stod(rows[i].at("clock64_cycles")) > std::stod(rows[i].at("event_cycles")) - 100);
  }
  CHECK(by_events == Approx(functional.at("warp_instructions").get<double>()).epsilon(1e-4));
}

TEST_CASE("cycles that were measured elsewhere give the same table without a card") {
  const Folder folder;
  const auto measured = correlate(folder, kFake + "--size tiny --csv a.csv rotary scan");
  REQUIRE(measured.status == 0);
  const auto read = correlate(folder, "--from a.csv --csv b.csv --plot pictures");
  INFO(read.err);
  CHECK(read.status == 0);
  CHECK(read.out.rfind(measured.out, 0) == 0);
  CHECK(text_of(folder.path / "a.csv") == text_of(folder.path / "b.csv"));
  CHECK_THAT(text_of(folder.path / "pictures/correlate/cycles.gnuplot"),
             Contains("row1 = 'rotary (tiny)'") && Contains("row2 = 'scan (tiny)'") && Contains("set logscale xy"));
  CHECK_THAT(text_of(folder.path / "pictures/correlate/cycles.svg"), Contains("scan (tiny)"));
  const auto printed = correlate(folder, "--from a.csv --csv -");
  CHECK(printed.out == text_of(folder.path / "a.csv"));
  CHECK_THAT(printed.err, Contains("rotary"));
  const auto replaced = correlate(folder, "--from a.csv --plot pictures --csv pictures/correlate/cycles.csv");
  CHECK(replaced.status == 2);
  CHECK_THAT(replaced.err, Contains("--plot: a file that is written into 'pictures/correlate' could replace "
                                    "'pictures/correlate/cycles.csv', expected another folder"));
  CHECK_THAT(correlate(folder, "--from a.csv scan").out, Contains("of 1 program:"));
  const auto none = correlate(folder, "--from a.csv reduce --plot p");
  CHECK_FALSE(fs::exists(folder.path / "p"));
  CHECK(none.status == 2);
  CHECK_THAT(none.err, Contains("found no row of program 'reduce'"));
}

TEST_CASE("without a design the card alone is measured, and another machine compares") {
  const Folder folder;
  ::setenv("FAKE_CUDA", "", 1);
  const auto alone = folder.run("correlate " + kFake + "--size tiny --csv alone.csv rotary scan");
  INFO(alone.err);
  CHECK(alone.status == 0);
  CHECK_THAT(alone.out, Contains("2 launches measured"));
  for (const auto& row : rows_of(text_of(folder.path / "alone.csv"))) CHECK(row.at("model_cycles").empty());
  REQUIRE(correlate(folder, kFake + "--size tiny --csv both.csv rotary scan").status == 0);
  REQUIRE(correlate(folder, "--from alone.csv --csv later.csv").status == 0);
  CHECK(text_of(folder.path / "both.csv") == text_of(folder.path / "later.csv"));
  for (const std::string missing :
       {"", "--from alone.csv --csv c.csv", "--csv c.csv --plot p", "--csv c.csv --set gpu.sms=2"}) {
    const auto refused = folder.run("correlate " + missing);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("found no --design; expected one, or only --csv FILE"));
  }
}

TEST_CASE("correlate says that there is no card and what to give it instead") {
  const Folder folder;
  for (const auto& [library, fake] : {std::pair<std::string, std::string>{kNone, ""}, {kFake, "no-device"}}) {
    const auto ended = correlate(folder, library + "--csv c.csv", fake);
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err, Contains("unibank: error: there is no card to run on: ") && Contains("(--from FILE.csv)"));
    CHECK(folder.files().empty());
  }
}

TEST_CASE("a program that the card gets wrong or cannot run is left out") {
  const Folder folder;
  const auto wrong = correlate(folder, kFake + "--size tiny --csv c.csv reduce", "wrong-sign");
  CHECK(wrong.status == 1);
  CHECK_THAT(wrong.err,
             Contains("program 'reduce' is left out, because the card has not run it: its answer on the card is "
                      "wrong"));
  CHECK(folder.files().empty());
  const auto texture = correlate(folder, kFake + "--size tiny rotary bicubic");
  CHECK(texture.status == 1);
  CHECK_THAT(texture.err, Contains("program 'bicubic' is left out, because the card has not run it: it uses textures"));
  CHECK_THAT(texture.out, Contains("rotary (tiny)") && Contains("of 1 program:"));
}

TEST_CASE("a faulty table of a card's cycles is refused with file and line") {
  const Folder folder;
  const std::string row = "X,1000,1,12.4,rotary,tiny,0,rotary,100,,,,\n";
  const std::vector<std::pair<std::string, std::string>> faults = {
      {"", "c.csv"},
      {kHeader, "c.csv: found no row"},
      {"card,colour\nX,red\n", "c.csv:1: "},
      {kHeader + "X,1000\n", "c.csv:2: "},
      {kHeader + row + row, "c.csv:3: found launch 0 of 'rotary', size tiny, which line 2 has"},
      {kHeader + row + "Y,1000,1,12.4,rotary,tiny,1,rotary,100,,,,\n", "c.csv:3: found card 'Y', and 'X' before; "},
      {kHeader + row + "X,1000,1,12.5,rotary,tiny,1,rotary,100,,,,\n", "c.csv:3: found driver 12.5, and 12.4 before; "},
      {kHeader + row + "X,900,1,12.4,rotary,tiny,1,rotary,100,,,,\n",
       "c.csv:3: found clock_mhz 900, and 1000 before; "},
      {kHeader + row + "X,1000,2,12.4,rotary,tiny,1,rotary,100,,,,\n", "c.csv:3: found sms 2, and 1 before; "},
      {kHeader + row + "X,1000,,12.4,rotary,tiny,1,rotary,100,,,,\n", "c.csv:3: found sms nothing, and 1 before; "},
      {kHeader + "X,1000,1,12.4,rotary,tiny,0,rotary,,,,,\n", "c.csv:2: column 'clock64_cycles': found nothing"},
      {kHeader + "X,1000,1,12.4,rotary,tiny,0,rotary,-3,,,,\n", "c.csv:2: column 'clock64_cycles': found '-3'"},
      {kHeader + "X,,1,12.4,rotary,tiny,0,rotary,100,,,,\n", "c.csv:2: column 'clock_mhz': found nothing"},
      {kHeader + "X,1000,1,12.4,rotary,tiny,x,rotary,100,,,,\n", "c.csv:2: column 'launch': found 'x'"},
      {kHeader + "X,1000,1,12.4,rotari,tiny,0,rotary,100,,,,\n", "c.csv:2: unknown workload 'rotari'"},
      {kHeader + "X,1000,1,12.4,rotary,huge,0,rotary,100,,,,\n", "c.csv:2: "},
      {kHeader + "X,1000,1,12.4,rotary,tiny,0,other,100,,,,\n",
       "c.csv:2: found launch 0 of 'rotary', size tiny, kernel "
       "'other'; expected kernel '"},
      {kHeader + "X,1000,1,12.4,rotary,tiny,9,rotary,100,,,,\n", "c.csv:2: found launch 9 of 'rotary'"}};
  for (const auto& [text, message] : faults) {
    folder.write("c.csv", text);
    const auto ended = correlate(folder, "--from c.csv");
    CAPTURE(text, ended.err);
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err, Contains("unibank: error: ") && Contains(message));
  }
}
