// `unibank sweep` as a user calls it: a study is listed, run, killed and resumed.
#include <catch2/catch.hpp>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include "support/thinned.h"
#include "unibank/folder.h"

namespace {

const std::string kStudy =
    "programs = [\"vectoradd\"]\nsizes = [\"tiny\"]\ndesigns = [\"gebhart2012/unified-384k\"]\n"
    "[axes]\nstorage.unified_bytes = [\"128K\", \"256K\", \"384K\"]\ncache.ways = [1, 2, 4, 8]\n";

struct Studies : Folder {
  Studies() { write("s.toml", kStudy); }
  std::string table(const std::string& store = "sweeps") const { return text_of(path / store / "s/points.csv"); }
  std::string json(const std::string& store = "sweeps") const { return text_of(path / store / "s/points.json"); }
  bool has_rows() const {
    std::error_code no_store_yet;
    for (const auto& entry : fs::directory_iterator(path / "sweeps/parts", no_store_yet))
      if (entry.file_size() != 0) return true;
    return false;
  }
  // Starts the program and kills all its processes some time after its start, or after its first point.
  void run_and_kill(const std::string& arguments, bool after_a_point, unsigned microseconds) const {
    const pid_t process = ::fork();
    if (process == 0) {
      ::setpgid(0, 0);
      if (::chdir(path.c_str()) != 0) ::_exit(1);
      const std::string command = "exec '" UNIBANK_PROGRAM "' " + arguments + " >.killed 2>&1";
      ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      ::_exit(1);
    }
    for (unsigned waited = 0; after_a_point && waited < 10'000 && !has_rows(); ++waited) ::usleep(1000);
    ::usleep(microseconds);
    ::kill(process, SIGKILL);
    int status = 0;
    ::waitpid(process, &status, 0);
    ::usleep(1000);
    ::kill(-process, SIGKILL);
  }
  std::size_t finished() const {
    const Ended ended = run("sweep s.toml --dry-run");
    const std::size_t end = ended.out.find(" finished");
    REQUIRE(end != std::string::npos);
    return std::stoul(ended.out.substr(ended.out.rfind(' ', end - 1) + 1));
  }
};

}  // namespace

TEST_CASE("the status of a study whose store is missing says so and makes none") {
  const Studies studies;
  const auto run = studies.run("sweep s.toml --store none --status");
  CHECK(run.status == 0);
  CHECK(run.out == "s: there is no store 'none' yet, so nothing has run or been submitted\n");
  CHECK_FALSE(fs::exists(studies.path / "none"));
}

TEST_CASE("a sweep runs its points once and exports them") {
  const Studies studies;
  auto run = studies.run("sweep s.toml --dry-run");
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, Catch::StartsWith("s: 12 points, 0 finished, 12 missing\n") && Catch::Contains("is a guess"));
  CHECK_FALSE(fs::exists(studies.path / "sweeps"));
  run = studies.run("sweep s.toml --jobs 2");
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, Catch::Contains("12 points run now, 0 of them refused, 0 failed"));
  CHECK_THAT(run.out, Catch::Contains("\nstorage.unified_bytes  cache.ways  cycles\n"
                                      "               131072           1  "));
  const std::string table = studies.table(), json = studies.json();
  CHECK(std::count(table.begin(), table.end(), '\n') == 13);
  CHECK_THAT(table, Catch::Contains("\n11,vectoradd,tiny,"));
  CHECK_THAT(json,
             Catch::StartsWith("[\n{\"number\":0,\"program\":\"vectoradd\"") && Catch::Contains("\"cache.ways\":8"));
  run = studies.run("sweep s.toml");
  CHECK_THAT(run.out, Catch::Contains("0 points run now"));
  CHECK(studies.table() == table);
  run = studies.run("sweep s.toml --dry-run");
  CHECK_THAT(run.out, Catch::Contains("expected: 0 s of CPU time\n"));
}

TEST_CASE("a page is not written over a file of the store") {
  const Studies studies;
  REQUIRE(studies.run("sweep s.toml --jobs 2").status == 0);
  const std::string table = studies.table(), database = text_of(studies.path / "sweeps/points.sqlite");
  for (const char* file : {"points.sqlite", "s/points.csv", "s/points.json", "collect.lock"}) {
    const auto run = studies.run("sweep s.toml --report sweeps/" + std::string(file));
    INFO(file << ": " << run.err);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, Catch::Contains("is in the store 'sweeps', which has files of its own"));
  }
  CHECK(studies.table() == table);
  CHECK(text_of(studies.path / "sweeps/points.sqlite") == database);
}

TEST_CASE("a point that fails is named once") {
  const Studies studies;
  const auto run = studies.run("sweep vectoradd --size tiny --design gebhart2012/partitioned "
                               "--set run.instruction_limit=1000");
  CHECK(run.status == 1);
  CHECK_THAT(run.out, Catch::StartsWith("vectoradd: 1 point, 0 finished, 1 missing\n") &&
                          Catch::Contains("0 points run now, 0 of them refused, 1 failed"));
  CHECK_THAT(run.err, Catch::StartsWith("unibank: error: vectoradd (tiny: n=8192) on gebhart2012/partitioned"));
  CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
}

TEST_CASE("the command-line form finds points that a study has finished") {
  const Studies studies;
  REQUIRE(studies.run("sweep s.toml").status == 0);
  const std::string quick = "sweep vectoradd --size tiny --design gebhart2012/unified-384k --axis ";
  CHECK_THAT(studies.run(quick + "cache.ways=2,4,16 --dry-run").out,
             Catch::StartsWith("vectoradd: 3 points, 2 finished, 1 missing\n"));
  CHECK_THAT(studies.run(quick + "cache.ways=2,4,16 --axis arg.n=10,20 --dry-run").out,
             Catch::StartsWith("vectoradd: 6 points, 0 finished"));
}

TEST_CASE("one process and two give the same exports") {
  const Studies studies;
  REQUIRE(studies.run("sweep s.toml --store a --jobs 1").status == 0);
  REQUIRE(studies.run("sweep s.toml --store b --jobs 2").status == 0);
  CHECK(studies.table("a") == studies.table("b"));
  CHECK(studies.json("a") == studies.json("b"));
}

// Killed 50 times with UNIBANK_TESTS=full.
TEST_CASE("a sweep that is killed many times loses nothing finished", "[thinned]") {
  const bool whole = unibank::test::whole_matrices();
  const unsigned kills = whole ? 50 : 17, points = whole ? 216 : 108;
  const Studies studies;
  studies.write("s.toml", kStudy + "mshr.entries = [4, 16, 64" + (whole ? ", 8, 32, 128" : "") +
                              "]\nmshr.merges = [1, 2, 4]\n");
  std::size_t before = studies.finished();
  for (unsigned kill = 0; kill < kills; ++kill) {
    studies.run_and_kill("sweep s.toml --jobs 2", kill % 2 == 0, 2'000 + 5'003 * (kill % 13));
    const std::size_t now = studies.finished();
    INFO("kill " << kill);
    REQUIRE(now >= before);
    before = now;
  }
  CHECK(before > 0);
  auto run = studies.run("sweep s.toml --jobs 2");
  INFO(run.out + run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out,
             Catch::Contains("s: " + std::to_string(points) + " points, " + std::to_string(before) + " finished"));
  REQUIRE(studies.run("sweep s.toml --store whole --jobs 2").status == 0);
  CHECK(studies.table() == studies.table("whole"));
  CHECK(studies.json() == studies.json("whole"));
  CHECK(fs::is_empty(studies.path / "sweeps/parts"));
}

TEST_CASE("points that cannot run are kept with the reason") {
  const Studies studies;
  studies.write("s.toml", "programs = [\"needle\"]\nsizes = [\"tiny\"]\ndesigns = [\"gebhart2012/partitioned\"]\n"
                          "[axes]\nstorage.scratchpad_bytes = [1024, 65536]\ncache.ways = [4, 100000]\n");
  auto run = studies.run("sweep s.toml");
  INFO(run.out + run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Catch::Contains("2 illegal") && Catch::Contains("illegal, 2: "));
  CHECK_THAT(run.out, Catch::Contains("2 points run now, 1 of them refused"));
  CHECK_THAT(run.out, Catch::Contains("\nstorage.scratchpad_bytes   cycles\n                    1024  refused\n"));
  CHECK_THAT(text_of(studies.path / "sweeps/s/illegal.csv"), Catch::Contains("cache.ways=100000"));
  CHECK_THAT(studies.run("sweep s.toml").out, Catch::Contains("2 finished, 0 missing"));
  // Where no point is illegal, no table of an earlier study is left.
  studies.write("s.toml", "programs = [\"needle\"]\nsizes = [\"tiny\"]\ndesigns = [\"gebhart2012/partitioned\"]\n"
                          "[axes]\nstorage.scratchpad_bytes = [1024, 65536]\ncache.ways = [4]\n");
  CHECK(studies.run("sweep s.toml").status == 0);
  CHECK_FALSE(fs::exists(studies.path / "sweeps/s/illegal.csv"));
}

TEST_CASE("sweeps that share a new store all end with complete tables") {
  const Studies studies;
  studies.write("o.toml", "programs = [\"needle\"]\nsizes = [\"tiny\"]\ndesigns = [\"jing2016/separate-16k\"]\n"
                          "[axes]\ndram.latency = [200, 210, 220]\n");
  studies.write("f.toml", kStudy + "[search]\nmethod = \"nsga2\"\nminimize = [\"cycles\", \"design.storage_kb\"]\n"
                                   "budget = 12\npopulation = 8\n");
  const std::string program = "'" UNIBANK_PROGRAM "' ";
  for (const char* study : {"s", "f"}) {
    INFO(study);
    const std::string name = study;
    REQUIRE(studies.run("sweep " + name + ".toml --store alone").status == 0);
    const std::string table = text_of(studies.path / "alone" / name / "points.csv");
    for (unsigned round = 0; round < 3; ++round) {
      const std::string store = name + std::to_string(round);
      const std::string sweep = program + "sweep " + name + ".toml --jobs 1 --store " + store;
      const std::string other = program + "sweep o.toml --jobs 1 --store " + store;
      const auto ended = studies.shell("{ " + sweep + " & a=$!; " + sweep + " & b=$!; " + other + " & c=$!; " +
                                       "for one in $a $b $c; do wait $one || echo badly; done; }");
      INFO(ended.out + ended.err);
      CHECK(ended.err.find("error") == std::string::npos);
      CHECK(ended.out.find("badly") == std::string::npos);
      CHECK(text_of(studies.path / store / name / "points.csv") == table);
      CHECK(studies.run("sweep o.toml --store " + store).status == 0);
      CHECK(fs::is_empty(studies.path / store / "parts"));
    }
  }
}

TEST_CASE("a finished sweep is read from a read-only store") {
  const Studies studies;
  REQUIRE(studies.run("sweep s.toml --store a").status == 0);
  const std::string table = studies.table("a");
  studies.write("t.toml", kStudy);
  // Root may write everything.
  const std::string program = ::getuid() == 0 ? "setpriv --reuid 65534 --clear-groups '" UNIBANK_PROGRAM "' "
                                              : "'" UNIBANK_PROGRAM "' ";
  fs::permissions(studies.path, fs::perms(0755));
  studies.shell("chmod -R a-w a");
  auto ended = studies.shell(program + "sweep s.toml --store a");
  INFO(ended.out + ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("points: a/points.sqlite; no tables are written, because 'a/s' is read-only\n"
                                        "storage.unified_bytes  cache.ways  cycles\n"));
  CHECK(studies.shell(program + "sweep s.toml --store a --status").status == 0);
  ended = studies.shell(program + "sweep t.toml --store a");
  CHECK(ended.status == 2);
  CHECK(ended.err == "unibank: error: a/points.sqlite: found something to store, and a file or folder that you may not "
                     "write; expected another --store\n");
  studies.shell("chmod -R u+w a");
  CHECK(studies.table("a") == table);
}

TEST_CASE("invalid studies are refused with status 2") {
  const Studies studies;
  studies.write("m.toml", "programs = [\"nothing\"]\ndesigns = [\"gebhart2012/partitioned\"]\n");
  studies.write("w.toml", "programs = [\"vectoradd\"]\ndesigns = [\"gebhart2012/partitioned\"]\n"
                          "set = [\"dram.latency=\"]\n");
  studies.write("points.sqlite.toml", kStudy);
  studies.write("k.toml", "ptx = \"saxpy.ptx\"\nblock = 3\n");
  studies.write("e.toml", "programs = [\"needle\"]\ndesigns = [\"gebhart2012/partitioned\"]\n"
                          "[[exclude]]\ndram.chanels = 2\n");
  const std::pair<const char*, const char*> cases[] = {
      {"sweep", "STUDY.toml|PROGRAM is required"},
      {"sweep needle", "is no study"},
      {"sweep missing.toml",
       "cannot read study 'missing.toml': No such file or directory; expected a study, a file STUDY.toml"},
      {"sweep s.toml --axis cache.ways=2", "is a study, which contains these settings"},
      {"sweep m.toml", "m.toml:1: unknown workload 'nothing'"},
      {"sweep needle --design gebhart2012/partitioned --axis cache.ways", "--axis is 'cache.ways'"},
      {"sweep needle --design gebhart2012/partitioned --size huge", "huge"},
      {"sweep needle --design gebhart2012/partitioned --arg size=32 --axis arg.size=64,128",
       "arg.size is an axis, and program 'needle' has the argument size=32"},
      {"sweep needle --design gebhart2012/partitioned --set cache.ways=4 --axis cache.ways=2,4",
       "unibank sweep needle: cache.ways is an axis, and --set gives all designs cache.ways=4"},
      {"sweep k.toml --design gebhart2012/partitioned --size huge", "are for workloads; 'k.toml' is a file"},
      {"sweep k.toml --design gebhart2012/partitioned --style period", "are for workloads; 'k.toml' is a file"},
      {"sweep t.g --design gebhart2012/partitioned --size tiny", "are for workloads; 't.g' is a file"},
      {"sweep k.toml --design gebhart2012/partitioned", "k.toml:2:1: "},
      {"sweep k.toml --design gebhart2012/partitioned", "\n  2 | block = 3\n    | ^\n"},
      {"sweep e.toml", "e.toml:4: [[exclude]] unknown key 'dram.chanels'; known: "},
      {"sweep s.toml --design gebhart2012/partitioned", "is a study, which names its designs"},
      {"sweep needle --design gebhart2012/partitioned --axis cache.wayz=2,4", "unknown key 'cache.wayz'; known: "},
      {"sweep needle --design gebhart2012/partitioned --set dram.latncy=3", "unknown key 'dram.latncy'; known: "},
      {"sweep needle --design gebhart2012/partitioned --axis cache.ways=2,x", "cache.ways: found 'x', expected"},
      {"sweep needle --design gebhart2012/partitioned --axis cache.ways=1000000",
       "no point is legal: --set cache.ways=1000000: "},
      {"sweep s.toml --dry-run --collect", "excludes"},
      {"sweep s.toml --time 1", "--time requires --on"},
      {"sweep s.toml --on slurm --time soon", "--time is 'soon', expected MINUTES"},
      {"sweep s.toml --on slurm --time 1:2:3:4 --dry-run", "--time is '1:2:3:4', expected MINUTES"},
      {"sweep s.toml --report sweeps", "--report: cannot create 'sweeps': it is a folder"},
      {"sweep s.toml --report none/p.html", "--report: cannot create 'none/p.html': No such file or directory"},
      {"sweep s.toml --report sweeps/points.sqlite",
       "--report: 'sweeps/points.sqlite' is in the store 'sweeps', which has files of its own; expected a name that "},
      {"sweep s.toml --report sweeps/s/points.csv", "--report: cannot create 'sweeps/s/points.csv': No such file"},
      {"sweep s.toml --store . --report ./collect.lock", "--report: './collect.lock' is in the store '.'"},
      {"sweep s.toml --dry-run --report p.html", "--dry-run excludes --report"},
      {"sweep s.toml --status --report p.html", "--status excludes --report"},
      {"sweep s.toml --cancel --report p.html", "--cancel excludes --report"},
      {"sweep s.toml --on local --time 3", "--time: found --on local, expected --on slurm"},
      {"sweep s.toml --on local --array-limit 3", "--array-limit: found --on local, expected --on slurm"},
      {"sweep points.sqlite.toml", "cannot make folder 'sweeps/points.sqlite': a file of this name is there"},
      {"sweep w.toml",
       "w.toml:3: no point is legal: set has dram.latency=: dram.latency: found the string \"\", expected"},
      {"sweep s.toml --report p.html --plotly missing.js", "cannot read plotly.js 'missing.js'"},
  };
  for (const auto& [arguments, expected] : cases) {
    const auto run = studies.run(arguments);
    INFO(arguments << ": " << run.err);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, Catch::Contains(expected));
    CHECK((!fs::exists(studies.path / "sweeps/parts") || !studies.has_rows()));
  }
}

TEST_CASE("a study of which no point would run is refused and writes no tables") {
  const Studies studies;
  const std::string head = "programs = [\"vectoradd\"]\nsizes = [\"tiny\"]\ndesigns = [\"gebhart2012/unified-384k\"]\n";
  const std::string one_way = "[[exclude]]\ncache.ways = 1\n";
  const std::string search = "[search]\nmethod = \"exhaustive\"\nminimize = \"cycles\"\n";
  const std::string limits = "[search.constraints]\n\"design.storage_kb\" = ";
  studies.write("both.toml", head + "[axes]\ncache.ways = [1, 17]\n" + one_way);
  studies.write("excluded.toml", head + "[axes]\ncache.ways = [1]\n" + one_way);
  studies.write("search.toml", head + "[axes]\ncache.ways = [1, 17]\n" + one_way + search);
  studies.write("small.toml", head + "[axes]\ncache.ways = [1, 2]\n" + search + limits + "{at_most = 3}\n");
  const std::pair<const char*, const char*> cases[] = {
      {"both", "both.toml: no point is left: 1 excluded, 1 illegal: --set cache.ways=17: "},
      {"excluded", "excluded.toml: no point is left: 1 excluded\n"},
      {"search", "search.toml: no candidate of 2 runs; the first is illegal: excluded\n"},
      {"small", "small.toml: no candidate of 2 runs; the first is outside: the design alone breaks a limit\n"}};
  for (const auto& [name, expected] : cases) {
    const auto run = studies.run("sweep " + std::string(name) + ".toml --report p.html");
    INFO(name << ": " << run.out << run.err);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, Catch::StartsWith(std::string("unibank: error: ") + expected));
    CHECK_FALSE(fs::exists(studies.path / "sweeps" / name));
    CHECK_FALSE(fs::exists(studies.path / "p.html"));
  }
}
