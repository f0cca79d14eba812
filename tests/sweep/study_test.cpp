// Study files: valid contents and refused ones.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "sweep/study.h"
#include "sweep/study_text.h"

namespace {

using namespace unibank;

const std::string kStudyHead = "programs = [\"needle\"]\ndesigns = [\"gebhart2012/partitioned\"]\n";

}  // namespace

TEST_CASE("a study lists programs and designs and axes") {
  const sweep::Study study = sweep::load_study(UNIBANK_TEST_DATA "/studies/everything.toml");
  CHECK(study.name == "everything");
  CHECK(study.programs.size() == 2);
  CHECK(study.programs[1].arguments.at("block") == "16");
  CHECK(study.sizes == std::vector<std::string>{"tiny", "test"});
  REQUIRE(study.axes.size() == 4);
  CHECK(study.axes[0].keys == std::vector<std::string>{"cache.ways"});
  CHECK(study.axes[1].steps == std::vector<std::vector<std::string>>{{"16"}, {"32"}, {"64"}});
  CHECK(study.axes[3].keys == std::vector<std::string>{"sm.alu_latency", "sm.special_function_latency"});
  CHECK(study.axes[3].steps == std::vector<std::vector<std::string>>{{"4", "10"}, {"8", "20"}});
  REQUIRE(study.exclusions.size() == 2);
  CHECK(study.exclusions[0].size() == 3);  // the two bounds are two conditions
  CHECK(study.exclusions[1].back().values == std::vector<std::string>{"8"});
}

TEST_CASE("sizes may have a suffix") {
  CHECK(sweep::without_suffix("128K") == "131072");
  CHECK(sweep::without_suffix("2M") == "2097152");
  for (const char* same : {"K", "12", "lrr", "1.5K", "K12", "12G"}) CHECK(sweep::without_suffix(same) == same);
  const sweep::Axis axis = sweep::axis_from("storage.unified_bytes=128K,256K");
  CHECK(axis.steps == std::vector<std::vector<std::string>>{{"131072"}, {"262144"}});
}

TEST_CASE("a range begins with its first end and has the other one if a step meets it") {
  const auto values = [](const std::string& range) {
    return study_of(kStudyHead + "[axes]\ncache.ways = " + range + "\n").axes[0].steps;
  };
  CHECK(values("{from = 1, to = 4, step = 1}").size() == 4);
  CHECK(values("{from = 1, to = 64, factor = 2}").back() == std::vector<std::string>{"64"});
  CHECK(values("{from = 0.1, to = 0.3, step = 0.1}").size() == 3);
  CHECK(values("{from = 100, to = 200, step = 60}") == std::vector<std::vector<std::string>>{{"100"}, {"160"}});
}

TEST_CASE("the values of a range are those that a list would have") {
  const auto steps = [](const std::string& key, const std::string& values) {
    return study_of(kStudyHead + "[axes]\n" + key + " = " + values + "\n").axes[0].steps;
  };
  const char* const bytes = "storage.cache_bytes";
  CHECK(steps(bytes, "{from = 100000, to = 300000, step = 100000}") == steps(bytes, "[100000, 200000, 300000]"));
  CHECK(steps(bytes, "{from = 1000000, to = 4000000, factor = 2}") == steps(bytes, "[1000000, 2000000, 4000000]"));
  const char* const clock = "energy.frequency_ghz";
  CHECK(steps(clock, "{from = 0.1, to = 0.7, step = 0.1}") == steps(clock, "[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]"));
  CHECK(steps(clock, "{from = 0.05, to = 0.4, factor = 2}") == steps(clock, "[0.05, 0.1, 0.2, 0.4]"));
}

TEST_CASE("errors in a study are named with their line") {
  const std::pair<const char*, const char*> cases[] = {
      {"programs = []", "s.toml:3:1"},
      {"x = 1", "s.toml:3: unknown key 'x'; known: axes"},
      {"sizes = [\"huge\"]", "s.toml:3: unknown size 'huge'; known: tiny, test, paper"},
      {"sizes = [\"tiny\", \"test\", \"tiny\"]", "s.toml:3: sizes has 'tiny' twice"},
      {"axes = 3", "s.toml:3: axes: found 3, expected a table"},
      {"[axes]\ncach.ways = [1]", "s.toml:4: unknown section of an axis 'cach'; known: arg"},
      {"[axes]\nways = [1]", "s.toml:4: 'ways' is no key of a design"},
      {"[axes]\ncache.ways = []", "s.toml:4: cache.ways: found an empty list"},
      {"[axes]\ncache.ways = 4", "s.toml:4: cache.ways: found 4, expected a list"},
      {"[axes]\ncache.ways = [2, 2]", "s.toml:4: cache.ways has 2 twice"},
      {"[axes]\ncache.ways = [\"2\", \"02\"]", "s.toml:4: cache.ways has 2 twice"},
      {"[axes]\ncache.ways = [[2]]", "s.toml:4: cache.ways: found a list, expected a number"},
      {"[axes]\ncache.ways = {from = 1}", "s.toml:4: cache.ways: no 'to'"},
      {"[axes]\ncache.ways = {from = nan, to = 2, step = 1}", "cache.ways from: found nan, expected a finite number"},
      {"[axes]\ncache.ways = {from = 1, to = inf, step = 1}", "cache.ways to: found inf, expected a finite number"},
      {"[axes]\ncache.ways = {from = 1, to = 2}", "s.toml:4: cache.ways: expected one of step and factor"},
      {"[axes]\ncache.ways = {from = 1, to = 9, step = 0}", "step is 0, expected more than 0"},
      {"[axes]\ncache.ways = {from = 3, to = 2, step = 1}", "'to' is less than 'from'"},
      {"[axes]\ncache.ways = {from = 0, to = 9, step = 1e-9}", "more than 100000 values"},
      {"[axes]\ncache.ways = {from = 1, to = 9, by = 1}",
       "unknown key of cache.ways 'by'; known: factor, from, step, to"},
      {"[[zip]]\ncache.ways = [1, 2]\nmshr.entries = [1]", "s.toml:5: [[zip]] mshr.entries has 1 values, expected 2"},
      {"[axes]\ncache.ways = [1]\n[[zip]]\ncache.ways = [1]", "s.toml:5: two axes are over cache.ways"},
      {"set = [\"cache.ways=4\"]\n[axes]\ncache.ways = [1]",
       "s.toml:5: cache.ways is an axis, and 'set' gives all designs cache.ways=4"},
      {"style = \"odd\"", "s.toml:3: unknown style 'odd'; known: modern, period"},
      {"[[exclude]]", "s.toml:3: [[exclude]] has no keys"},
      {"[[exclude]]\ncache.ways = {over = 3}",
       "unknown key of cache.ways 'over'; known: at_least, at_most, above, below"},
      {"[[exclude]]\ncache.ways = {above = \"nonsense\"}", "'nonsense' is no key of a design"},
      {"[[exclude]]\ncache.ways = {above = \"size\"}", "'size' is no key of a design"},
  };
  for (const auto& [text, expected] : cases) {
    INFO(text);
    CHECK_THAT(refusal(kStudyHead + text + "\n"), Catch::Contains(expected));
  }
  CHECK_THAT(refusal("designs = [\"a\"]\n"), Catch::Contains("no key 'programs'"));
  CHECK_THAT(refusal("programs = [\"a\"]\n"), Catch::Contains("no key 'designs'"));
}

TEST_CASE("a program that comes twice is refused unless its sizes, style or arguments differ") {
  const std::string rest = "designs = [\"gebhart2012/partitioned\"]\n";
  const auto programs = [&rest](const std::string& list) { return refusal("programs = [" + list + "]\n" + rest); };
  CHECK(programs("\"needle\", \"bfs\", \"needle\"") == "s.toml:1: programs has 'needle' twice");
  CHECK(programs("{name = \"needle\", sizes = [\"tiny\"]},\n{name = \"needle\", sizes = [\"tiny\"]}") ==
        "s.toml:2: programs has 'needle' twice");
  CHECK(programs("{name = \"needle\", sizes = [\"tiny\", \"tiny\"]}") == "s.toml:1: sizes has 'tiny' twice");
  CHECK(programs("\"needle\", {name = \"needle\", sizes = [\"tiny\"]}, {name = \"needle\", style = \"period\"}") ==
        "taken");
}

TEST_CASE("an argument of a program is no axis too") {
  const std::string rest = "designs = [\"gebhart2012/partitioned\"]\n[axes]\narg.size = [64, 128]\n";
  const auto programs = [&rest](const std::string& list) { return refusal("programs = [" + list + "]\n" + rest); };
  CHECK(programs("\"needle\"") == "taken");
  CHECK(programs("{name = \"needle\", arguments = {block = 16}}") == "taken");
  CHECK(programs("\"needle\", {name = \"needle\", arguments = {size = 32}}") ==
        "s.toml:1: arg.size is an axis, and program 'needle' has the argument size=32");
  CHECK(programs("{name = \"needle\", style = \"odd\"}") == "s.toml:1: unknown style 'odd'; known: modern, period");
}

TEST_CASE("an axis on the command line is read like one of a file") {
  CHECK(sweep::axis_from("cache.ways=2,4").keys == std::vector<std::string>{"cache.ways"});
  for (const char* wrong :
       {"", "cache.ways", "=2", "cache.ways=", "cache.ways=2,,4", "cache.ways=2,", "ways=2", "cache.ways=2,2",
        "arg.n=8192,08192"}) {
    INFO(wrong);
    CHECK_THROWS_AS(sweep::axis_from(wrong), InputError);
  }
  CHECK_THROWS_WITH(sweep::axis_from("cache.ways"), Catch::StartsWith("--axis is 'cache.ways': no values, expected"));
}
