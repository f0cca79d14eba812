// Experiments become points; a point's key tells whether an old result may be used.
#include <catch2/catch.hpp>
#include <set>

#include "design/schema.h"
#include "policy/index_hash.h"
#include "policy/warp_order.h"
#include "reproduce/made_up_experiments.h"
#include "reproduce/point.h"

namespace unibank {
namespace {

PointList points_of(const std::string& experiment, const std::string& size = "test") {
  static std::vector<std::unique_ptr<Paper>> papers;  // lists point into their papers
  papers.push_back(std::make_unique<Paper>(MadeUpPaper::with(experiment)));
  return enumerate_points(*papers.back(), size);
}

// The key of the first point of an experiment with this series.
std::string key_of(const std::string& series, const std::string& before = "") {
  return points_of("title = \"E\"\nsource = \"P\"\nworkloads = [\"bfs\"]\nmetrics = [\"cycles\"]\n" + before +
                   "[[series]]\nname = \"a\"\n" + series)
      .points.at(0)
      .key;
}

const std::string kPartitioned = "design = \"gebhart2012/partitioned\"\n";

TEST_CASE("a key depends on the values in force and not on names") {
  const std::string key = key_of(kPartitioned);
  CHECK(key.size() == 16);
  CHECK(key_of(kPartitioned) == key);
  CHECK(key_of(kPartitioned + "set = [\"dram.latency=400\"]\n") == key);  // what it is anyway
  CHECK(key_of(kPartitioned + "set = [\"dram.latency=200\"]\n") != key);
  CHECK(key_of("design = \"gebhart2012/unified-384k\"\n") != key);
  CHECK(key_of("design = \"gebhart2012/unified-128k\"\nset = [\"storage.unified_bytes=393216\"]\n") ==
        key_of("design = \"gebhart2012/unified-384k\"\n"));
}

// Variants as a user might register them.
const WarpOrderRegistry::Registration kMyOrder({"my-order", "for this test", {}, [](const PolicyValues&) {
                                                  return WarpOrderRegistry::instance().make("lrr");
                                                }});
const BlockDeclaration kMyMshr({"mshr", "my_mshr", "for this test"});

// The key if the program is this file of the source tree.
std::string key_in(const std::string& set, const char* program) {
  const PointList list = points_of(MadeUpPaper::experiment("", "set = [\"" + set + "\"]\n"));
  return point_key(list.points.at(0), 1, UNIBANK_SOURCE_DIR + std::string(program));
}

TEST_CASE("policies that are not this program's are named with their kinds") {
  const auto named = [](const std::vector<std::string>& overrides) {
    return own_policies(load_design("gebhart2012/partitioned", {}, overrides));
  };
  CHECK(named({}) == "");
  CHECK(named({"warp_order.policy=my-order"}) == "warp_order.policy \"my-order\"");
}

TEST_CASE("a rebuilt program measures points again whose design has code of one's own") {
  for (const char* own : {"warp_order.policy=my-order", "mshr.model=my_mshr"}) {
    INFO(own);
    CHECK(key_in(own, "/README.md") == key_in(own, "/README.md"));
    CHECK(key_in(own, "/README.md") != key_in(own, "/CONTRIBUTING.md"));
  }
  CHECK_THROWS_AS(key_in("warp_order.policy=my-order", "/no such file"), InputError);
}

TEST_CASE("points of the library's own variants stay valid in every program") {
  CHECK(key_in("warp_order.policy=gto", "/README.md") == key_in("warp_order.policy=gto", "/no such file"));
  CHECK(key_in("warp_order.policy=gto", "/README.md") == "c2a08b58c7cef1bb");  // of "model 1"
}

TEST_CASE("the library's variants are named where keys ask for them") {
  auto named = variants_of_version();
  named.at("warp_order.policy").insert("my-order");
  std::size_t keys = 0;
  for (const Parameter& parameter : schema()) {
    const bool index = parameter.choices == IndexHashRegistry::instance().names();
    if (!index && parameter.key != variant_key(parameter.section)) continue;
    ++keys;
    INFO(parameter.name() << ": name a new variant in testbenches/reproduce/own_code.cpp when it is finished");
    CHECK(named[parameter.name()] == std::set<std::string>(parameter.choices.begin(), parameter.choices.end()));
  }
  CHECK(keys == variants_of_version().size());
}

TEST_CASE("energy parameters are not part of a key because energies are computed from finished points") {
  CHECK(key_of(kPartitioned + "set = [\"energy.leakage_mw_per_kb=0.5\"]\n") == key_of(kPartitioned));
}

TEST_CASE("a key depends on the workload's arguments") {
  CHECK(key_of(kPartitioned, "[size]\ntest = \"tiny\"\n") != key_of(kPartitioned));
  CHECK(key_of(kPartitioned + "arguments = { nodes = 512 }\n") == key_of(kPartitioned, "[size]\ntest = \"tiny\"\n"));
}

TEST_CASE("the table's arguments of a workload apply at paper size unless the experiment overrides them") {
  MadeUpPaper made_up;
  made_up.files["p/w.csv"] = "workload,groups,paper_arguments\nbfs,all,nodes=700\n";
  const auto nodes = [&](const std::string& series, const std::string& size) {
    made_up.files["p/e.toml"] = MadeUpPaper::experiment("", series);
    const Paper paper = made_up.load();
    return enumerate_points(paper, size).points.at(0).arguments.at("nodes");
  };
  CHECK(nodes("", "paper") == 700);
  CHECK(nodes("arguments = { nodes = 300 }\n", "paper") == 300);
  CHECK(nodes("", "test") == 32768);  // the workload's own
  made_up.files["p/w.csv"] = "workload,groups,arguments,paper_arguments\nbfs,all,nodes=600,nodes=700\n";
  CHECK(nodes("", "test") == 600);
  CHECK(nodes("", "paper") == 700);
  CHECK(nodes("arguments = { nodes = 300 }\n", "test") == 300);
}

TEST_CASE("wrong arguments in the table of workloads are refused with its line") {
  MadeUpPaper made_up;
  const auto refusal = [&](const std::string& arguments, const std::string& size) {
    made_up.files["p/w.csv"] = "workload,groups,arguments,paper_arguments\nneedle,few,,\nbfs,all," + arguments + "\n";
    const Paper paper = made_up.load();
    try {
      enumerate_points(paper, size);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  CHECK_THAT(refusal("nodes=x,", "test"), Catch::StartsWith("made-up/p/w.csv:3: ") && Catch::Contains("'x'"));
  CHECK_THAT(refusal("node=5,", "test"), Catch::StartsWith("made-up/p/w.csv:3: unknown argument of bfs 'node'"));
  CHECK(refusal(",nodes=0", "test") == "taken");
  CHECK_THAT(refusal(",nodes=0", "paper"), Catch::StartsWith("made-up/p/w.csv:3: "));
}

TEST_CASE("arguments of a row for paper size do not change the small reproduction") {
  MadeUpPaper made_up;
  made_up.files["p/w.csv"] = "workload,groups,paper_arguments\nbfs,all,nodes=700\n";
  const auto nodes = [&](const std::string& row, const std::string& series, const std::string& size) {
    made_up.files["p/e.toml"] =
        "title = \"E\"\nsource = \"P figure 1\"\nmetrics = [\"cycles\"]\nworkloads = [{ name = \"bfs\", row = \"a\", " +
        row + " }]\n[[series]]\nname = \"a\"\n" + kPartitioned + series;
    const Paper paper = made_up.load();
    return enumerate_points(paper, size).points.at(0).arguments.at("nodes");
  };
  CHECK(nodes("paper_arguments = { nodes = 800 }", "", "paper") == 800);
  CHECK(nodes("paper_arguments = { nodes = 800 }", "", "test") == 32768);  // the workload's own
  CHECK(nodes("paper_arguments = { nodes = 800 }, arguments = { nodes = 600 }", "", "paper") == 800);
  CHECK(nodes("paper_arguments = { nodes = 800 }, arguments = { nodes = 600 }", "", "test") == 600);
  CHECK(nodes("paper_arguments = { nodes = 800 }", "arguments = { nodes = 300 }\n", "paper") == 300);
}

TEST_CASE("a series' style overrides the experiment's and that overrides the paper's") {
  const std::string key = key_of(kPartitioned), period = key_of(kPartitioned + "style = \"period\"\n");
  CHECK(period != key);
  CHECK(key_of(kPartitioned, "style = \"period\"\n") == period);
  CHECK(key_of(kPartitioned, "style = \"modern\"\n") == key);
  CHECK(key_of(kPartitioned + "style = \"modern\"\n", "style = \"period\"\n") == key);
  MadeUpPaper made_up;
  made_up.files["p/w.csv"] = "workload,groups\nbfs,all\n";
  made_up.files["p/e.toml"] = MadeUpPaper::experiment("", "");
  made_up.files["p/paper.toml"] =
      "title = \"P\"\nworkloads = \"w.csv\"\nexperiments = [\"e\"]\nstyle = \"period\"\n";
  const Paper paper = made_up.load();
  const Point point = enumerate_points(paper, "test").points.at(0);
  CHECK(point.style == Style::kPeriod);
  CHECK_THAT(point.name(), Catch::StartsWith("bfs (test: nodes=32768 style=period) on "));
  made_up.files["p/paper.toml"] =
      "title = \"P\"\nworkloads = \"w.csv\"\nexperiments = [\"e\"]\nstyle = \"old\"\n";
  CHECK(made_up.error() == "made-up/p/paper.toml:4: " + unknown_name("style", "old", {"modern", "period"}));
}

namespace {

std::string functional(const std::string& series) {
  return points_of(
             "title = \"E\"\nsource = \"P\"\nworkloads = [\"bfs\"]\nmetrics = [\"instructions\"]\nbaseline = \"a\"\n"
             "[[series]]\nname = \"a\"\nfunctional = true\n" + series)
      .points.at(0)
      .key;
}

}  // namespace

TEST_CASE("the key of a functional point has only the parameters that affect compilation") {
  CHECK(functional(kPartitioned) == functional("design = \"gebhart2012/unified-384k\"\n"));
  CHECK(functional(kPartitioned) != functional(kPartitioned + "set = [\"kernel.register_limit=18\"]\n"));
  const std::string released = functional(kPartitioned + "set = [\"kernel.release=optimal\"]\n");
  CHECK(released != functional(kPartitioned));
  CHECK(released != functional(kPartitioned + "set = [\"kernel.release=post-dominator\"]\n"));
  CHECK(released != functional(kPartitioned + "set = [\"kernel.release=optimal\", \"warp_order.policy=owf\", "
                                              "\"scratchpad_gate.policy=sharing\"]\n"));
  CHECK(functional(kPartitioned) == functional(kPartitioned + "set = [\"warp_order.policy=owf\", "
                                                              "\"scratchpad_gate.policy=sharing\"]\n"));
  CHECK(functional(kPartitioned) != key_of(kPartitioned));
}

TEST_CASE("the key of a functional point has the schedule and the latencies that it covers") {
  const auto scheduled = [](const std::string& schedule, const std::string& latency) {
    return functional(kPartitioned + "set = [\"kernel.schedule=" + schedule + "\", \"sm." + latency + "\"]\n");
  };
  const std::string usual = "alu_latency=8";
  std::set<std::string> keys;
  for (const char* schedule : {"as-written", "far-loads-early", "loads-early", "critical-path"})
    keys.insert(scheduled(schedule, usual));
  CHECK(keys.size() == 4);
  for (const char* latency : {"special_function_latency=40", "scratchpad_latency=40"}) {
    CHECK(scheduled("loads-early", latency) != scheduled("loads-early", usual));
    CHECK(scheduled("critical-path", latency) != scheduled("critical-path", usual));
    CHECK(scheduled("far-loads-early", latency) == scheduled("far-loads-early", usual));
  }
  for (const char* latency : {"tensor_latency=40", "cache_hit_latency=40"}) {
    CHECK(scheduled("critical-path", latency) != scheduled("critical-path", usual));
    CHECK(scheduled("loads-early", latency) == scheduled("loads-early", usual));
  }
}

TEST_CASE("points that experiments share are one point") {
  MadeUpPaper made_up;
  made_up.files["p/paper.toml"] =
      "title = \"P\"\nworkloads = \"w.csv\"\nexperiments = [\"e\", \"f\"]\nrun_first = [\"f\"]\n";
  made_up.files["p/f.toml"] =
      "title = \"F\"\nsource = \"P\"\nworkloads = [\"bfs\"]\nmetrics = [\"cycles\"]\n"
      "[[series]]\nname = \"both\"\ndesign = [\"gebhart2012/partitioned\", \"gebhart2012/unified-384k\"]\n";
  const Paper paper = made_up.load();
  const PointList list = enumerate_points(paper, "test");
  REQUIRE(list.points.size() == 3);  // e: needle and bfs partitioned; f: bfs on both
  REQUIRE(list.experiments.size() == 2);
  CHECK(list.experiments[0].experiment->name == "e");
  CHECK(list.experiments[0].cells[1][0][0][0].point == list.experiments[1].cells[0][0][0][0].point);
  CHECK(list.experiments[1].cells[0][0][0].size() == 2);
  // Points are listed in the order in which they run.
  CHECK(list.points[0].workload->name() == "bfs");
  CHECK(list.points[1].design->design.name == "gebhart2012/unified-384k");
  CHECK(list.points[2].workload->name() == "needle");
}

TEST_CASE("a sweep varies a value of the design or an argument and is coarser at test size") {
  const std::string sweep = "values = [64, 128, 256]\ntest_values = [64, 256]\n";
  const PointList of_design = points_of(MadeUpPaper::experiment("[sweep]\nkey = \"sm.max_threads\"\n" + sweep));
  REQUIRE(of_design.points.size() == 4);
  CHECK(of_design.points[1].design->design.sm.max_threads == 256);
  CHECK(of_design.points[1].overrides == std::vector<std::string>{"sm.max_threads=256"});
  CHECK(of_design.points[1].name() ==
        "needle (test: block=32 penalty=10 size=512) on gebhart2012/partitioned, sm.max_threads=256");
  CHECK(points_of(MadeUpPaper::experiment("[sweep]\nkey = \"sm.max_threads\"\n" + sweep), "paper").points.size() == 6);
  const PointList of_argument = points_of(
      "title = \"E\"\nsource = \"P\"\nworkloads = [\"bfs\"]\nmetrics = [\"cycles\"]\n"
      "[sweep]\nkey = \"nodes\"\n" + sweep + "[[series]]\nname = \"a\"\n" + kPartitioned);
  REQUIRE(of_argument.points.size() == 2);
  CHECK(of_argument.points[0].arguments.at("nodes") == 64);
}

TEST_CASE("each value of a workload is a run of its own and another series' run one more") {
  const PointList list = points_of(
      "title = \"E\"\nsource = \"P\"\nworkloads = [{ name = \"bfs\", values = [2, 3] }, \"needle\"]\n"
      "metrics = [\"cycles\"]\n[[series]]\nname = \"a\"\n" + kPartitioned +
      "[[series]]\nname = \"b\"\neach = \"sm.max_blocks\"\nwith = \"a\"\n" + kPartitioned);
  const auto& cells = list.experiments.at(0).cells;
  REQUIRE(cells[0][1][0].size() == 3);
  CHECK(cells[0][1][0][0].design->design.sm.max_blocks == 2);
  CHECK(cells[0][1][0][1].design->design.sm.max_blocks == 3);
  CHECK(cells[0][1][0][2].point == cells[0][0][0][0].point);
  REQUIRE(cells[1][1][0].size() == 1);
  CHECK(cells[1][1][0][0].point == cells[1][0][0][0].point);
  CHECK(list.points.size() == 4);
}

TEST_CASE("a workload runs only at its own values of a sweep") {
  const PointList list = points_of(
      "title = \"E\"\nsource = \"P\"\nworkloads = [{ name = \"bfs\", values = [3] }, \"needle\"]\n"
      "metrics = [\"cycles\"]\n[sweep]\nkey = \"sm.max_blocks\"\nvalues = [2, 3]\ntest_values = [2, 3]\n"
      "[[series]]\nname = \"a\"\n" + kPartitioned);
  const auto& cells = list.experiments.at(0).cells;
  CHECK(cells[0][0][0].empty());
  CHECK(cells[0][0][1].size() == 1);
  CHECK(cells[1][0][0].size() == 1);
  CHECK(list.points.size() == 3);
}

TEST_CASE("published resource needs are forced where the paper used them") {
  const PointList list = points_of(MadeUpPaper::experiment("published_needs = true\n"));
  CHECK(list.points.at(0).design->design.kernel.registers_per_thread == 18);
  CHECK(list.points.at(0).design->design.kernel.scratchpad_bytes_per_thread == 264.1);
  CHECK(list.points.at(1).design->design.kernel.registers_per_thread == 9);
  CHECK(list.points.size() == 2);
  const PointList own = points_of(
      MadeUpPaper::experiment("published_needs = true\n", "set = [\"kernel.registers_per_thread=40\"]\n"));
  CHECK(own.points.at(0).design->design.kernel.registers_per_thread == 40);
  CHECK(points_of(MadeUpPaper::experiment()).points.at(0).design->design.kernel.registers_per_thread == 0);
}

TEST_CASE("a design that stands for several gives a point for each") {
  const PointList list = points_of(
      "title = \"E\"\nsource = \"P\"\nworkloads = [\"bfs\"]\nmetrics = [\"cycles\"]\n"
      "[[series]]\nname = \"a\"\ndesign = \"gebhart2012/fermi-like-best\"\n");
  REQUIRE(list.points.size() == 2);
  CHECK(list.points[0].design->design.name == "gebhart2012/fermi-like-96-32");
  CHECK(list.experiments[0].cells[0][0][0].size() == 2);
}

TEST_CASE("unknown designs and arguments are refused with the line of the experiment") {
  const auto error = [](const std::string& before, const std::string& after) -> std::string {
    try {
      enumerate_points(MadeUpPaper::with(MadeUpPaper::experiment(before, after)), "test");
    } catch (const InputError& refused) {
      return refused.what();
    }
    return "no error";
  };
  const auto of_series = [&error](const std::string& keys) {
    return error("", "[[series]]\nname = \"b\"\ndesign = \"gebhart2012/partitioned\"\n" + keys);
  };
  const auto sweep = [&error](const std::string& key) {
    return error("[sweep]\nvalues = [1]\ntest_values = [1]\nkey = \"" + key + "\"\n", "");
  };
  const std::string file = "made-up/p/e.toml:", key = ": --set dram.latncy=1: unknown key 'dram.latncy'";
  CHECK_THAT(error("", "[[series]]\nname = \"b\"\ndesign = \"gebhart2012/partitoned\"\n"),
             Catch::StartsWith(file + "8: unknown design 'gebhart2012/partitoned'; did you mean "));
  CHECK_THAT(of_series("set = [\"dram.latncy=1\"]\n"), Catch::StartsWith(file + "8" + key));
  CHECK_THAT(sweep("dram.latncy"), Catch::StartsWith(file + "5" + key));
  CHECK_THAT(of_series("arguments = { edges = 3 }\n"),
             Catch::StartsWith(file + "8: unknown argument of needle 'edges'"));
  CHECK_THAT(sweep("edges"), Catch::StartsWith(file + "5: unknown argument of needle 'edges'; known: "));
  const std::string workload = "{ name = \"bfs\", row = \"b\", arguments = { edges = 3 } }";
  CHECK_THAT(error("[[average]]\nrow = \"m\"\nover = [\n" + workload + "]\n", ""),
             Catch::StartsWith(file + "8: unknown argument of bfs 'edges'; known: nodes"));
}

TEST_CASE("every point of the built-in experiments has a key of its own", "[release]") {
  const ExperimentFiles files = built_in_experiments();
  for (const std::string& name : files.papers) {
    const Paper paper = load_paper(files, name);
    for (const char* size : {"test", "paper"}) {
      std::set<std::string> keys;
      const PointList list = enumerate_points(paper, size);
      for (const Point& point : list.points) keys.insert(point.key);
      CHECK(keys.size() == list.points.size());
      CHECK(list.experiments.size() == paper.experiments.size());
    }
  }
}

}  // namespace
}  // namespace unibank
