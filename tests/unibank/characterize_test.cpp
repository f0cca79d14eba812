// unibank characterize: every row of a design is exact or within its bound. By default machines of 14 and 15 SMs
// have two, because building the others takes half of the time. UNIBANK_TESTS=full runs all SMs and adds designs:
// together they use every storage layout, conflict model and DRAM model of the library, all of its partitions but
// run-time-carve-out, and all of its register stores but regmutex and consecutive (which no design has), with native
// blocks and with RTL in their places. testbenches/soak/night checks every design of the library.
#include <catch2/catch.hpp>

#include <set>
#include <sstream>

#include "support/thinned.h"
#include "unibank/folder.h"

namespace {

using Rows = std::set<std::string>;

// The rows that --check reports on standard error, "unibank: error: DESIGN: GROUP, ROW: why".
Rows wrong_rows(const std::string& design, const std::string& options = "") {
  INFO(design << options);
  const Folder folder;
  const Folder::Ended ended = folder.run("characterize --check --design " + design + options);
  Rows rows;
  std::istringstream lines(ended.err);
  const std::string before = "unibank: error: " + design + ": ";
  for (std::string line; std::getline(lines, line);) {
    REQUIRE(line.substr(0, before.size()) == before);
    rows.insert(line.substr(before.size(), line.find(": ", before.size()) - before.size()));
  }
  CHECK(ended.status == (rows.empty() ? 0 : 1));
  return rows;
}

using Designs = std::vector<std::string>;

const std::string kOfTwoSms = " --set gpu.sms=2";

// `more`: designs that differ from one of `designs` only in ways in which another design differs from it, too.
// `fewer`: options of the default run.
void check_designs(const std::string& paper, Designs designs, const Designs& more = {}, std::string fewer = "") {
  if (unibank::test::whole_matrices()) {
    designs.insert(designs.end(), more.begin(), more.end());
    fewer.clear();
  }
  for (const std::string& design : designs) CHECK(wrong_rows(paper + design, fewer) == Rows());
}

}  // namespace

TEST_CASE("the cost of accesses follows from the parameters - Gebhart's designs with partitions", "[thinned]") {
  check_designs("gebhart2012/", {"partitioned"}, {"partitioned-arbitrated", "fermi-like-96-32"});
}

TEST_CASE("the cost of accesses follows from the parameters - Gebhart's unified designs", "[thinned]") {
  check_designs("gebhart2012/", {"unified-384k-multiple-arbitrated"}, {"unified-384k", "unified-384k-arbitrated"});
}

TEST_CASE("the cost of accesses follows from the parameters - Hayes and Zhang's designs", "[thinned]") {
  check_designs("hayes2014/", {"fermi"}, {}, kOfTwoSms);
  check_designs("hayes2014/", {"kepler"});  // all of its 8 SMs
}

TEST_CASE("the cost of accesses follows from the parameters - Jatala's designs", "[thinned]") {
  check_designs("jatala/", {"shared-owf-opt"}, {"unshared-two-level"}, kOfTwoSms);
}

TEST_CASE("the cost of accesses follows from the parameters - registers as lines", "[thinned]") {
  check_designs("", {"crossover/integrated-prioritized-hierarchy"}, {"jing2016/integrated-fair"}, kOfTwoSms);
}

TEST_CASE("the cost of accesses follows from the parameters - registers in banks", "[thinned]") {
  check_designs("", {"jing2016/separate-16k"},
                {"jing2016/unified-144k", "crossover/unified", "crossover/unified-hierarchy"}, kOfTwoSms);
}

TEST_CASE("the cost of accesses follows from the parameters - ideas on an SM of today", "[thinned]") {
  check_designs("today/", {"unified", "linebacker"}, {"integrated-prioritized"});
}

// All blocks in one machine; with UNIBANK_TESTS=full each in a machine of its own.
TEST_CASE("the cost of accesses follows from the parameters - RTL blocks in an SM", "[thinned]") {
  std::vector<std::string> seats = {" --rtl tag_array.sv", " --rtl mshr.sv", " --rtl crossbar.sv",
                                    " --rtl unified_bank.sv"};
  if (!unibank::test::whole_matrices()) seats = {seats[0] + seats[1] + seats[2] + seats[3]};
  for (const std::string& rtl : seats) CHECK(wrong_rows("gebhart2012/partitioned-arbitrated", rtl) == Rows());
}

TEST_CASE("the least latencies that a design may have for scratchpad and hits are those that the model takes") {
  const Rows wrong =
      wrong_rows("gebhart2012/partitioned", " --set sm.scratchpad_latency=3 --set sm.cache_hit_latency=4");
  for (const char* row :
       {"scratchpad, load to its use as an address", "L1, hit, global memory", "L1, hit, local memory"})
    CHECK(wrong.count(row) == 0);
  CHECK(wrong.count("DRAM, read") == 1);  // an access that memory serves takes a cycle more in the SM
}

TEST_CASE("fetches from twice the texture cache are not measured where the L2 holds less") {
  const Folder folder;
  const Folder::Ended ended = folder.run("characterize --check --design nvidia/rtx3080");
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("not here: the L2 holds less"));
}

TEST_CASE("a table is not written where a picture's files will be") {
  const Folder folder;
  fs::create_directories(folder.path / "p/characterize");
  for (const std::string file : {"curves.csv", "curves-2.svg", "index.html"}) {
    const std::string path = "p/characterize/" + file;
    const auto ended = folder.run("characterize --design gebhart2012/partitioned --plot p --csv " + path);
    CHECK(ended.status == 2);
    CHECK(ended.err == "unibank: error: --plot: a file that is written into 'p/characterize' could replace '" + path +
                           "', expected another folder\n");
  }
}

TEST_CASE("a row that no parameter explains is named, and the status is 1") {
  // The load/store unit has one place, which counts as free only a cycle later; no formula of the rows includes that.
  CHECK(wrong_rows("gebhart2012/partitioned-arbitrated", " --set sm.memory_queue=1")
            .count("scratchpad, load, stride 1") == 1);
}
