#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <sstream>

#include "base/input_error.h"
#include "report/csv.h"
#include "report/counter_order.h"
#include "report/human.h"
#include "report/json.h"
#include "report/made_up_run.h"
#include "report/table.h"
#include "support/forked.h"

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
  run.counters.at("stalls.long_wait") = 200;
  run.resident_blocks = 4;
  run.resident_threads = 128;
  run.partition = {9216, 34850, 349150, 0, 393216, 681, "grid"};
  run.counters.at("registers.capacity_cycles") = run.counters.at("registers.allocated_cycles") = 67200;
  run.counters.at("registers.live_cycles") = 26880;
  run.counters.at("reuse.register_distance_10") = 72;
  run.counters.at("cache.hits") = 30;
  run.counters.at("dram.read_bytes") = 576;
  run.energy = {{"register_file", 23846.4}, {"dram", 337920}, {"total", 361766.4}};
  return run;
}

// Replaces runs of blanks by one blank.
std::string squeezed(std::string text) {
  const auto both_blank = [](char a, char b) { return a == ' ' && b == ' '; };
  text.erase(std::unique(text.begin(), text.end(), both_blank), text.end());
  return text;
}

}  // namespace

TEST_CASE("the JSON of a run is the expected bytes") { CHECK(results_json({made_up_run()}) == expected("run.json")); }

TEST_CASE("the table of two runs is the expected bytes") {
  CHECK(results_table({made_up_run(), faster_run()}) == expected("table.txt"));
}

TEST_CASE("there is no ratio to zero") {
  RunResult nothing = made_up_run();
  for (const char* name : {"cache.hits", "dram.read_bytes"}) nothing.counters.at(name) = 0;
  CHECK_THAT(results_table({nothing, faster_run()}), !Catch::Contains("inf") && !Catch::Contains("nan"));
}

TEST_CASE("the CSV of two runs is the expected bytes") {
  CHECK(results_csv({made_up_run(), faster_run()}) == expected("runs.csv"));
}

// The two runs have energy tables with other parts, as designs of different papers do.
std::vector<RunResult> runs_of_two_tables() {
  RunResult first = made_up_run(), other = faster_run();
  first.energy = {{"register_file", 100}, {"leakage", 30}, {"dram", 20}, {"total", 150}, {"hierarchy_lrf", 7}};
  other.energy = {{"register_file", 50}, {"tags", 11}, {"l2_tags", 12}, {"leakage", 13}, {"total", 86}};
  first.energy_table = "gebhart2012";
  other.energy_table = "jing2016";
  return {first, other};
}

// The cells of a CSV without quotes: [column][row].
std::map<std::string, std::vector<std::string>> columns_of(const std::string& csv) {
  std::istringstream lines(csv);
  std::string header, line;
  std::getline(lines, header);
  std::map<std::string, std::vector<std::string>> columns;
  while (std::getline(lines, line)) {
    std::istringstream names(header + ","), cells(line + ",");
    for (std::string name, cell; std::getline(names, name, ',');) {
      REQUIRE(std::getline(cells, cell, ','));
      columns[name].push_back(cell);
    }
    CHECK_FALSE(std::getline(cells, line));
  }
  return columns;
}

TEST_CASE("runs whose energy tables differ have every component in a CSV column of its own") {
  auto columns = columns_of(results_csv(runs_of_two_tables()));
  using Row = std::vector<std::string>;
  CHECK(columns["energy_pj.register_file"] == Row{"100", "50"});
  CHECK(columns["energy_pj.tags"] == Row{"", "11"});
  CHECK(columns["energy_pj.l2_tags"] == Row{"", "12"});
  CHECK(columns["energy_pj.leakage"] == Row{"30", "13"});
  CHECK(columns["energy_pj.dram"] == Row{"20", ""});
  CHECK(columns["energy_pj.total"] == Row{"150", "86"});
  CHECK(columns["energy_pj.hierarchy_lrf"] == Row{"7", ""});
}

TEST_CASE("runs whose energy tables differ have a row for every component and no zero for what a table lacks") {
  const std::string table = squeezed(results_table(runs_of_two_tables()));
  const std::size_t energy = table.find("\nEnergy; ");
  REQUIRE(energy != std::string::npos);
  CHECK(table.substr(energy) ==
        "\nEnergy; -: no ratio, because the designs have different energy tables (energy.table)\n"
        " register file 100.0 pJ 50.0 pJ -\n tags 11.0 pJ\n L2 tags 12.0 pJ\n"
        " leakage 30.0 pJ 13.0 pJ -\n DRAM 20.0 pJ\n total 150.0 pJ 86.0 pJ -\n"
        "\nEnergy not in the total: other leakage; register hierarchy\n last-result file 7.0 pJ\n");
}

TEST_CASE("of three runs only those with the first run's energy table have ratios of energy") {
  std::vector<RunResult> runs = runs_of_two_tables();
  runs.push_back(runs.front());
  CHECK_THAT(squeezed(results_table(runs)), Catch::Contains(" total 150.0 pJ 86.0 pJ - 150.0 pJ 1.00x\n"));
  runs[1].energy_table = runs[0].energy_table;
  CHECK_THAT(squeezed(results_table(runs)),
             Catch::Contains("\nEnergy\n") && Catch::Contains(" total 150.0 pJ 86.0 pJ 0.57x 150.0 pJ 1.00x\n"));
}

TEST_CASE("the JSON of a run names its energy table") {
  const RunResult run = runs_of_two_tables()[1];
  CHECK_THAT(run_to_json(run), Catch::Contains("\"energy_table\":\"jing2016\""));
  CHECK(run_from_json(run_to_json(run)).energy_table == "jing2016");
  CHECK_THAT(run_to_json(made_up_run()), !Catch::Contains("energy_table"));
}

TEST_CASE("a run written to JSON and read back has every value") {
  const RunResult run = made_up_run();
  const RunResult back = run_from_json(run_to_json(run));
  CHECK(run_to_json(back) == run_to_json(run));
  CHECK(back.arguments == run.arguments);
  CHECK(back.partition.scratchpad_bytes == run.partition.scratchpad_bytes);
  CHECK(back.default_blocks == run.default_blocks);
  CHECK(back.sharing_pairs == run.sharing_pairs);
  CHECK(back.launches.size() == 2);
  CHECK(back.longest.kernel == "forward");
  for (const unsigned number : counters_in_order()) {
    INFO(DeclaredCounters::instance()[number].name);
    CHECK(back.counters[number] == run.counters[number]);
  }
}

TEST_CASE("the JSON of a run tells whether launches have overlapped") {
  RunResult run = made_up_run();
  CHECK_THAT(run_to_json(run), !Catch::Contains("launches_overlap"));
  run.launches_overlap = true;
  CHECK_THAT(run_to_json(run), Catch::Contains("\"launches_overlap\":true"));
  CHECK(run_from_json(run_to_json(run)).launches_overlap);
}

TEST_CASE("a run with several SMs and an L2 cache shows both and is the same after JSON") {
  const RunResult run = made_up_l2_run();
  const std::string table = squeezed(results_table({run}));
  for (const char* row : {"SMs 2\n", "interconnect, to memory 1.5 KB\n", "interconnect, to SMs 1.4 KB\n",
                          "interconnect, cycles waited 48\n", "L2 reads 9\n", "L2 writes 20\n", "L2 hit rate 27.6 %\n",
                          "L2 written back 224 B\n"}) {
    CHECK_THAT(table, Catch::Contains(row));
  }
  const RunResult back = run_from_json(run_to_json(run));
  for (const char* group : {"interconnect.", "l2."}) {
    for (const unsigned number : counters_of(group)) {
      INFO(DeclaredCounters::instance()[number].name);
      CHECK(run.counters[number] != 0);
      CHECK(back.counters[number] == run.counters[number]);
    }
  }
  CHECK(back.sms == 2);
  CHECK_THAT(results_csv({run}), Catch::Contains(",sms,") && Catch::Contains("l2.write_back_bytes"));
}

TEST_CASE("a run on one SM without an L2 cache has no rows for them") {
  const std::string table = results_table({made_up_run()});
  for (const char* word : {"SMs", "L2", "interconnect"}) CHECK_THAT(table, !Catch::Contains(word));
}

TEST_CASE("a run with banked registers has no table rows for lines") {
  RunResult run = made_up_run();
  CHECK_THAT(results_table({run}), Catch::Contains("evicted: registers by memory"));
  run.counters.at("lines.register_cycles") = 0;
  CHECK_THAT(results_table({run}), !Catch::Contains("evicted:") && !Catch::Contains("Lines of the array"));
}

TEST_CASE("only a design whose registers are lines of the cache has a share of that array in use") {
  RunResult integrated = made_up_run(), unified = faster_run();
  unified.counters.at("lines.register_cycles") = 0;
  for (const auto& runs : {std::vector{integrated, unified}, std::vector{unified, integrated}})
    CHECK_THAT(squeezed(results_table(runs)), Catch::Contains("\n live registers and memory lines 87.9 %\n"));
}

TEST_CASE("the table has the registers of the launch whose storage it shows, and not the most of all kernels") {
  RunResult run = made_up_run();
  run.launches = {{"forward", 2, 600, 60, 2, 64, 14, 8712.5}, {"back", 1, 400, 40, 1, 32, 18, 128}};
  CHECK_THAT(squeezed(results_table({run})), Catch::Contains("\n registers per thread 14\n"));
  CHECK_THAT(run_to_json(run), Catch::Contains("\"registers_per_thread\":18,\"compiled"));
  run.launches.erase(run.launches.begin());  // a sample may have left it out
  CHECK_THAT(squeezed(results_table({run})), Catch::Contains("\n registers per thread 18\n"));
}

TEST_CASE("a run without blocks that share scratchpad has no table rows for them") {
  RunResult run = made_up_run();
  CHECK_THAT(results_table({run}), Catch::Contains("Blocks that share scratchpad in pairs"));
  run.counters.at("sharing.shared_blocks") = 0;
  run.sharing_pairs = 0;
  CHECK_THAT(results_table({run}), !Catch::Contains("shar"));
}

TEST_CASE("JSON that is not a run is refused") {
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

TEST_CASE("a result that was not compared is neither right nor wrong") {
  RunResult run = made_up_run();
  run.judged = run.verified = false;
  CHECK(results_table({run}).find("not verified") != std::string::npos);
  const std::string text = run_to_json(run);
  CHECK(text.find("\"verified\":null") != std::string::npos);
  CHECK_FALSE(run_from_json(text).judged);
  CHECK(results_csv({run}).find("gebhart2012/partitioned,,") != std::string::npos);
}

TEST_CASE("numbers are shown in readable form") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1000) == "1,000");
  CHECK(with_commas(1234567) == "1,234,567");
  CHECK(human_bytes(512) == "512 B");
  CHECK(human_bytes(1024) == "1.0 KB");
  CHECK(human_bytes(1536) == "1.5 KB");
  CHECK(human_bytes(393216) == "384.0 KB");
  CHECK(human_bytes(20.0 * 1024 * 1024) == "20.0 MB");
  CHECK(human_bytes(1024 * 1024 - 40) == "1.0 MB");
  CHECK(human_bytes(1024 * 1024 - 60) == "1023.9 KB");
  CHECK(human_energy(12) == "12.0 pJ");
  CHECK(human_energy(1000) == "1.0 nJ");
  CHECK(human_energy(5.6e6) == "5.6 uJ");
  CHECK(human_energy(7.8e12) == "7.8 J");
  CHECK(percent(0.1234) == "12.3 %");
}

TEST_CASE("accesses out of bounds have rows where there were some, with time and without") {
  RunResult run = made_up_run();
  for (const bool functional : {false, true}) {
    run.functional = functional;
    run.counters.at("memory.out_of_bounds_reads") = 21;
    run.counters.at("memory.out_of_bounds_writes") = 5;
    CHECK_THAT(squeezed(results_table({run})),
               Catch::Contains("reads out of bounds 21\n") && Catch::Contains("writes out of bounds 5\n"));
    run.counters.at("memory.out_of_bounds_reads") = run.counters.at("memory.out_of_bounds_writes") = 0;
    CHECK_THAT(results_table({run}), !Catch::Contains("out of bounds"));
  }
}

TEST_CASE("a counter with the name of another result is refused and does not replace it") {
  for (const char* name : {"cycles", "cycles.more", "partition.cache_bytes", "registers.live", "launches", "energy_pj",
                           "conflicts.bank_histogram"}) {
    const std::string text = test::forked([name] {
      RunResult run = made_up_run();
      run.counters.at(name) = 7;
      return run_to_json(run);
    });
    CHECK(text == "error: two results of a run are named '" + std::string(name) +
                      "'; expected another name of the counter");
  }
}

TEST_CASE("the page about the table explains every row") {
  std::ifstream file(std::string(UNIBANK_SOURCE_DIR) + "/docs/concepts/table.md");
  REQUIRE(file.good());
  std::ostringstream text;
  text << file.rdbuf();
  std::string page = text.str();
  std::replace(page.begin(), page.end(), '\n', ' ');
  page = squeezed(page);
  std::istringstream table(results_table({made_up_l2_run()}));  // rows of every mechanism but samples
  std::string line;
  for (int skipped = 0; skipped < 3; ++skipped) std::getline(table, line);  // the title and the designs
  unsigned rows = 0;
  while (std::getline(table, line)) {
    std::string label = line.substr(0, line.find(':'));
    if (label.rfind("  ", 0) == 0) label = label.substr(2, label.find("  ", 2) - 2);
    if (label.empty()) continue;
    const bool a_class = label.find_first_not_of("0123456789, to") == std::string::npos || label == "more" ||
                         label.rfind("more than", 0) == 0 || label == "at most 1";
    INFO(label);
    CHECK((a_class || page.find(label) != std::string::npos));
    ++rows;
  }
  CHECK(rows > 80);
}
