// Records: running a record takes the same cycles and counts the same as the recorded run.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "unibank/folder.h"

namespace {

// A run's JSON without the values that a record does not contain: the options of its run, whether the answer was right,
// and reads of unwritten memory and of inactive lanes.
nlohmann::json measured(const Folder& folder, const std::string& name) {
  nlohmann::json run = nlohmann::json::parse(text_of(folder.path / name)).at("runs").at(0);
  for (const char* key : {"workload", "size", "arguments", "verified", "verification", "warnings"}) run.erase(key);
  run.at("scratchpad").erase("uninitialised_reads");
  run.at("shuffles").erase("inactive_reads");
  return run;
}

void check_same(const std::string& workload, const std::string& design, const std::string& for_record) {
  INFO(workload + " " + design);
  const Folder folder;
  const auto run = folder.run("run " + workload + " --size tiny " + design + " --json run.json");
  REQUIRE(run.status == 0);
  const auto record = folder.run("record " + workload + " --size tiny -o r " + for_record);
  CHECK(record.err == "");
  REQUIRE(record.status == 0);
  const auto again = folder.run("run r/kernelslist.g " + design + " --json again.json");
  REQUIRE(again.status == 0);
  CHECK(measured(folder, "again.json") == measured(folder, "run.json"));
}

std::vector<std::string> workloads() {
  const Folder folder;
  std::istringstream list(folder.run("list workloads").out);
  std::vector<std::string> names;
  for (std::string line; std::getline(list, line);)
    if (!line.empty() && line[0] != ' ') names.push_back(line.substr(0, line.find(':')));
  return names;
}

// One test for each quarter of all workloads, so that they run in parallel.
void check_quarter(std::size_t quarter) {
  const std::vector<std::string> all = workloads();
  REQUIRE(all.size() > 50);
  const std::string design = "--design gebhart2012/unified-384k --set register_hierarchy.enabled=false";
  for (std::size_t i = quarter; i < all.size(); i += 4) check_same(all[i], design, design);
}

}  // namespace

TEST_CASE("a run of a record takes the cycles of the run and counts the same: workloads 1 of 4") { check_quarter(0); }
TEST_CASE("a run of a record takes the cycles of the run and counts the same: workloads 2 of 4") { check_quarter(1); }
TEST_CASE("a run of a record takes the cycles of the run and counts the same: workloads 3 of 4") { check_quarter(2); }
TEST_CASE("a run of a record takes the cycles of the run and counts the same: workloads 4 of 4") { check_quarter(3); }

TEST_CASE("a record of kernels compiled for a register hierarchy runs with it") {
  for (const char* workload : {"needle", "aes", "hotspot", "mergesort"})
    check_same(workload, "--design gebhart2012/partitioned", "--design gebhart2012/partitioned");
}

TEST_CASE("a record runs on many SMs whose registers are lines of the cache") {
  for (const char* workload : {"bfs", "ray", "matrixmul"})
    check_same(workload, "--design jing2016/integrated-fair", "--design jing2016/integrated-fair");
}

// Branches with conditions, integers, shuffles and votes cost there what they do not cost on the papers' machines.
TEST_CASE("a record runs on SMs of today in the cycles of the run") {
  for (const char* workload : {"nbody", "sobol", "lu", "scalarprod"})
    check_same(workload, "--design nvidia/v100", "--design nvidia/v100");
  // Warps acquire and release registers.
  for (const char* workload : {"btree", "ray"})
    check_same(workload, "--design today/regmutex", "--design today/regmutex");
}

TEST_CASE("a run of a record reads the texels of the run through the texture cache") {
  for (const char* design : {"--design hayes2014/fermi", "--design nvidia/v100"})
    for (const char* workload : {"kmeans", "imagedenoising", "bicubic"}) check_same(workload, design, design);
}

TEST_CASE("a run of a trace without texels says that texture fetches did not use the texture cache") {
  const Folder folder;
  REQUIRE(folder.run("record kmeans --size tiny -o r --design nvidia/v100").status == 0);
  for (const auto& file : fs::directory_iterator(folder.path / "r")) {
    std::istringstream lines(text_of(file.path()));
    std::string without;
    for (std::string line; std::getline(lines, line);)
      if (line.rfind("-unibank texels", 0) != 0) without += line + "\n";
    folder.write("r/" + file.path().filename().string(), without);
  }
  const auto cached = folder.run("run r/kernelslist.g --design nvidia/v100");
  CHECK(cached.status == 0);
  CHECK_THAT(cached.err, Catch::Contains(" texture fetches took sm.texture_latency without the texture cache"));
  const auto none = folder.run("run r/kernelslist.g --design nvidia/v100 --set texture_cache.bytes=0");
  CHECK(none.status == 0);
  CHECK(none.err.find("texture fetches") == std::string::npos);
}

TEST_CASE("a record of kernels with spills keeps local memory where it was on every SM") {
  const std::string design = "--design jing2016/separate-16k --registers 16";
  for (const char* workload : {"aes", "dct8x8"}) check_same(workload, design, design);
}

TEST_CASE("a record of kernels that release shared scratchpad runs where blocks share it") {
  const std::string design = "--design gebhart2012/partitioned --set register_hierarchy.enabled=false "
                             "--set scratchpad_gate.policy=sharing --set kernel.release=optimal";
  check_same("needle", design, design);
}

TEST_CASE("a record is refused by a design that compiles kernels otherwise") {
  const Folder folder;
  REQUIRE(folder.run("record vectoradd --size tiny -o r --registers 16").status == 0);
  const auto ended = folder.run("run r/kernelslist.g --design jing2016/integrated-fair");
  CHECK(ended.status == 2);
  CHECK(ended.err.find("the design wants kernels compiled for 'kernel.register_limit 0; ") != std::string::npos);
  CHECK(ended.err.find("the record contains kernels compiled for 'kernel.register_limit 16; ") != std::string::npos);
  CHECK(ended.err.find("or a record that 'unibank record' or 'unibank exec --functional --record' has "
                       "made with --design ") != std::string::npos);
  CHECK(folder.run("run r/kernelslist.g --registers 16 --design jing2016/integrated-fair").status == 0);
}

TEST_CASE("a record is refused where the order of instructions or their number would differ") {
  const Folder folder;
  const std::string design = "--design jing2016/separate-16k";
  REQUIRE(folder.run("record vectoradd --size tiny -o r " + design).status == 0);
  const auto refused = [&](const std::string& set, const std::string& wanted) {
    const auto ended = folder.run("run r/kernelslist.g " + design + set);
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err, Catch::Contains("; scratchpad declared" + wanted + "', the record contains"));
  };
  // The design's latencies beyond that of the ALU: of special functions, and of loads of the scratchpad.
  const std::string early = "; kernel.schedule \"loads-early\"; kernel.schedule_registers ";
  refused(" --set kernel.schedule=as-written", "");
  refused(" --set kernel.schedule_registers=20", early + "20; latencies 12,12");
  refused(" --set kernel.simplify=true", "; kernel.simplify true" + early + "0; latencies 12,12");
  refused(" --set sm.scratchpad_latency=30", early + "0; latencies 12,22");
  // And of the ALU, of products of matrices, and of loads that hit the L2.
  refused(" --set kernel.schedule=critical-path",
          "; kernel.schedule \"critical-path\"; kernel.schedule_registers 0; latencies 12,12,8,3,148");
  // The order of loads from outside the SM does not depend on how late they are.
  CHECK(folder.run("run r/kernelslist.g " + design + " --set l2.latency=200").status == 0);
}

// kernel.pass chooses registers and scratchpad slots for the number of blocks that an SM holds.
TEST_CASE("a record of kernels compiled by a pass is refused by a machine of another size") {
  const Folder folder;
  const std::string design = "--design hayes2014/fermi --set kernel.pass=onchip";
  REQUIRE(folder.run("record imagedenoising --size tiny -o r " + design).status == 0);
  for (const char* set : {"storage.register_bytes=65536", "sm.max_threads=512", "kernel.thread_limit=512",
                          "kernel.base_registers=16", "sm.special_function_lanes=8"}) {
    INFO(set);
    const auto ended = folder.run("run r/kernelslist.g " + design + " --set " + set);
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err, Catch::Contains("the record contains kernels compiled for"));
  }
  CHECK(folder.run("run r/kernelslist.g " + design + " --set dram.latency=200").status == 0);
}

TEST_CASE("a record is complete or has no list and states its contents") {
  const Folder folder;
  const auto ended = folder.run("record vectoradd --size tiny -o a/b/r");
  CHECK(ended.status == 0);
  CHECK(ended.out == "vectoradd: 1 launch, 5,632 warp instructions, verified\nrecord: a/b/r/kernelslist.g\n");
  CHECK(text_of(folder.path / "a/b/r/kernelslist.g") == "kernel-1.traceg\n");
  CHECK(folder.run("record vectoradd --size tiny -o a/b/r --arg n=7x").status == 2);
  // Only the program itself finds that this length is no multiple of a block's.
  CHECK(folder.run("record needle --size tiny -o a/b/r --arg size=100").status == 2);
  CHECK(folder.run("run a/b/r/kernelslist.g --design jing2016/integrated-fair").status == 0);
  CHECK(folder.run("record needle --size tiny -o c/d --arg size=100").status == 2);
  CHECK(folder.files() == std::vector<std::string>{"a"});
}
