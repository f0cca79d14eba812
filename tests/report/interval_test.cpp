// Estimates from strata, held against numbers worked out by hand.
#include <catch2/catch.hpp>
#include <cmath>

#include "base/input_error.h"
#include "report/csv.h"
#include "report/interval.h"
#include "report/json.h"
#include "report/made_up_run.h"
#include "report/ratios.h"
#include "report/table.h"

using namespace unibank;

namespace {

Sampled::Launch launch(unsigned stratum, std::uint64_t number, Cycle cycles, std::uint64_t thread_instructions) {
  Sampled::Launch one{stratum, number, cycles, {}};
  one.counters.at("thread_instructions") = thread_instructions;
  return one;
}

// Strata of 10 and 10 launches, three of each counted, and one of 2 that are both counted.
RunResult sampled_run() {
  RunResult run = made_up_run();
  run.sampled.launches = 22;
  run.sampled.warm_ups = 4;
  run.sampled.seed = 7;
  run.sampled.strata = {2, 10, 10};
  run.sampled.measured = {launch(0, 0, 5, 50),  launch(0, 1, 6, 60),  launch(1, 3, 2, 20),  launch(1, 5, 4, 20),
                          launch(1, 8, 6, 20),  launch(2, 13, 12, 0), launch(2, 17, 14, 30), launch(2, 20, 16, 60)};
  run.sampled.exact.at("memory.out_of_bounds_reads") = 3;
  put_estimates(run);
  return run;
}

std::string error_of(const std::vector<Stratum>& strata) {
  try {
    total_of(strata);
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a total of one stratum has the textbook interval") {
  // Mean 4, variance 4; 10^2 (1 - 3/10) 4/3 = 280/3; t of 2 degrees of freedom is 4.302653.
  const Interval total = total_of({{10, {2, 4, 6}}});
  CHECK(total.estimate == Approx(40));
  CHECK(total.high - total.estimate == Approx(41.5676).epsilon(1e-5));
  CHECK(total.estimate - total.low == Approx(41.5676).epsilon(1e-5));
}

TEST_CASE("strata of equal variances add up and share their degrees of freedom") {
  // 280/3 twice; Satterthwaite: (2 v)^2 / (v^2 / 2 + v^2 / 2) = 4, whose t is 2.776445.
  const Interval total = total_of({{10, {2, 4, 6}}, {10, {12, 14, 16}}});
  CHECK(total.estimate == Approx(180));
  CHECK(total.high - total.estimate == Approx(37.9333).epsilon(1e-5));
}

TEST_CASE("strata of unequal variances have degrees of freedom between theirs") {
  // 36 (1 - 2/6) 2/2 = 24 with one, 280/3 with two: (352/3)^2 / (24^2 + (280/3)^2 / 2) = 2.79164 degrees of freedom.
  const double half = [] {
    const Interval total = total_of({{10, {2, 4, 6}}, {6, {3, 5}}});
    return total.high - total.estimate;
  }();
  // t of 3 and of 2 degrees of freedom: 3.182446 and 4.302653.
  CHECK(half > 3.182446 * std::sqrt(352 / 3.0));
  CHECK(half < 4.302653 * std::sqrt(352 / 3.0));
}

TEST_CASE("a stratum that is counted whole adds no error") {
  const Interval total = total_of({{4, {1, 1, 1, 5}}, {1, {100}}});
  CHECK(total.estimate == 108);
  CHECK(total.low == 108);
  CHECK(total.high == 108);
  const Interval with = total_of({{10, {2, 4, 6}}, {4, {1, 1, 1, 5}}});
  CHECK(with.high - with.estimate == Approx(41.5676).epsilon(1e-5));
}

TEST_CASE("launches that are all alike give their exact sum") {
  const Interval total = total_of({{1000, {17, 17, 17}}});
  CHECK(total.estimate == 17000);
  CHECK(total.low == 17000);
  CHECK(total.high == 17000);
}

TEST_CASE("one value of several is no estimate of a variance") {
  CHECK(error_of({{10, {4}}}) ==
        "a stratum of 10 launches or units has 1 that are counted; expected all, or at least 2");
  CHECK(error_of({{2, {4, 5, 6}}}) ==
        "a stratum of 2 launches or units has 3 that are counted; expected all, or at least 2");
  CHECK(error_of({{10, {}}}) ==
        "a stratum of 10 launches or units has 0 that are counted; expected all, or at least 2");
}

TEST_CASE("the jackknife of a sum is the textbook formula") {
  const RunResult run = sampled_run();
  CHECK(run.cycles == 191);
  const Interval sum = cycles_of(run);
  const Interval same = figure_of(run, [](const RunResult& other) { return static_cast<double>(other.cycles); });
  CHECK(sum.estimate == Approx(191));
  CHECK(sum.high - sum.estimate == Approx(37.9333).epsilon(1e-5));
  CHECK(same.estimate == Approx(sum.estimate));
  CHECK(same.high == Approx(sum.high).epsilon(1e-6));
}

TEST_CASE("an interval does not begin below what has been measured") {
  RunResult run = sampled_run();
  run.sampled.strata = {2, 4, 4};
  run.sampled.measured[5].cycles = 900;
  CHECK(cycles_of(run).low == 5 + 6 + 2 + 4 + 6 + 900 + 14 + 16);
}

TEST_CASE("the jackknife of a ratio knows that its parts belong together") {
  RunResult run = sampled_run();
  // Instructions are ten times the cycles in every launch: the ratio is known, though neither sum is.
  for (Sampled::Launch& one : run.sampled.measured) one.counters.at("thread_instructions") = 10 * one.cycles;
  run.sampled.exact = {};
  const Interval whole = figure_of(run, ipc);
  CHECK(whole.estimate == Approx(10).epsilon(0.01));
  CHECK(whole.high - whole.estimate < 0.1);
  CHECK(cycles_of(run).high - cycles_of(run).estimate > 30);
}

TEST_CASE("counters that are known of all launches have no error") {
  const RunResult run = sampled_run();
  const unsigned number = DeclaredCounters::instance().declared("memory.out_of_bounds_reads");
  CHECK(run.counters[number] == 3);
  CHECK(counter_of(run, number).low == 3);
  CHECK(counter_of(run, number).high == 3);
}

TEST_CASE("the JSON of a sampled run reads back") {
  RunResult run = sampled_run();
  run.sampled.energy = {{"total", {4, 3, 5}}};
  const RunResult back = run_from_json(run_to_json(run));
  CHECK(results_json({back}) == results_json({run}));
  CHECK(back.sampled.launches == 22);
  CHECK(back.sampled.measured.size() == 8);
  CHECK(cycles_of(back).high == cycles_of(run).high);
  CHECK_THAT(results_json({run}), Catch::Contains("\"timed\": 8") && Catch::Contains("\"warm_ups\": 4") &&
                                      Catch::Contains("\"confidence\": 0.95"));
  CHECK_THAT(results_json({made_up_run()}), !Catch::Contains("sampling"));
}

TEST_CASE("the table of a sampled run shows half of the interval behind its cycles") {
  const std::string table = results_table({sampled_run()});
  CHECK_THAT(table, Catch::Contains("timed and counted") && Catch::Contains("191 \u00b1 38"));
  CHECK_THAT(results_table({made_up_run()}), !Catch::Contains("\u00b1"));
}

TEST_CASE("where shares of units are known the total is in proportion to them") {
  // 12 / 24 of 60; distances 0, -1 and 1 from the ratio, so their variance is 1; (60 / 24 x 3)^2 (1/3 + 1/10 + 2/100).
  const Interval total = total_of({{10, {2, 4, 6}, 60, {4, 10, 10}}});
  CHECK(total.estimate == Approx(30));
  CHECK(total.high - total.estimate == Approx(21.7273).epsilon(1e-5));
  CHECK(total_of({{10, {2, 5, 5}, 60, {4, 10, 10}}}).high == 30);
  CHECK(total_of({{10, {2, 4, 6}, 0, {4, 10, 10}}}).estimate == Approx(40));
}

TEST_CASE("more is not known of a launch than what its units scatter in another run") {
  // As above, with 8 of 10 units: nearly all are counted, and a whole run's units still differ from them.
  const std::vector<double> values = {1, 3, 1, 3, 1, 3, 1, 3}, shares(8, 4);
  const Interval total = total_of({{10, values, 40, shares}}), of_launches = total_of({{10, values}});
  CHECK(total.estimate == of_launches.estimate);
  // 10^2 (1/8 + 1/10 + 2/100) 8/7 = 28 and 10^2 (1 - 8/10) 1/8 8/7; t of 7 degrees of freedom is 2.364624.
  CHECK(total.high - total.estimate == Approx(2.364624 * std::sqrt(28.0)).epsilon(1e-5));
  CHECK(of_launches.high - of_launches.estimate == Approx(2.364624 * std::sqrt(20.0 / 7)).epsilon(1e-5));
}

TEST_CASE("the moment in which a launch ends adds its variance") {
  const Interval total = total_of({{10, {2, 5, 5}, 60, {4, 10, 10}, 7}});
  CHECK(total.high - total.estimate == Approx(4.302653 * std::sqrt(7.0)).epsilon(1e-5));
}

// The run as one of blocks: units of 30, 30 and 40 instructions, and of 10, 20 and 30.
static RunResult block_sampled_run() {
  RunResult run = sampled_run();
  run.sampled.instructions = {0, 400, 200};
  run.sampled.end_variances = {0, 16, 9};
  run.sampled.blocks = 500;
  run.sampled.timed_blocks = 50;
  run.sampled.launch_cycles = {{191, 180, 202}};
  std::uint64_t instructions[] = {7, 8, 30, 30, 40, 10, 20, 30};
  for (std::size_t i = 0; i < 8; ++i) run.sampled.measured[i].counters.at("warp_instructions") = instructions[i];
  put_estimates(run);
  return run;
}

TEST_CASE("a sample of blocks knows its instructions and estimates the rest in proportion") {
  const RunResult run = block_sampled_run();
  const unsigned instructions = DeclaredCounters::instance().declared("warp_instructions");
  CHECK(run.counters[instructions] == 7 + 8 + 400 + 200);
  CHECK(counter_of(run, instructions).low == 615);
  CHECK(counter_of(run, instructions).high == 615);
  CHECK(run.cycles == 5 + 6 + 12 * 4 + 42 * 200 / 60);
  CHECK(cycles_of(run).estimate == Approx(199));
  CHECK(cycles_of(run).high > 200);
  const Interval jackknife = figure_of(run, [](const RunResult& other) { return static_cast<double>(other.cycles); });
  CHECK(jackknife.estimate == Approx(199));
  CHECK(jackknife.high == Approx(cycles_of(run).high).epsilon(0.2));
}

TEST_CASE("where units are all alike the moments in which launches end are all that is not known") {
  RunResult run = block_sampled_run();
  for (Sampled::Launch& one : run.sampled.measured) {
    one.cycles = 2 * one.counters["warp_instructions"];
    one.counters.at("thread_instructions") = 20 * one.cycles;
  }
  put_estimates(run);
  // Variances 16 and 9 of 2 degrees of freedom each: 25^2 / (16^2 / 2 + 9^2 / 2) = 3.709, whose t is 2.8645.
  const Interval cycles = cycles_of(run), ipc_of_run = figure_of(run, ipc);
  CHECK(cycles.high - cycles.estimate == Approx(2.8645 * 5).epsilon(1e-3));
  const Interval same = figure_of(run, [](const RunResult& other) { return static_cast<double>(other.cycles); });
  CHECK(same.high == Approx(cycles.high));
  CHECK(ipc_of_run.estimate / ipc_of_run.low == Approx(cycles.high / cycles.estimate).epsilon(1e-3));
}

TEST_CASE("the JSON and CSV and table of a sample of blocks say so") {
  const RunResult run = block_sampled_run(), back = run_from_json(run_to_json(run));
  CHECK(results_json({back}) == results_json({run}));
  CHECK(back.sampled.timed() == 50);
  CHECK(cycles_of(back).high == cycles_of(run).high);
  CHECK_THAT(results_json({run}), Catch::Contains("\"blocks\": 500") && Catch::Contains("\"timed\": 50") &&
                                      Catch::Contains("\"launch_cycles\"") && Catch::Contains("\"units\""));
  CHECK_THAT(results_json({sampled_run()}), !Catch::Contains("\"units\"") && !Catch::Contains("launch_cycles"));
  CHECK_THAT(results_csv({run}), Catch::Contains("sampling.blocks,sampling.timed") && Catch::Contains(",22,500,50,4,"));
  CHECK_THAT(results_table({run}), Catch::Contains("blocks"));
}

TEST_CASE("the CSV of a sampled run has the ends of the intervals of cycles and counters") {
  const std::string csv = results_csv({sampled_run(), made_up_run()});
  CHECK_THAT(csv, Catch::Contains("cycles.low,cycles.high") && Catch::Contains("cache.hits.low"));
  CHECK_THAT(results_csv({made_up_run()}), !Catch::Contains("cycles.low"));
}
