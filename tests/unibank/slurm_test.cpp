// Job arrays without a cluster: a script takes the place of sbatch, and a test runs the tasks itself.
#include <catch2/catch.hpp>

#include "unibank/folder.h"

namespace {

struct Cluster : Folder {
  Cluster() {
    fs::create_directories(path / "bin");
    write("bin/sbatch", "#!/bin/sh\necho 17\n");
    fs::permissions(path / "bin/sbatch", fs::perms::owner_all);
  }
  Ended submit(const std::string& command) const {
    return shell("PATH=\"$PWD/bin:$PATH\" '" UNIBANK_PROGRAM "' " + command + " --on slurm");
  }
  // A task as Slurm starts it.
  Ended task(const fs::path& script, unsigned number) const {
    return shell("SLURM_ARRAY_TASK_ID=" + std::to_string(number) + " sh " + script.string());
  }
};

std::size_t tasks_in(const fs::path& list) {
  const std::string text = text_of(list);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Three points that end in milliseconds and are expected to take 100 s each, as nothing has run at size paper before.
const std::string kSweep =
    "sweep vectoradd --size paper --arg n=64 --axis mshr.entries=8,16,32 --design gebhart2012/unified-384k";
const std::string kSweepArray = "sweeps/vectoradd/slurm/round-1/array-1";

const std::string kPaper = "reproduce p --experiments papers --results r --output o";
const std::string kPaperArray = "o/p/slurm-test/round-1/array-1";

// Three points that end in milliseconds; a file of costs expects 100 s of each.
struct ClusterWithPaper : Cluster {
  ClusterWithPaper() {
    fs::create_directories(path / "papers/p");
    write("papers/p/paper.toml", "title = \"P\"\nworkloads = \"w.csv\"\nexperiments = [\"a\"]\n");
    write("papers/p/w.csv", "workload,registers,scratchpad,groups\nvectoradd,9,,all\n");
    std::string experiment =
        "title = \"T\"\nsource = \"P\"\nworkloads = \"all\"\nbaseline = \"4\"\nmetrics = [\"performance\"]\n"
        "[size]\ntest = \"tiny\"\n";
    for (const char* entries : {"4", "8", "16"})
      experiment += std::string("[[series]]\nname = \"") + entries + "\"\ndesign = \"gebhart2012/partitioned\"\n" +
                    "set = [\"mshr.entries=" + entries + "\"]\n";
    write("papers/p/a.toml", experiment);
    write("costs.csv", "vectoradd,tiny,,gebhart2012/partitioned,1000,100\n");
  }
};

// Each attempt at the task tries one point, whatever it expects of it. `left`: the points that are left after each.
void run_one_by_one(const Cluster& cluster, const std::string& task, const std::string& others,
                    const std::vector<unsigned>& left) {
  for (const unsigned points : left) {
    const auto ended = cluster.run(task + " --stop-after 60");
    INFO(ended.out + ended.err);
    CHECK(ended.status == 0);
    CHECK_THAT(ended.out, Catch::Contains(": 1 point run, " + others + ", " + std::to_string(points) +
                                          " not started for lack of time\n"));
  }
}

}  // namespace

TEST_CASE("a task of a sweep starts no point that should end after its limit except its first") {
  const Cluster cluster;
  const auto submitted = cluster.submit(kSweep + " --task-seconds 1000");
  INFO(submitted.out + submitted.err);
  REQUIRE(submitted.status == 0);
  CHECK_THAT(submitted.out, Catch::Contains("3 points in 1 task, jobs 17; job 17 collects"));
  const std::string task = kSweep + " --task " + kSweepArray + ".txt";
  run_one_by_one(cluster, task, "0 stopped early, 0 refused, 0 failed", {2, 1, 0});
}

TEST_CASE("a task of a sweep runs all its points if they should end before its limit") {
  const Cluster cluster;
  REQUIRE(cluster.submit(kSweep + " --task-seconds 1000 --time 10").status == 0);  // in minutes
  REQUIRE(tasks_in(cluster.path / (kSweepArray + ".txt")) == 1);
  const auto ended = cluster.task(kSweepArray + ".sh", 0);
  INFO(ended.out + ended.err);
  CHECK_THAT(ended.out, Catch::Contains(": 3 points run, ") && Catch::Contains(" 0 not started"));
}

TEST_CASE("a point that should take longer than a task may is a task of its own and runs") {
  const Cluster cluster;
  REQUIRE(cluster.submit(kSweep + " --time 1").status == 0);
  REQUIRE(tasks_in(cluster.path / (kSweepArray + ".txt")) == 3);
  for (const unsigned number : {0u, 1u, 2u}) {
    const auto ended = cluster.task(kSweepArray + ".sh", number);
    INFO(ended.out + ended.err);
    CHECK_THAT(ended.out, Catch::Contains(": 1 point run, ") && Catch::Contains(" 0 not started"));
  }
  CHECK_THAT(cluster.run(kSweep + " --collect").out, Catch::Contains("3 points, 3 finished, 0 missing"));
}

TEST_CASE("the job that collects writes the page and a finished sweep at once") {
  const Cluster cluster;
  const std::string sweep = "sweep vectoradd --size tiny --axis mshr.entries=8,16 --design gebhart2012/unified-384k";
  cluster.write("plotly.js", "// stands for plotly.js\n");
  const std::string page = " --report p.html --plotly plotly.js";
  REQUIRE(cluster.submit(sweep + page).status == 0);
  CHECK_FALSE(fs::exists(cluster.path / "p.html"));
  REQUIRE(cluster.shell("mkdir elsewhere").status == 0);
  const auto collected = cluster.shell("cd elsewhere && sh ../sweeps/vectoradd/slurm/round-1/collect.sh");
  INFO(collected.out + collected.err);
  CHECK(collected.status == 0);
  CHECK(fs::exists(cluster.path / "p.html"));
  fs::remove(cluster.path / "p.html");
  REQUIRE(cluster.run(sweep).status == 0);
  CHECK_THAT(cluster.submit(sweep + page).out, Catch::Contains("page: p.html\n0 points run now"));
  CHECK(fs::exists(cluster.path / "p.html"));
}

TEST_CASE("a list of tasks without expected seconds is refused") {
  const Cluster cluster;
  cluster.write("old.txt", "0:0123456789abcdef0123456789abcdef\n");
  const auto ended = cluster.run(kSweep + " --task old.txt");
  CHECK(ended.status == 2);
  CHECK_THAT(ended.err, Catch::Contains("'old.txt' is no list of tasks: found '0:0123456789abcdef0123456789abcdef', "
                                        "expected NUMBER:KEY:SECONDS"));
}

TEST_CASE("a task of a paper starts no point that should end after its limit except its first") {
  const ClusterWithPaper cluster;
  const auto submitted = cluster.submit(kPaper + " --costs costs.csv --task-seconds 1000");
  INFO(submitted.out + submitted.err);
  REQUIRE(submitted.status == 0);
  CHECK_THAT(submitted.out, Catch::Contains("3 points in 1 task"));
  run_one_by_one(cluster, kPaper + " --task " + kPaperArray + ".txt", "0 refused, 0 failed", {2, 1});
  const auto ended = cluster.task(kPaperArray + ".sh", 0);  // submitted without a limit
  CHECK_THAT(ended.out, Catch::Contains(": 1 point run, 0 refused, 0 failed, 0 not started"));
}

TEST_CASE("a task of a search whose limits have changed since it was submitted is refused") {
  const Cluster cluster;
  const auto study = [&](const std::string& cycles) {
    cluster.write("s.toml",
                  "programs = [\"vectoradd\"]\nsizes = [\"tiny\"]\ndesigns = [\"gebhart2012/unified-384k\"]\n[axes]\n"
                  "mshr.entries = [8, 16]\n[search]\nmethod = \"exhaustive\"\nminimize = \"cycles\"\nstop = true\n"
                  "[search.constraints]\ncycles = {at_most = " + cycles + "}\n");
  };
  study("9");
  REQUIRE(cluster.submit("sweep s.toml").status == 0);
  study("9000000");
  const auto changed = cluster.task("sweeps/s/slurm/round-1/array-1.sh", 0);
  CHECK(changed.status == 2);
  CHECK_THAT(changed.err, Catch::Contains("the study, a design or a program has changed since it was submitted"));
  study("9");
  CHECK(cluster.task("sweeps/s/slurm/round-1/array-1.sh", 0).status == 0);
}
