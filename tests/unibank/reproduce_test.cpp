// `unibank reproduce` as a user calls it: small invented experiments, resumed, killed and damaged.
#include <catch2/catch.hpp>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>

#include "unibank/folder.h"

namespace {

const std::string kReproduce = "reproduce --experiments papers --results r --output o ";
const std::string kRepeat = "reproduce --experiments papers --results r p --repeat ";
const std::string kTable = "r/p/points-test.csv";

struct MadeUpPapers : Folder {
  MadeUpPapers() {
    fs::create_directories(path / "papers/p");
    write("papers/p/paper.toml", "title = \"P\"\nworkloads = \"w.csv\"\nexperiments = [\"a\", \"b\"]\n");
    write("papers/p/w.csv",
          "workload,registers,scratchpad,groups\nvectoradd,9,,all\nbfs,9,,all\nneedle,18,264.1,all\n");
    write("papers/p/a.toml", experiment("\"gebhart2012/partitioned\"", "\"gebhart2012/unified-384k\""));
    write("papers/p/b.toml", experiment("\"gebhart2012/partitioned\"", "\"gebhart2012/fermi-like-best\""));
  }
  static std::string experiment(const std::string& first, const std::string& second) {
    return "title = \"T\"\nsource = \"P\"\nworkloads = \"all\"\nbaseline = \"x\"\nmetrics = [\"performance\", "
           "\"energy\"]\n[size]\ntest = \"tiny\"\n[[series]]\nname = \"x\"\ndesign = " +
           first + "\n[[series]]\nname = \"y\"\ndesign = " + second +
           "\n[[plot]]\nkind = \"bars\"\nmetric = \"performance\"\n";
  }
  // All files below a folder with their bytes.
  std::map<std::string, std::string> bytes_below(const std::string& name) const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(path / name))
      if (entry.is_regular_file()) all[entry.path().lexically_relative(path / name).string()] = text_of(entry.path());
    return all;
  }
};

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("points of experiments run once and are kept") {
  const MadeUpPapers papers;
  auto run = papers.run(kReproduce + "--list");
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Catch::Contains("p/a ") && Catch::Contains("0 of    6 points finished"));
  run = papers.run(kReproduce + "p/a --jobs 1");
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, Catch::StartsWith("p, size test: 6 points, 6 of them run now, 0 failed\n"));
  run = papers.run(kReproduce + "p --dry-run");
  CHECK(run.out == "p, size test: 12 points, 6 missing\n");  // its partitioned points are those of a
  run = papers.run(kReproduce + "p --finished");             // half of the points: tables are written with these
  CHECK_THAT(run.out, Catch::StartsWith("p, size test: 12 points, 6 of them not yet run\n"));
  CHECK(papers.bytes_below("o").count("p/a.csv") == 1);
  CHECK(papers.run(kReproduce + "p --dry-run").out == "p, size test: 12 points, 6 missing\n");
  CHECK(papers.run(kReproduce + "p --finished --dry-run").status == 2);
  run = papers.run(kReproduce + "p");
  CHECK_THAT(run.out, Catch::StartsWith("p, size test: 12 points, 6 of them run now, 0 failed\n"));
  const auto first = papers.bytes_below("o");
  CHECK(first.count("p/a.csv") == 1);
  CHECK(first.count("p/index.html") == 1);
  run = papers.run(kReproduce);
  CHECK_THAT(run.out, Catch::StartsWith("p, size test: 12 points, 0 of them run now, 0 failed\n"));
  CHECK(papers.bytes_below("o") == first);
}

TEST_CASE("finished points run again and those that differ from their rows are named") {
  const MadeUpPapers papers;
  auto run = papers.run(kRepeat + "100");
  CHECK(run.status == 2);
  CHECK(run.err == "unibank: error: --repeat: found no finished point of this version of the model in 'r'; expected "
                   "one or more\n");
  REQUIRE(papers.run(kReproduce + "p/a").status == 0);
  const std::string table = text_of(papers.path / kTable);
  run = papers.run(kRepeat + "100");
  CHECK(run.status == 0);
  CHECK(run.out == "p, size test: 6 points of this version of the model run again, 0 differ\n");
  CHECK(papers.run(kRepeat + "2 --seed 7").out ==
        "p, size test: 2 points of this version of the model run again, 0 differ\n");

  // A cycle more in one row: the number behind "refused".
  const std::size_t row = table.find("needle"), end = table.find('\n', row);
  std::string line = table.substr(row, end - row), changed;
  const std::size_t functional = line.find(",0,,");
  REQUIRE(functional != line.npos);
  const std::size_t cycles = functional + 4, comma = line.find(',', cycles);
  const std::string before = line.substr(cycles, comma - cycles), wrong = std::to_string(std::stoull(before) + 1);
  changed = table;
  changed.replace(row + cycles, before.size(), wrong);
  papers.write(kTable, changed);
  run = papers.run(kRepeat + "100");
  CHECK(run.status == 1);
  CHECK(run.out == "p, size test: 6 points of this version of the model run again, 1 differ\n");
  CHECK_THAT(run.err, Catch::Contains("needle") && Catch::Contains(": cycles is " + wrong + ", and then " + before));
  CHECK(text_of(papers.path / kTable) == changed);
  CHECK(papers.run(kRepeat + "1 --dry-run").status == 2);
  CHECK(papers.run(kReproduce + "p --seed 1").status == 2);
}

TEST_CASE("a file of costs tells what the missing points will take") {
  const MadeUpPapers papers;
  const std::string with = " --costs c.csv";
  CHECK(papers.run(kReproduce + "p --dry-run" + with).out ==
        "p, size test: 12 points, 12 missing\n");  // nothing is known
  REQUIRE(papers.run(kReproduce + "p/a" + with).status == 0);
  CHECK(count_lines(text_of(papers.path / "c.csv")) == 6);
  // Its partitioned points are those of a: with the programs' instructions they tell the others' cost.
  CHECK_THAT(papers.run(kReproduce + "p --dry-run" + with).out,
             Catch::StartsWith("p, size test: 12 points, 6 missing\nexpected: ") && !Catch::Contains("guess"));
  papers.write("c.csv", "needle,test,block=32,a\n");
  const auto run = papers.run(kReproduce + "p --dry-run" + with);
  CHECK(run.status == 2);
  CHECK_THAT(run.err, Catch::Contains("c.csv:1: found 'needle,test,block=32,a'; expected program,size,"));
}

TEST_CASE("one process and two give the same bytes") {
  const MadeUpPapers papers;
  REQUIRE(papers.run("reproduce --experiments papers --results r1 --output o1 --jobs 1").status == 0);
  REQUIRE(papers.run("reproduce --experiments papers --results r2 --output o2 --jobs 2").status == 0);
  CHECK(papers.bytes_below("r1") == papers.bytes_below("r2"));
  CHECK(papers.bytes_below("o1") == papers.bytes_below("o2"));
}

TEST_CASE("a file whose end is damaged loses that row only") {
  const MadeUpPapers papers;
  REQUIRE(papers.run(kReproduce).status == 0);
  const std::string whole = text_of(papers.path / kTable);
  papers.write(kTable, whole.substr(0, whole.size() - 10));
  const auto run = papers.run(kReproduce);
  CHECK(run.status == 0);
  CHECK_THAT(run.err, Catch::Contains("points-test.csv:13: dropped a damaged row: the row was cut off"));
  CHECK_THAT(run.out, Catch::StartsWith("p, size test: 12 points, 1 of them run now, 0 failed\n"));
  CHECK(text_of(papers.path / kTable) == whole);
}

TEST_CASE("points whose columns are of another version are not overwritten") {
  const MadeUpPapers papers;
  REQUIRE(papers.run(kReproduce).status == 0);
  const std::string table = text_of(papers.path / kTable);
  const std::string newer = "key,warps_per_year" + table.substr(std::string("key").size());
  papers.write(kTable, newer);
  const auto run = papers.run(kReproduce);
  CHECK(run.status == 2);
  CHECK(run.err == "unibank: error: r/p/points-test.csv: written by another version of the program (column "
                   "'warps_per_year' is unknown), so its points cannot be kept; continue with that version, or give "
                   "the file another name to measure them again, or take other --results\n");
  CHECK(text_of(papers.path / kTable) == newer);
  CHECK_THAT(papers.run(kReproduce + "p --dry-run").err,
             Catch::Contains("column 'warps_per_year' is unknown); not used"));
  CHECK(text_of(papers.path / kTable) == newer);
}

TEST_CASE("an interrupted run keeps its finished points and continues with the others") {
  const MadeUpPapers papers;
  const pid_t child = ::fork();
  if (child == 0) {
    if (::chdir(papers.path.c_str()) != 0) ::_exit(9);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    if (::dup2(nowhere, STDOUT_FILENO) < 0 || ::dup2(nowhere, STDERR_FILENO) < 0) ::_exit(9);
    ::execl(UNIBANK_PROGRAM, UNIBANK_PROGRAM, "reproduce", "--experiments", "papers", "--results", "r", "--output", "o",
            "--jobs", "1", nullptr);
    ::_exit(9);
  }
  // Waits until the first point has been written.
  int status = 0;
  while (count_lines(text_of(papers.path / kTable)) < 2 && ::waitpid(child, &status, WNOHANG) == 0) ::usleep(1000);
  ::kill(child, SIGINT);
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  const std::size_t kept = count_lines(text_of(papers.path / kTable)) - 1;
  CHECK(kept >= 1);
  const auto run = papers.run(kReproduce);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Catch::Contains("12 points, " + std::to_string(12 - kept) + " of them run now"));
  const MadeUpPapers others;
  REQUIRE(others.run(kReproduce).status == 0);
  CHECK(papers.bytes_below("r") == others.bytes_below("r"));
}

TEST_CASE("a program that does not fit has no value and a note and does not run again") {
  const MadeUpPapers papers;
  papers.write("papers/p/b.toml",
               MadeUpPapers::experiment("\"gebhart2012/partitioned\"",
                                        "\"gebhart2012/partitioned\"\nset = [\"storage.scratchpad_bytes=4096\"]"));
  auto run = papers.run(kReproduce + "p/b");
  CHECK(run.status == 0);
  CHECK_THAT(text_of(papers.path / "o/p/index.html"), Catch::Contains("cannot run: kernel needle_upper_32: a block"));
  CHECK_THAT(text_of(papers.path / "o/p/b.csv"), Catch::Contains("needle,y,performance,,,"));
  run = papers.run(kReproduce + "p/b");
  CHECK_THAT(run.out, Catch::Contains("0 of them run now"));
}

TEST_CASE("a point that fails is named and not kept and the others continue") {
  const MadeUpPapers papers;
  // The limit is so low that only needle, which has many small launches, stays below it.
  papers.write("papers/p/b.toml",
               MadeUpPapers::experiment("\"gebhart2012/partitioned\"",
                                        "\"gebhart2012/partitioned\"\nset = [\"run.instruction_limit=1000\"]"));
  const auto run = papers.run(kReproduce + "p/b");
  CHECK(run.status == 1);
  CHECK_THAT(run.err, Catch::Contains("unibank: error: vectoradd (tiny: n=8192) on gebhart2012/partitioned, "
                                      "run.instruction_limit=1000"));
  const std::size_t named = run.err.find("error: vectoradd (tiny: n=8192) on gebhart2012/partitioned");
  CHECK(run.err.rfind("error: vectoradd (tiny: n=8192) on gebhart2012/partitioned") == named);  // once
  CHECK(text_of(papers.path / kTable).find("vectoradd,tiny,n=8192,gebhart2012/partitioned,run") == std::string::npos);
  CHECK(text_of(papers.path / kTable).find("vectoradd,tiny,n=8192,gebhart2012/partitioned,,") != std::string::npos);
}

TEST_CASE("unknown arguments of reproduce give one clear line and status 2") {
  const MadeUpPapers papers;
  fs::create_directories(papers.path / "full/p/points-test.csv");
  const std::pair<const char*, const char*> cases[] = {
      {"reproduce gebhart2021", "unknown paper 'gebhart2021'; known: "},
      {"reproduce gebhart2012/table7", "unknown experiment of gebhart2012 'table7'; known: table1-registers, "},
      {"reproduce --experiments no_such", "no_such: no such folder of experiments"},
      {"reproduce --size tiny", "--size"},
      {"reproduce --jobs 0", "--jobs"},
      {"reproduce --report gebhart2012", "PAPER[/EXPERIMENT] excludes --report"},
      {"reproduce --list --dry-run", "--list excludes --dry-run"},
      {"reproduce --repeat 1 --output o", "--output excludes --repeat"},
      {"reproduce --repeat 1 --costs c.csv", "--costs excludes --repeat"},
      {"reproduce --on local --partition all", "--partition: found --on local, expected --on slurm"},
      {"reproduce --results '' p", "--results: the value is empty"},
      {"reproduce --experiments papers --results papers/p/w.csv --output o",
       "--results: 'papers/p/w.csv' is no folder"},
      {"reproduce --experiments papers/p --list", "papers/p: no papers in it, expected folders with a paper.toml"},
      {"reproduce --experiments papers --results full --output o",
       "points-test.csv: expected a file of finished points"},
      {"reproduce --experiments papers --results r --output papers/p/w.csv", "cannot write into 'papers/p/w.csv/p'"},
  };
  for (const auto& [arguments, message] : cases) {
    const auto run = papers.run(arguments);
    INFO(arguments << "\n" << run.err);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, Catch::StartsWith("unibank: error: ") && Catch::Contains(message));
    CHECK(count_lines(run.err) == 1);
    CHECK_FALSE(fs::exists(papers.path / "r"));  // refused before the first point, not after hours
  }
}

TEST_CASE("the file of points is named only where there is one") {
  const MadeUpPapers papers;
  auto run = papers.run(kReproduce + "--finished");
  CHECK(run.status == 0);
  CHECK_THAT(run.out, !Catch::Contains("points: ") && Catch::Contains("page: o/p/index.html\n"));
  REQUIRE(papers.run(kReproduce + "p/a").status == 0);
  run = papers.run(kReproduce + "--finished");
  CHECK_THAT(run.out, Catch::Contains("points: r/p/points-test.csv\n"));
}

TEST_CASE("rows that a full disk has left in another order are sorted by the next run") {
  const MadeUpPapers papers;
  REQUIRE(papers.run(kReproduce).status == 0);
  const std::string table = text_of(papers.path / kTable);
  const fs::file_time_type earlier = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(papers.path / kTable, earlier);
  REQUIRE(papers.run(kReproduce).status == 0);
  CHECK(fs::last_write_time(papers.path / kTable) == earlier);  // they are sorted
  std::vector<std::string> rows;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) rows.push_back(line + "\n");
  std::reverse(rows.begin() + 1, rows.end());
  std::string backwards;
  for (const std::string& row : rows) backwards += row;
  papers.write(kTable, backwards);
  REQUIRE(papers.run(kReproduce + "--finished").status == 0);  // only reads
  CHECK(text_of(papers.path / kTable) == backwards);
  const int file = ::open((papers.path / kTable).c_str(), O_RDONLY);
  REQUIRE(::flock(file, LOCK_EX) == 0);
  CHECK(papers.run(kReproduce).status == 0);  // another program writes it, and will sort it
  CHECK(text_of(papers.path / kTable) == backwards);
  ::close(file);
  CHECK(papers.run(kReproduce + "p/a").status == 0);
  CHECK(text_of(papers.path / kTable) == table);
}

TEST_CASE("two programs do not write one file of points") {
  const MadeUpPapers papers;
  fs::create_directories(papers.path / "r/p");
  papers.write(kTable, "");
  const int file = ::open((papers.path / kTable).c_str(), O_RDONLY);
  REQUIRE(::flock(file, LOCK_EX) == 0);
  auto run = papers.run(kReproduce);
  CHECK(run.status == 2);
  CHECK_THAT(run.err, Catch::Contains("points-test.csv: another unibank reproduce writes it"));
  CHECK(text_of(papers.path / kTable).empty());
  ::close(file);
  CHECK(papers.run(kReproduce + "p/a").status == 0);
}
