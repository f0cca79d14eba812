// Finished points become table cells by the formulas of the metrics.
#include <catch2/catch.hpp>

#include "energy/energy.h"
#include "report/made_up_run.h"
#include "reproduce/evaluate.h"
#include "reproduce/made_up_experiments.h"
#include "reproduce/metrics.h"

namespace unibank {
namespace {

// needle and bfs on two machines, with made-up counters.
struct MadeUpRun {
  explicit MadeUpRun(const std::string& metrics, const std::string& more = "", const std::string& published = "") {
    MadeUpPaper made_up;
    made_up.files["p/e.toml"] =
        "title = \"E\"\nsource = \"P\"\nworkloads = \"all\"\nbaseline = \"old\"\npublished = \"e.csv\"\nmetrics = [" +
        metrics + "]\n" + more +
        "[[average]]\nrow = \"mean\"\nover = \"all\"\n"
        "[[series]]\nname = \"old\"\ndesign = \"gebhart2012/partitioned\"\n"
        "[[series]]\nname = \"new\"\ndesign = [\"gebhart2012/unified-384k\", \"gebhart2012/unified-256k\"]\n";
    made_up.files["p/e.csv"] = "row,series,metric,x,relation,value,high,words,source\n" + published;
    paper = made_up.load();
    list = enumerate_points(paper, "test");
  }
  RunResult& run(std::size_t workload, std::size_t series, std::size_t candidate = 0, std::size_t at = 0) {
    const Point& point = list.points[list.experiments[0].cells[workload][series][at][candidate].point];
    return rows.emplace(point.key, finished(point, {})).first->second.run;
  }
  void age(std::size_t workload, std::size_t series, std::size_t candidate = 0) {
    const Point& point = list.points[list.experiments[0].cells[workload][series][0][candidate].point];
    --rows.at(point.key).model;
  }
  void refuse(std::size_t workload, std::size_t series, std::size_t candidate) {
    const Point& point = list.points[list.experiments[0].cells[workload][series][0][candidate].point];
    rows[point.key] = refused(point, "it does not fit");
  }
  // Gives all points cycles, the baseline's being 1000 and 3000.
  void give_cycles(Cycle needle_384, Cycle needle_256, Cycle bfs_384, Cycle bfs_256) {
    run(0, 0).cycles = 1000;
    run(1, 0).cycles = 3000;
    run(0, 1, 0).cycles = needle_384;
    run(0, 1, 1).cycles = needle_256;
    run(1, 1, 0).cycles = bfs_384;
    run(1, 1, 1).cycles = bfs_256;
  }
  Outcome outcome() const { return evaluate(list.experiments[0], list, rows, "test", "0"); }
  static const Cell* find(const Outcome& outcome, const std::string& row, const std::string& series,
                          const std::string& metric) {
    for (const Cell& cell : outcome.cells)
      if (cell.row == row && cell.series == series && cell.metric == metric) return &cell;
    return nullptr;
  }

  Paper paper;
  PointList list;
  std::map<std::string, FinishedPoint> rows;
};

double measured(const Outcome& outcome, const std::string& row, const std::string& series, const std::string& metric) {
  const Cell* cell = MadeUpRun::find(outcome, row, series, metric);
  REQUIRE(cell);
  REQUIRE(cell->measured);
  return *cell->measured;
}

TEST_CASE("the versions of the model in the points are named in order") {
  CHECK(older_versions_text({}).empty());
  CHECK(older_versions_text({4}) == "version 4");
  CHECK(older_versions_text({5, 4}) == "versions 4, 5");
}

TEST_CASE("the baseline has ratio cells where the experiment shows it") {
  MadeUpRun run("\"performance\", \"added_bits\"", "show_baseline = true\n");
  run.give_cycles(800, 500, 6000, 7000);
  const Outcome outcome = run.outcome();
  CHECK(measured(outcome, "needle", "old", "performance") == 1);
  CHECK(measured(outcome, "mean", "old", "performance") == 1);
  CHECK(measured(outcome, "mean", "old", "added_bits") == 0);
}

TEST_CASE("performance is the baseline's cycles over those of the fastest run and its mean is arithmetic") {
  MadeUpRun run("\"performance\"");
  run.give_cycles(800, 500, 6000, 7000);
  const Outcome outcome = run.outcome();
  CHECK(outcome.points == 6);
  CHECK(outcome.finished == 6);
  CHECK(outcome.cells.size() == 3);  // the baseline's ratio to itself is not a cell
  CHECK(measured(outcome, "needle", "new", "performance") == 2.0);
  CHECK(measured(outcome, "bfs", "new", "performance") == 0.5);
  CHECK(measured(outcome, "mean", "new", "performance") == 1.25);
}

TEST_CASE("means are arithmetic, harmonic or geometric, and performance has the first and energy the second") {
  CHECK(mean_of({1.0, 3.0}, Metric::Mean::kArithmetic) == 2.0);
  CHECK(mean_of({1.0, 3.0}, Metric::Mean::kHarmonic) == 1.5);
  CHECK(mean_of({1.0, 4.0, 16.0}, Metric::Mean::kGeometric) == Approx(4));
  CHECK(find_metric("performance")->mean == Metric::Mean::kArithmetic);
  CHECK(find_metric("energy")->mean == Metric::Mean::kHarmonic);
  CHECK(find_metric("no such metric") == nullptr);
}

TEST_CASE("an average waits for all of its points") {
  MadeUpRun run("\"performance\"");
  run.run(0, 0).cycles = 1000;
  run.run(0, 1, 0).cycles = 500;
  Outcome outcome = run.outcome();
  CHECK(outcome.finished == 2);
  CHECK_FALSE(MadeUpRun::find(outcome, "needle", "new", "performance")->measured);  // the other design may be faster
  run.run(0, 1, 1).cycles = 800;
  outcome = run.outcome();
  CHECK(measured(outcome, "needle", "new", "performance") == 2.0);
  CHECK_FALSE(MadeUpRun::find(outcome, "mean", "new", "performance")->measured);
}

TEST_CASE("runs of different versions of the model are not compared and have no mean") {
  MadeUpRun run("\"performance\"");
  run.give_cycles(800, 500, 6000, 7000);
  run.age(0, 0);
  Outcome outcome = run.outcome();
  CHECK_FALSE(
      MadeUpRun::find(outcome, "needle", "new", "performance")->measured);  // its baseline is of another version
  CHECK(measured(outcome, "bfs", "new", "performance") == 0.5);
  CHECK_FALSE(MadeUpRun::find(outcome, "mean", "new", "performance")->measured);
  run.age(0, 1, 1);
  outcome = run.outcome();
  CHECK_FALSE(MadeUpRun::find(outcome, "needle", "new", "performance")->measured);  // the faster design is not known
  run.age(0, 1, 0);
  outcome = run.outcome();
  CHECK(measured(outcome, "needle", "new", "performance") == 2.0);
  CHECK_FALSE(MadeUpRun::find(outcome, "mean", "new", "performance")->measured);
  run.age(1, 0);
  run.age(1, 1, 0);
  run.age(1, 1, 1);
  CHECK(measured(run.outcome(), "mean", "new", "performance") == 1.25);
}

TEST_CASE("a program that cannot run has no value and is left out of the average with a note") {
  MadeUpRun run("\"performance\"");
  run.run(0, 0).cycles = 1000;
  run.run(1, 0).cycles = 3000;
  run.run(0, 1, 0).cycles = run.run(0, 1, 1).cycles = 500;
  run.refuse(1, 1, 0);
  run.refuse(1, 1, 1);
  const Outcome outcome = run.outcome();
  CHECK(outcome.finished == 6);
  CHECK_FALSE(MadeUpRun::find(outcome, "bfs", "new", "performance")->measured);
  CHECK(measured(outcome, "mean", "new", "performance") == 2.0);
  REQUIRE(outcome.notes.size() == 2);
  CHECK(outcome.notes[0] == "bfs (test: nodes=32768) on gebhart2012/unified-384k cannot run: it does not fit.");
}

TEST_CASE("of several designs only those that can run count") {
  MadeUpRun run("\"cycles\"");
  run.refuse(0, 1, 0);
  run.run(0, 1, 1).cycles = 700;
  CHECK(measured(run.outcome(), "needle", "new", "cycles") == 700);
}

TEST_CASE("the slowest of a series' runs may count") {
  MadeUpRun run("\"performance\"",
                "[[series]]\nname = \"worst\"\ntake = \"slowest\"\nwith = \"new\"\n"
                "design = \"gebhart2012/unified-128k\"\n");
  run.run(0, 1).cycles = 1000;    // old
  run.run(0, 2, 0).cycles = 800;  // new
  run.run(0, 2, 1).cycles = 500;
  run.run(0, 0).cycles = 250;
  const Outcome outcome = run.outcome();
  CHECK(measured(outcome, "needle", "worst", "performance") == 1.25);
  CHECK(measured(outcome, "needle", "new", "performance") == 2.0);
}

TEST_CASE("a workload has cells only at its own values of a sweep") {
  const Paper paper = MadeUpPaper::with(
      "title = \"E\"\nsource = \"P\"\nworkloads = [{ name = \"bfs\", values = [3] }, \"needle\"]\n"
      "metrics = [\"cycles\"]\n[sweep]\nkey = \"sm.max_blocks\"\nvalues = [2, 3]\ntest_values = [2, 3]\n"
      "[[average]]\nrow = \"mean\"\nover = [\"bfs\"]\n"
      "[[series]]\nname = \"a\"\ndesign = \"gebhart2012/partitioned\"\n");
  const PointList list = enumerate_points(paper, "test");
  const Outcome outcome = evaluate(list.experiments.at(0), list, {}, "test", "0");
  std::vector<std::string> cells;
  for (const Cell& cell : outcome.cells) cells.push_back(cell.row + " " + std::to_string(static_cast<int>(*cell.x)));
  CHECK(cells == std::vector<std::string>{"bfs 3", "needle 2", "needle 3", "mean 3"});
}

TEST_CASE("energy is the model's at both readings of leakage") {
  MadeUpRun run("\"energy\", \"energy_0.52\"");
  run.give_cycles(500, 900, 3000, 3000);
  for (const std::size_t workload : {0u, 1u})
    for (const std::size_t series : {0u, 1u}) {
      RunResult& result = run.run(workload, series);
      result.counters.at("registers.row_reads") = 4000;
      result.counters.at("dram.read_bytes") = 1280;
    }
  const Outcome outcome = run.outcome();
  for (const auto& [metric, leakage] : {std::pair("energy", 2.37), std::pair("energy_0.52", 0.52)}) {
    Design partitioned = load_design("gebhart2012/partitioned").design;
    Design unified = load_design("gebhart2012/unified-384k").design;
    partitioned.energy.leakage_mw_per_kb = unified.energy.leakage_mw_per_kb = leakage;
    const auto total = [&](const RunResult& result, const Design& design, const RunResult& baseline) {
      for (const EnergyComponent& part : energy(result, design, &baseline, &partitioned))
        if (part.name == "total") return part.picojoule;
      return 0.0;
    };
    const RunResult &old = run.run(0, 0), &fast = run.run(0, 1);
    CHECK(measured(outcome, "needle", "new", metric) ==
          Approx(total(fast, unified, old) / total(old, partitioned, old)).epsilon(1e-12));
  }
}

TEST_CASE("ratios of DRAM traffic and of instructions and the share of register accesses removed") {
  MadeUpRun run("\"dram_accesses\", \"dram_bytes\", \"instructions\", \"mrf_removed\"");
  run.give_cycles(10, 20, 10, 20);
  RunResult &old = run.run(0, 0), &now = run.run(0, 1);
  set(old.counters, "dram.", {{"reads", 30}, {"writes", 10}, {"read_bytes", 4000}, {"write_bytes", 1000}});
  set(now.counters, "dram.", {{"reads", 10}, {"writes", 10}, {"read_bytes", 1500}, {"write_bytes", 1000}});
  old.counters.at("thread_instructions") = 100;
  now.counters.at("thread_instructions") = 150;
  old.counters.at("registers.row_reads") = 60;
  old.counters.at("registers.row_writes") = 40;
  now.counters.at("registers.row_reads") = 30;
  now.counters.at("registers.row_writes") = 10;
  const Outcome outcome = run.outcome();
  CHECK(measured(outcome, "needle", "new", "dram_accesses") == 0.5);
  CHECK(measured(outcome, "needle", "new", "dram_bytes") == 0.5);
  CHECK(measured(outcome, "needle", "new", "instructions") == 1.5);
  CHECK(measured(outcome, "needle", "new", "mrf_removed") == 60);
  // bfs moved nothing: no ratio.
  CHECK_FALSE(MadeUpRun::find(outcome, "bfs", "new", "dram_bytes")->measured);
}

TEST_CASE("each part of a metric becomes a series") {
  MadeUpRun run("\"conflict_percent\", \"bank_conflict_percent\", \"partition_kb\"");
  run.give_cycles(1, 2, 1, 2);
  RunResult& result = run.run(0, 1);
  result.counters.at("warp_instructions") = 200;
  set(result.counters, "conflicts.", {{"1", 100}, {"2", 50}, {"3", 30}, {"4", 18}, {"more", 2}});
  set(result.counters, "conflicts.bank.", {{"1", 120}, {"2", 40}, {"3", 24}, {"4", 14}, {"more", 2}});
  result.partition.register_bytes = 36 * 1024;
  result.partition.scratchpad_bytes = 512;
  const Outcome outcome = run.outcome();
  CHECK(measured(outcome, "needle", "new: <=1", "conflict_percent") == 50);
  CHECK(measured(outcome, "needle", "new: 2", "conflict_percent") == 25);
  CHECK(measured(outcome, "needle", "new: 3", "conflict_percent") == 15);
  CHECK(measured(outcome, "needle", "new: 4", "conflict_percent") == 9);
  CHECK(measured(outcome, "needle", "new: >4", "conflict_percent") == 1);
  CHECK(measured(outcome, "needle", "new: <=1", "bank_conflict_percent") == 60);
  CHECK(measured(outcome, "needle", "new: 4", "bank_conflict_percent") == 7);
  CHECK(measured(outcome, "needle", "new: registers", "partition_kb") == 36);
  CHECK(measured(outcome, "needle", "new: scratchpad", "partition_kb") == 0.5);
  CHECK_FALSE(MadeUpRun::find(outcome, "needle", "new: idle", "partition_kb"));
}

TEST_CASE("the mean of the idle KB counts programs that leave none idle") {
  MadeUpRun run("\"partition_kb\"");
  run.give_cycles(1, 2, 1, 2);
  run.run(0, 0).partition.idle_bytes = 300 * 1024;
  Outcome outcome = run.outcome();
  CHECK(measured(outcome, "needle", "old: idle", "partition_kb") == 300);
  CHECK_FALSE(MadeUpRun::find(outcome, "bfs", "old: idle", "partition_kb"));
  CHECK(measured(outcome, "mean", "old: idle", "partition_kb") == 150);
  CHECK_FALSE(MadeUpRun::find(outcome, "mean", "new: idle", "partition_kb"));
}

TEST_CASE("the resources of a run and the use of its issue slots") {
  MadeUpRun run(
      "\"cycles\", \"resident_threads\", \"registers\", \"scratchpad_per_thread\", \"hit_percent\", "
      "\"memory_wait_percent\", \"conflict_wait_percent\"");
  run.give_cycles(1000, 2000, 1, 1);
  RunResult& result = run.run(0, 1);
  result.resident_threads = 224;
  result.resident_blocks = 7;
  result.scratchpad_bytes_per_block = 8452;
  result.scratchpad_bytes_per_thread = 264.125;
  result.registers_per_thread = 23;
  result.counters.at("cache.accesses") = 8;
  result.counters.at("cache.hits") = 2;
  result.counters.at("stalls.long_wait") = 270;
  result.counters.at("stalls.conflict_penalty") = 80;
  const Outcome outcome = run.outcome();
  CHECK(measured(outcome, "needle", "new", "cycles") == 1000);
  CHECK(measured(outcome, "needle", "new", "resident_threads") == 224);
  CHECK(measured(outcome, "needle", "new", "registers") == 23);
  CHECK(measured(outcome, "needle", "new", "scratchpad_per_thread") == 264.125);
  CHECK(measured(outcome, "needle", "new", "hit_percent") == 25);
  CHECK(measured(outcome, "needle", "new", "memory_wait_percent") == 27);
  CHECK(measured(outcome, "needle", "new", "conflict_wait_percent") == 8);
}

TEST_CASE("a sweep's lines have their baseline at one value and are placed on the axis by scale") {
  MadeUpRun run("\"performance\"",
                "baseline_at = 64\n[sweep]\nkey = \"sm.max_threads\"\nvalues = [64, 128]\ntest_values = [64, 128]\n"
                "scale = 0.5\n");
  run.run(0, 0, 0, 0).cycles = 1000;
  run.run(0, 0, 0, 1).cycles = 250;
  const Outcome outcome = run.outcome();
  std::vector<std::pair<double, double>> points;
  for (const Cell& cell : outcome.cells)
    if (cell.row == "needle" && cell.series == "old") points.emplace_back(*cell.x, cell.measured.value_or(-1));
  CHECK(points == std::vector<std::pair<double, double>>{{32, 1}, {64, 4}});
}

TEST_CASE("published values are shown beside their cells and sentences alone") {
  MadeUpRun run("\"performance\"", "",
                "needle,new,performance,,=,1.71,,,P\nbfs,,performance,,order,,,more is better,P\n");
  run.give_cycles(500, 600, 1, 1);
  const Outcome outcome = run.outcome();
  CHECK(outcome.cells.size() == 4);
  CHECK(MadeUpRun::find(outcome, "needle", "new", "performance")->deviation() == Approx(2 - 1.71));
  CHECK(MadeUpRun::find(outcome, "bfs", "", "performance")->published->words == "more is better");
}

TEST_CASE("an outcome tells what ran") {
  const Outcome outcome = MadeUpRun("\"cycles\"").outcome();
  CHECK(outcome.paper == "p");
  CHECK(outcome.name == "e");
  CHECK(outcome.size == "test");
  CHECK(outcome.parameters.at(1) ==
        std::pair<std::string, std::string>(
            "series new", "gebhart2012/unified-384k or gebhart2012/unified-256k (the fastest); over old"));
  CHECK(outcome.commands.at("needle") ==
        "unibank run needle --size test --arg block=32 --arg kernel=0 --arg penalty=10 --arg size=512");
}

TEST_CASE("the command of a row has the needs that the experiment takes from the paper") {
  const Outcome outcome = MadeUpRun("\"cycles\"", "published_needs = true\n").outcome();
  const std::string& command = outcome.commands.at("needle");
  CHECK(command.find(" --set kernel.registers_per_thread=18 --set kernel.scratchpad_bytes_per_thread=264.1") !=
        std::string::npos);
}

TEST_CASE("the command of a row has the size of the programs and leaves out the key that its sweep changes") {
  const Outcome outcome =
      MadeUpRun("\"cycles\"", "[sweep]\nkey = \"sm.max_blocks\"\nvalues = [2, 3]\ntest_values = [2, 3]\n"
                              "[size]\ntest = \"tiny\"\n").outcome();
  CHECK(outcome.commands.at("needle") ==
        "unibank run needle --size tiny --arg block=32 --arg kernel=0 --arg penalty=10 --arg size=64");
}

}  // namespace
}  // namespace unibank
