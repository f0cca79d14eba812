// `unibank sweep` of a study with [search] as a user calls it: run, stopped early, killed and resumed.
#include <catch2/catch.hpp>
#include <csignal>
#include <set>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

#include "support/thinned.h"
#include "unibank/folder.h"

namespace {

const std::string kSearchPrograms =
    "programs = [\"needle\"]\nsizes = [\"tiny\"]\ndesigns = [\"gebhart2012/unified-384k\"]\n";
// 500 points.
const std::string kGrid = "[axes]\nstorage.unified_bytes = [\"128K\", \"192K\", \"256K\", \"320K\", \"384K\"]\n"
                          "cache.ways = [1, 2, 4, 8]\nmshr.entries = [4, 8, 16, 32, 64]\n"
                          "dram.bytes_per_cycle = [4, 8, 16, 32, 64]\n";
// A third of them, with the ends of every axis.
const std::string kThinGrid = "[axes]\nstorage.unified_bytes = [\"128K\", \"192K\", \"256K\", \"320K\", \"384K\"]\n"
                              "cache.ways = [1, 2, 4, 8]\nmshr.entries = [4, 16, 64]\n"
                              "dram.bytes_per_cycle = [4, 16, 64]\n";
const std::string kGoals = "minimize = [\"cycles\", \"energy_pj.total\", \"design.storage_kb\"]\n";

using Line = std::vector<std::string>;

struct Searches : Folder {
  void study(const std::string& name, const std::string& search, const std::string& grid = kGrid) const {
    write(name + ".toml", kSearchPrograms + grid + "[search]\n" + kGoals + search);
  }
  std::string text(const std::string& store, const std::string& name, const std::string& file = "search.csv") const {
    return text_of(path / store / name / file);
  }
  // The cells of search.csv, line by line.
  std::vector<Line> lines(const std::string& store, const std::string& name) const {
    std::istringstream text(this->text(store, name));
    std::vector<Line> all;
    for (std::string line, cell; std::getline(text, line);) {
      std::istringstream cells(line);
      all.emplace_back();
      while (std::getline(cells, cell, ',')) all.back().push_back(cell);
    }
    return all;
  }
  // The candidates on the front with their goals.
  std::set<Line> front(const std::string& store, const std::string& name) const {
    std::set<Line> front;
    for (const Line& line : lines(store, name))
      if (line[3] == "1") front.insert({line[0], line[9], line[10], line[11]});
    return front;
  }
  std::vector<std::string> asked(const std::string& store, const std::string& name) const {
    std::vector<std::string> numbers;
    for (const Line& line : lines(store, name)) numbers.push_back(line[0]);
    return numbers;
  }
  void run_and_kill(const std::string& arguments, unsigned microseconds) const {
    const pid_t process = ::fork();
    if (process == 0) {
      ::setpgid(0, 0);
      if (::chdir(path.c_str()) != 0) ::_exit(1);
      const std::string command = "exec '" UNIBANK_PROGRAM "' " + arguments + " >.killed 2>&1";
      ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      ::_exit(1);
    }
    ::usleep(microseconds);
    ::kill(process, SIGKILL);
    int status = 0;
    ::waitpid(process, &status, 0);
    ::usleep(1000);
    ::kill(-process, SIGKILL);
  }
};

std::size_t count_of(const std::vector<Line>& lines, const std::string& state) {
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(), [&state](const Line& line) { return line[2] == state; }));
}

}  // namespace

TEST_CASE("runs that end early lose no point of the front", "[thinned]") {
  const Searches searches;
  const std::string& grid = unibank::test::whole_matrices() ? kGrid : kThinGrid;
  const std::size_t points = unibank::test::whole_matrices() ? 500 : 180;
  searches.study("all", "method = \"exhaustive\"\n", grid);
  searches.study("stop", "method = \"exhaustive\"\nstop = true\n", grid);
  auto run = searches.run("sweep all.toml --store full --jobs 2");
  INFO(run.out + run.err);
  REQUIRE(run.status == 0);
  run = searches.run("sweep stop.toml --store early --jobs 2");
  INFO(run.out + run.err);
  REQUIRE(run.status == 0);
  CHECK(searches.lines("full", "all").size() == points + 1);
  CHECK(count_of(searches.lines("full", "all"), "finished") == points);
  CHECK(count_of(searches.lines("early", "stop"), "stopped") >= points / 5);
  CHECK(searches.front("full", "all").size() >= 5);
  CHECK(searches.front("early", "stop") == searches.front("full", "all"));
  CHECK_THAT(searches.text("early", "stop"), Catch::Contains("it cannot be on the front"));
  run = searches.run("sweep stop.toml --store early");  // nothing runs again
  CHECK(fs::is_empty(searches.path / "early/parts"));
  CHECK(searches.front("early", "stop") == searches.front("full", "all"));

  // Points finished by other studies do not change which points a search asks for.
  searches.study("n", "budget = " + std::to_string(points / 5) + "\npopulation = 16\nstop = true\n", grid);
  REQUIRE(searches.run("sweep n.toml --store fresh --jobs 2").status == 0);
  REQUIRE(searches.run("sweep n.toml --store full --jobs 2").status == 0);
  CHECK(count_of(searches.lines("fresh", "n"), "stopped") > 0);
  CHECK(searches.asked("fresh", "n") == searches.asked("full", "n"));
  CHECK(searches.front("fresh", "n") == searches.front("full", "n"));
}

TEST_CASE("runs that a limit has stopped run under a wider limit") {
  const Searches searches;
  const auto limited = [&](const std::string& cycles) {
    const std::string limit = "[search.constraints]\ncycles = {at_most = " + cycles + "}\n";
    searches.study("s", "method = \"exhaustive\"\nstop = true\n" + limit, "[axes]\ndram.latency = [100, 200]\n");
    REQUIRE(searches.run("sweep s.toml --store all").status == 0);
    return searches.lines("all", "s");
  };
  CHECK(count_of(limited("5000"), "stopped") == 2);
  CHECK(count_of(limited("5000000"), "stopped") == 0);
  CHECK(count_of(searches.lines("all", "s"), "finished") > 0);
}

TEST_CASE("a search is the same with one process and with two and after fifty kills") {
  const Searches searches;
  searches.study("s", "budget = 60\npopulation = 8\nstop = true\n");
  REQUIRE(searches.run("sweep s.toml --store one --jobs 1").status == 0);
  REQUIRE(searches.run("sweep s.toml --store two --jobs 2").status == 0);
  for (unsigned kill = 0; kill < 50; ++kill)
    searches.run_and_kill("sweep s.toml --store killed --jobs 2", 20'000 + 7'001 * (kill % 17));
  const auto run = searches.run("sweep s.toml --store killed --jobs 2");
  INFO(run.out + run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, Catch::Contains("the budget is spent; 60 points asked for"));
  for (const char* file : {"search.csv", "generations.csv", "points.csv", "points.json"}) {
    INFO(file);
    CHECK(searches.text("two", "s", file) == searches.text("one", "s", file));
    CHECK(searches.text("killed", "s", file) == searches.text("one", "s", file));
  }
  CHECK(fs::is_empty(searches.path / "killed/parts"));
  CHECK_THAT(searches.run("sweep s.toml --store killed --status").out, Catch::StartsWith("s: 60 points, 60 finished"));
}

TEST_CASE("a search says what it would run and shows its generations") {
  const Searches searches;
  searches.study("s", "budget = 24\npopulation = 8\n");
  auto run = searches.run("sweep s.toml --dry-run");
  CHECK_THAT(run.out, Catch::StartsWith("s: a search among 500 candidates of 1 point each, with a budget of 24 points\n"
                                        "generation 1: 8 points are missing\nexpected: "));
  CHECK_FALSE(fs::exists(searches.path / "sweeps"));
  run = searches.run("sweep s.toml");
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, Catch::Contains("generation 1: 8 candidates, 8 of them new with 8 points, 0 stopped early"));
  CHECK_THAT(
      searches.text("sweeps", "s", "generations.csv"),
      Catch::StartsWith("generation,candidates,fresh,points,stopped,infeasible,front,hypervolume\n1,8,8,8,0,0,"));
  CHECK_THAT(searches.text("sweeps", "s", "points.csv"),
             Catch::Contains("dram.bytes_per_cycle,generation,front,refused,"));
}

TEST_CASE("a search with illegal candidates and limits finds the legal ones within the limits") {
  const Searches searches;
  searches.write(
      "s.toml",
      "programs = [\"needle\", \"vectoradd\"]\nsizes = [\"tiny\"]\ndesigns = [\"gebhart2012/unified-384k\"]\n"
      "[axes]\ncache.ways = [1, 2, 4]\nstorage.unified_bytes = [100000, \"128K\", \"256K\", \"384K\"]\n"
      "[search]\nmethod = \"exhaustive\"\nmaximize = \"ipc\"\nminimize = \"design.storage_bits\"\n"
      "[search.constraints]\ndesign.storage_kb = {at_most = 300}\ncycles = {above = 0}\n");
  const auto run = searches.run("sweep s.toml --jobs 2");
  INFO(run.out + run.err);
  REQUIRE(run.status == 0);
  const std::vector<Line> lines = searches.lines("sweeps", "s");
  CHECK(count_of(lines, "outside") == 3);
  CHECK(count_of(lines, "illegal") == 3);  // not a whole number of rows in every bank
  CHECK(count_of(lines, "finished") == 6);
  CHECK_THAT(searches.text("sweeps", "s"),
             Catch::Contains(",outside,0,") && Catch::Contains("the design alone breaks a limit"));
}
