#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include "base/input_error.h"
#include "report/csv.h"
#include "report/fields.h"
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
  run.sm.register_capacity_cycles = run.sm.register_allocated_cycles = 67200;
  run.sm.register_live_cycles = 26880;
  run.sm.register_reuse_10 = 72;
  run.sm.cache_hits = 30;
  run.dram.read_bytes = 576;
  run.energy = {{"register_file", 23846.4}, {"dram", 337920}, {"total", 361766.4}};
  return run;
}

// With one blank for several.
std::string squeezed(std::string text) {
  const auto both_blank = [](char a, char b) { return a == ' ' && b == ' '; };
  text.erase(std::unique(text.begin(), text.end(), both_blank), text.end());
  return text;
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
  CHECK(back.default_blocks == run.default_blocks);
  CHECK(back.sharing_pairs == run.sharing_pairs);
  CHECK(back.launches.size() == 2);
  CHECK(back.longest.kernel == "forward");
  CHECK(back.sm.stalls == run.sm.stalls);
  CHECK(back.sm.bank_histogram == run.sm.bank_histogram);
  CHECK(back.sm.conflict_histogram == run.sm.conflict_histogram);
}

TEST_CASE("a run with several SMs and an L2 cache shows both and survives the way through JSON") {
  const RunResult run = made_up_l2_run();
  const std::string table = squeezed(results_table({run}));
  for (const char* row : {"SMs 2\n", "interconnect, to memory 1.5 KB\n", "interconnect, to SMs 1.4 KB\n",
                          "interconnect, cycles waited 48\n", "L2 reads 9\n", "L2 writes 20\n", "L2 hit rate 27.6 %\n",
                          "L2 written back 224 B\n"}) {
    CHECK_THAT(table, Catch::Contains(row));
  }
  const RunResult back = run_from_json(run_to_json(run));
  for (const auto& field : kInterconnectFields) {
    INFO(field.key);
    CHECK(run.interconnect.*field.value != 0);
    CHECK(back.interconnect.*field.value == run.interconnect.*field.value);
  }
  for (const auto& field : kL2Fields) {
    INFO(field.key);
    CHECK(run.l2.*field.value != 0);
    CHECK(back.l2.*field.value == run.l2.*field.value);
  }
  CHECK(back.sms == 2);
  CHECK_THAT(results_csv({run}), Catch::Contains(",sms,") && Catch::Contains("l2.write_back_bytes"));
}

TEST_CASE("a run on one SM without an L2 cache has no rows for them") {
  const std::string table = results_table({made_up_run()});
  for (const char* word : {"SMs", "L2", "interconnect"}) CHECK_THAT(table, !Catch::Contains(word));
}

TEST_CASE("a run whose registers have rows of their own has no rows for lines") {
  RunResult run = made_up_run();
  CHECK_THAT(results_table({run}), Catch::Contains("evicted: registers by memory"));
  run.sm.register_line_cycles = 0;
  CHECK_THAT(results_table({run}), !Catch::Contains("evicted:") && !Catch::Contains("Lines of the array"));
}

TEST_CASE("a run in which no two blocks shared scratchpad has no rows for them") {
  RunResult run = made_up_run();
  CHECK_THAT(results_table({run}), Catch::Contains("Blocks that share scratchpad in pairs"));
  run.sm.gate_shared_blocks = 0;
  run.sharing_pairs = 0;
  CHECK_THAT(results_table({run}), !Catch::Contains("shar"));
}

TEST_CASE("the sum of two SMs' counters has every counter of both") {
  // Counters are numbers of 64 bits and nothing else.
  using Words = std::array<std::uint64_t, sizeof(SmCounters) / sizeof(std::uint64_t)>;
  static_assert(sizeof(Words) == sizeof(SmCounters) && std::is_trivially_copyable_v<SmCounters>);
  Words one, other, sum;
  for (std::size_t i = 0; i < one.size(); ++i) one[i] = i + 1, other[i] = 1000 * (i + 1);
  SmCounters a, b;
  std::memcpy(static_cast<void*>(&a), one.data(), sizeof a);
  std::memcpy(static_cast<void*>(&b), other.data(), sizeof b);
  add(a, b);
  std::memcpy(sum.data(), &a, sizeof a);
  for (std::size_t i = 0; i < one.size(); ++i) {
    INFO("counter " << i << " of SmCounters");
    CHECK(sum[i] == 1001 * (i + 1));
  }
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

TEST_CASE("accesses out of bounds have rows where there were some, with time and without") {
  RunResult run = made_up_run();
  for (const bool functional : {false, true}) {
    run.functional = functional;
    run.sm.out_of_bounds_reads = 21;
    run.sm.out_of_bounds_writes = 5;
    CHECK_THAT(squeezed(results_table({run})),
               Catch::Contains("reads out of bounds 21\n") && Catch::Contains("writes out of bounds 5\n"));
    run.sm.out_of_bounds_reads = run.sm.out_of_bounds_writes = 0;
    CHECK_THAT(results_table({run}), !Catch::Contains("out of bounds"));
  }
}
