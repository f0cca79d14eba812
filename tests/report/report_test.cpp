#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "base/input_error.h"
#include "report/csv.h"
#include "report/human.h"
#include "report/json.h"
#include "report/made_up_run.h"
#include "report/table.h"

using namespace unibank;

namespace {

std::string expected(const std::string& name) {
  std::ifstream file(std::string(UNIBANK_TEST_DATA) + "/report/" + name, std::ios::binary);
  REQUIRE(file.good());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

RunResult faster_run() {
  RunResult run = made_up_run();
  run.design = "gebhart2012/unified-384k";
  run.cycles = 700;
  run.sm.stalls[static_cast<unsigned>(Stall::kLongWait)] = 200;
  run.resident_blocks = 4;
  run.resident_threads = 128;
  run.partition = {9216, 34850, 349150, 0, 393216, 681, "grid"};
  run.sm.cache_hits = 30;
  run.dram.read_bytes = 576;
  run.energy = {{"register_file", 23846.4}, {"dram", 337920}, {"total", 361766.4}};
  return run;
}

}  // namespace

TEST_CASE("stall causes have distinct names") {
  std::set<std::string> names;
  for (unsigned cause = 0; cause < kStallCauses; ++cause) names.insert(stall_name(static_cast<Stall>(cause)));
  CHECK(names.size() == kStallCauses);
  CHECK(names.count("unknown") == 0);
  CHECK(std::string(stall_name(Stall::kConflictPenalty)) == "conflict_penalty");
}

TEST_CASE("the JSON of a run is the expected bytes") { CHECK(results_json({made_up_run()}) == expected("run.json")); }

TEST_CASE("the table of two runs is the expected bytes") {
  CHECK(results_table({made_up_run(), faster_run()}) == expected("table.txt"));
}

TEST_CASE("the CSV of two runs is the expected bytes") {
  CHECK(results_csv({made_up_run(), faster_run()}) == expected("runs.csv"));
}

TEST_CASE("a run survives the way through JSON with every value") {
  const RunResult run = made_up_run();
  const RunResult back = run_from_json(run_to_json(run));
  CHECK(run_to_json(back) == run_to_json(run));
  CHECK(back.arguments == run.arguments);
  CHECK(back.partition.scratchpad_bytes == run.partition.scratchpad_bytes);
  CHECK(back.launches.size() == 2);
  CHECK(back.sm.stalls == run.sm.stalls);
  CHECK(back.sm.bank_histogram == run.sm.bank_histogram);
  CHECK(back.sm.conflict_histogram == run.sm.conflict_histogram);
}

TEST_CASE("what is not a run is refused") {
  CHECK_THROWS_AS(run_from_json(""), RunError);
  CHECK_THROWS_AS(run_from_json("{}"), RunError);
  CHECK_THROWS_AS(run_from_json("{\"workload\": 3}"), RunError);
}

TEST_CASE("an argument of another encoding does not stop the report") {
  RunResult run = made_up_run();
  run.verification = "\xff";
  CHECK_NOTHROW(results_json({run}));
}

TEST_CASE("a functional run shows instructions and no time") {
  RunResult run = made_up_run();
  run.functional = true;
  run.verified = false;
  const std::string text = results_table({run});
  CHECK(text.find("cycles") == std::string::npos);
  CHECK(text.find("NO") != std::string::npos);
  CHECK(results_table({}).empty());
}

TEST_CASE("an answer that nothing was compared with is neither right nor wrong") {
  RunResult run = made_up_run();
  run.judged = run.verified = false;
  CHECK(results_table({run}).find("not verified") != std::string::npos);
  const std::string text = run_to_json(run);
  CHECK(text.find("\"verified\":null") != std::string::npos);
  CHECK_FALSE(run_from_json(text).judged);
  CHECK(results_csv({run}).find("gebhart2012/partitioned,,") != std::string::npos);
}

TEST_CASE("numbers for people") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1000) == "1,000");
  CHECK(with_commas(1234567) == "1,234,567");
  CHECK(human_bytes(512) == "512 B");
  CHECK(human_bytes(1536) == "1.5 KB");
  CHECK(human_bytes(393216) == "384.0 KB");
  CHECK(human_bytes(20.0 * 1024 * 1024) == "20.0 MB");
  CHECK(human_energy(12) == "12.0 pJ");
  CHECK(human_energy(5.6e6) == "5.6 uJ");
  CHECK(human_energy(7.8e12) == "7.8 J");
  CHECK(percent(0.1234) == "12.3 %");
}
