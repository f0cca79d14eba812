// The goals and limits of searches: their settings in a study, their numbers, and when they stop a run.
#include <catch2/catch.hpp>

#include <cmath>
#include <set>

#include "base/input_error.h"
#include "support/temporary_folder.h"
#include "sweep/search.h"
#include "sweep/study_text.h"

namespace {

using namespace unibank;
using sweep::Goals;
using sweep::SearchLoop;
using Numbers = std::vector<double>;

std::string search_refusal(const std::string& search) { return refusal(kHead + kAxes + "[search]\n" + search + "\n"); }

sweep::Search search_of(const std::string& text) {
  return *study_of(kHead + kAxes + "[search]\n" + text + "\n").search;
}

}  // namespace

TEST_CASE("a study states the goals of a search") {
  const sweep::Search search = search_of(
      "minimize = [\"cycles\", \"energy_pj.total\"]\nmaximize = \"ipc\"\nbudget = 90\npopulation = 12\nseed = 7\n"
      "across = \"worst\"\nstop = true\n[search.constraints]\n\"design.storage_kb\" = {at_most = \"2K\"}\n"
      "dram_kb = {at_least = 3, below = 9}");
  REQUIRE(search.goals.size() == 3);
  CHECK(search.goals[1].metric == "energy_pj.total");
  CHECK(search.goals[2].most);
  CHECK(search.budget == 90);
  CHECK(search.population == 12);
  CHECK(search.seed == 7);
  CHECK(search.stop);
  CHECK(search.across == sweep::Search::Across::kWorst);
  REQUIRE(search.limits.size() == 3);
  CHECK(search.limits[0].value == 2048);
  CHECK(search.limits[1].metric == "dram_kb");
  CHECK_FALSE(study_of(kHead).search);
}

TEST_CASE("errors in a search are named with their line") {
  const std::pair<const char*, const char*> cases[] = {
      {"budget = 9", "[search] has no goal"},
      {"minimize = \"cycles\"", "no key 'budget'"},
      {"minimize = \"cycels\"\nbudget = 9", "s.toml:9: unknown metric 'cycels'"},
      {"minimize = \"performance\"\nbudget = 9", "'performance' is relative to a baseline"},
      {"minimize = [\"cycles\", \"cycles\"]\nbudget = 9", "'cycles' as a goal twice"},
      {"minimize = \"cycles\"\nmaximize = \"cycles\"\nbudget = 9", "'cycles' as a goal twice"},
      {"minimize = \"cycles\"\nbudget = 0", "s.toml:10: search budget: found 0, expected 1 to"},
      {"minimize = \"cycles\"\nbudget = 9\npopulation = 10", "search population: found 10, expected 8, 12, 16"},
      {"minimize = \"cycles\"\nbudget = 9\nseed = -1", "search seed: found -1"},
      {"minimize = \"cycles\"\nbudget = 9\nmethod = \"nsga3\"", "unknown search method 'nsga3'; known: "},
      {"minimize = \"cycles\"\nbudget = 9\nacross = \"median\"", "unknown search across 'median'"},
      {"minimize = [\"cycles\", \"ipc\"]\nbudget = 9\nmethod = \"surrogate\"", "takes one goal, found 2"},
      {"minimize = \"cycles\"\nbudget = 9\nmethod = \"surrogate\"\nstop = true", "expected no 'stop'"},
      {"minimize = \"cycles\"\nbudget = 9",
       "s.toml:8: [search] has one goal and the method nsga2, which needs several"},
      {"minimize = \"cycles\"\nbudget = 9\ngoal = 3", "unknown key of search 'goal'"},
      {"minimize = \"cycles\"\nbudget = 9\nconstraints = 3", "search constraints: found 3, expected a table"},
      {"minimize = \"cycles\"\nbudget = 9\nconstraints = {}", "found an empty table"},
      {"minimize = \"cycles\"\nbudget = 9\nconstraints = {at_most = 3}", "expected a metric before the bound"},
      {"minimize = \"cycles\"\nbudget = 9\nconstraints = {ipc = {over = 3}}", "s.toml:11: unknown key of ipc 'over'"},
      {"minimize = \"cycles\"\nbudget = 9\nconstraints.ipc.at_mots = 3", "did you mean 'at_most'?"},
      {"minimize = \"cycles\"\nbudget = 9\nconstraints.design.storage_kb = 3",
       "search constraints design.storage_kb: found 3, expected a table"},
      {"minimize = \"cycles\"\nbudget = 9\nconstraints.partition_kb.cache = 3",
       "search constraints partition_kb.cache: found 3, expected a table"},
      {"minimize = \"cycles\"\nbudget = 9\nconstraints.ipc.at_most = nan",
       "ipc.at_most: found nan, expected a finite number"},
      {"minimize = \"cycles\"\nbudget = 9\nconstraints.ipc.at_most = \"nan\"",
       "ipc.at_most: found 'nan', expected a number"},
      {"minimize = \"cycles\"\nbudget = 9\nconstraints = {ipc = {above = 3, over = 3}}", "unknown key of ipc 'over'"},
      {"minimize = \"cycles\"\nbudget = 9\nconstraints = {ipc = {above = \"x\"}}",
       "ipc.above: found 'x', expected a number"},
      {"minimize = \"cycles\"\nbudget = 9\nconstraints = {ipx = {above = 1}}", "unknown metric 'ipx'"},
  };
  for (const auto& [text, expected] : cases) {
    INFO(text);
    CHECK_THAT(search_refusal(text), Catch::Contains(expected));
  }
  CHECK_THROWS_AS(study_of(kHead + "search = 3\n"), InputError);
  const sweep::Study one = study_of(kHead + "[search]\nmethod = \"exhaustive\"\nminimize = \"cycles\"\nbudget = 9\n");
  sweep::PointSpace space(one);
  const TemporaryFolder folder;
  sweep::Database database((folder.path / "p.sqlite").string());
  CHECK_THROWS_WITH(SearchLoop(one, space, database, nullptr), Catch::Contains("one candidate only"));
}

TEST_CASE("limits that no value keeps are refused") {
  const auto with = [](const std::string& limits) {
    return search_refusal("method = \"exhaustive\"\nminimize = \"cycles\"\nconstraints = {ipc = {" + limits + "}}");
  };
  CHECK(with("at_most = 3, at_least = 9") ==
        "s.toml:11: ipc: found at_least = 9 and at_most = 3; expected limits that a value can keep");
  CHECK_THAT(with("above = 3, below = 2"), Catch::Contains("found above = 3 and below = 2"));
  for (const char* none : {"above = 3, at_most = 3", "at_least = 3, below = 3", "above = 3, below = 3"})
    CHECK_THAT(with(none), Catch::Contains("expected limits that a value can keep"));
  for (const char* some : {"at_least = 3, at_most = 3", "above = 3, below = 4", "at_most = 3, below = 2"})
    CHECK(with(some) == "taken");
}

TEST_CASE("a candidate has one value for all of its programs") {
  const auto across = [](const std::string& how, std::vector<Numbers> points) {
    const sweep::Search search =
        search_of("minimize = \"cycles\"\nmaximize = \"ipc\"\nbudget = 9\nacross = \"" + how + "\"");
    return Goals(search, points.size()).across(points);
  };
  CHECK(across("mean", {{2, 1}, {8, 3}}) == Numbers{5, 2});
  CHECK(across("sum", {{2, 1}, {8, 3}}) == Numbers{10, 4});
  CHECK(across("worst", {{2, 1}, {8, 3}}) == Numbers{8, 1});
  CHECK(across("geomean", {{2, 1}, {8, 4}})[0] == Approx(4));
  CHECK(across("geomean", {{0, 1}, {8, 4}})[0] == 0);
  CHECK(std::isnan(across("mean", {{std::nan(""), 1}, {8, 3}})[0]));
}

TEST_CASE("a broken limit counts by how much it is exceeded") {
  const sweep::Search search = search_of("method = \"exhaustive\"\nminimize = \"cycles\"\nbudget = 9\n"
                                         "[search.constraints]\n"
                                         "ipc = {at_least = 10}\ndram_kb = {below = 4}");
  const Goals goals(search, 1);
  // The limits are in the order of the file, or of their names.
  const bool ipc_first = search.limits[0].metric == "ipc";
  const auto of = [&](double ipc, double kilobytes) {
    return goals.violation(ipc_first ? Numbers{1, ipc, kilobytes} : Numbers{1, kilobytes, ipc});
  };
  CHECK(of(10, 3.9) == 0);
  CHECK(of(10, 4) > 0);
  CHECK(of(5, 3) == Approx(0.5));
  CHECK(of(5, 6) == Approx(1.0));
  CHECK(std::isinf(of(std::nan(""), 3)));
}

TEST_CASE("the storage of a design is that of all its memories with the tags and states of its lines") {
  Design design;
  static_cast<StorageSizes&>(design.storage) = {256 * 1024, 64 * 1024, 64 * 1024, 0};
  const auto storage = [&design] { return sweep::design_value("design.storage_kb", design); };
  // 128 sets of 4 ways: tags of 32 - 7 - 7 bits; no store leaves a dirty line, so a line has no state bit.
  CHECK(storage() == 256 + 64 + 64 + 512 * 18 / 8192.0);
  design.storage.scratchpad_bytes = 16 * 1024;
  CHECK(storage() == 256 + 16 + 64 + 512 * 18 / 8192.0);
  design.layout.name = "unified";
  design.partition.name = "unified";
  static_cast<StorageSizes&>(design.storage) = {0, 0, 0, 128 * 1024};
  CHECK(storage() == 128 + 1024 * 19 / 8192.0);  // tags for a cache of 64 sets
}

TEST_CASE("a run is stopped when its bounds are beaten and not before") {
  const sweep::Search search = search_of("minimize = [\"cycles\", \"design.storage_bits\"]\nbudget = 9");
  const sweep::Study study = study_of(kHead);
  sweep::PointSpace one(study);
  sweep::Point point;
  one.at(0, point);
  const Design& design = point.loaded->design;
  const double bits = sweep::design_value("design.storage_bits", design);
  CHECK(bits == sweep::design_value("design.storage_kb", design) * 8192);
  const auto given_up = [&](Cycle cycles, double other_cycles, double other_bits, unsigned programs = 1) {
    RunResult so_far;
    so_far.cycles = cycles;
    sweep::Bounds bounds;
    bounds.stops = true;
    bounds.front = {{other_cycles, other_bits}};
    return cannot_win(Goals(search, programs), sweep::Bounds::from(bounds.text(), "b"), so_far, design);
  };
  CHECK(given_up(101, 100, bits));
  CHECK_FALSE(given_up(100, 100, bits));     // as good as the other: both may be on the front
  CHECK(given_up(100, 100, bits - 1));
  CHECK_FALSE(given_up(1000, 100, bits + 1));
  CHECK_FALSE(given_up(199, 100, bits, 2));  // the mean of two programs, of which the other may take no time
  CHECK(given_up(201, 100, bits, 2));
}

TEST_CASE("a run is stopped when it has passed a limit on a counter that only grows") {
  const sweep::Study study = study_of(kHead);
  sweep::PointSpace space(study);
  sweep::Point point;
  space.at(0, point);
  const auto given_up = [&](const std::string& limits, Cycle cycles) {
    const sweep::Search search =
        search_of("method = \"exhaustive\"\nminimize = \"design.storage_bits\"\nbudget = 9\n[search.constraints]\n" +
                  limits);
    RunResult so_far;
    so_far.cycles = cycles;
    return cannot_win(Goals(search, 1), sweep::Bounds(), so_far, point.loaded->design);
  };
  CHECK_FALSE(given_up("cycles = {at_most = 100}", 100));
  CHECK(given_up("cycles = {at_most = 100}", 101));
  CHECK(given_up("cycles = {below = 100}", 100));
  CHECK_FALSE(given_up("cycles = {at_least = 100}", 99));  // more will come
  CHECK_FALSE(given_up("ipc = {below = 1}", 1000));
}

TEST_CASE("ratios and maximised metrics give no bound before the end") {
  for (const char* goals : {"minimize = [\"cycles\", \"ipc\"]", "minimize = \"cycles\"\nmaximize = \"dram_kb\""}) {
    const sweep::Search search = search_of(std::string(goals) + "\nbudget = 9");
    const Goals one(search, 1);
    RunResult so_far;
    so_far.cycles = 1000;
    const sweep::Study study = study_of(kHead);
    sweep::PointSpace space(study);
    sweep::Point point;
    space.at(0, point);
    CHECK(std::isinf(one.less_is_better(one.reached(so_far, point.loaded->design))[1]));
  }
}

TEST_CASE("bounds read back as they were written") {
  sweep::Bounds bounds;
  bounds.goals = "least cycles; mean of 1";
  bounds.front = {{0.1, -1e300}, {3, 4}};
  CHECK(sweep::Bounds::from(bounds.text(), "b").front == bounds.front);
  CHECK(sweep::Bounds::from(bounds.text(), "b").goals == bounds.goals);
  CHECK(sweep::Bounds::from("unibank bounds of x\n", "b").any());
  for (const char* wrong :
       {"", "bounds\n", "unibank bounds of x\n1 x\n", "unibank bounds of x\n1 2\n3\n", "unibank bounds of x\n\n"}) {
    INFO(wrong);
    CHECK_THROWS_AS(sweep::Bounds::from(wrong, "b"), InputError);
  }
}

// What stops a run is part of what it is known by: under another limit it may have ended.
TEST_CASE("a run that goals and limits have stopped is not known to others") {
  const std::string kLimited = "minimize = \"cycles\"\n[search.constraints]\n";
  std::set<std::string> keys;
  const std::vector<std::string> searches = {
      "minimize = \"cycles\"", "minimize = \"dram_kb\"", "maximize = \"cycles\"",
      "minimize = [\"cycles\", \"dram_kb\"]", "minimize = \"cycles\"\nacross = \"worst\"",
      kLimited + "cycles = {at_most = 9}", kLimited + "cycles = {below = 9}", kLimited + "cycles = {at_most = 10}",
      kLimited + "dram_kb = {at_most = 9}"};
  for (const std::string& text : searches) {
    const sweep::Search search = search_of("method = \"exhaustive\"\nbudget = 9\n" + text);
    for (const std::size_t programs : {1u, 2u}) {
      sweep::Bounds bounds;
      bounds.goals = Goals(search, programs).text();
      CHECK(stopped_key("point", bounds) == stopped_key("point", sweep::Bounds::from(bounds.text(), "b")));
      keys.insert(stopped_key("point", bounds));
    }
  }
  CHECK(keys.size() == 2 * searches.size());
}
