// Experiment files: their valid contents, and the errors that they can have.
#include <catch2/catch.hpp>

#include "reproduce/made_up_experiments.h"
#include "reproduce/point.h"

namespace unibank {
namespace {

std::string more(const std::string& before, const std::string& after = "") {
  return MadeUpPaper::error_of(MadeUpPaper::experiment(before, after));
}

TEST_CASE("an experiment says what runs and what is shown") {
  MadeUpPaper made_up;
  made_up.files["p/e.toml"] =
      "title = \"E\"\nsource = \"P figure 1\"\npublished = \"e.csv\"\npublished_needs = true\n"
      "workloads = [\"bfs\", { name = \"needle\", row = \"needle 64\", arguments = { block = 64 }, x_scale = 2 }]\n"
      "baseline = \"a\"\nbaseline_at = 64\nmetrics = [\"performance\", \"cycles\"]\nnotes = [\"N.\"]\n"
      "[size]\ntest = \"tiny\"\n"
      "[sweep]\nkey = \"sm.max_threads\"\nvalues = [64, 128, 256]\ntest_values = [64, 256]\nscale = 0.5\n"
      "[[average]]\nrow = \"mean\"\nover = \"small\"\n"
      "[[series]]\nname = \"a\"\ndesign = \"gebhart2012/partitioned\"\n"
      "[[series]]\nname = \"b\"\ndesign = [\"x\", \"y\"]\nset = [\"dram.latency=200\"]\narguments = { penalty = 5 }\n"
      "[[plot]]\nkind = \"lines\"\nmetric = \"performance\"\nx_label = \"threads\"\na_plot_a_row = true\n"
      "y_from = 0.5\n";
  made_up.files["p/e.csv"] =
      "# what is published\nrow,series,metric,x,relation,value,high,words,source\n"
      "bfs,b,performance,32,range,1,1.5,\"a, b\",P figure 1\n";
  const Paper paper = made_up.load();
  CHECK(paper.title == "P");
  REQUIRE(paper.workloads.size() == 3);
  CHECK(paper.workloads[0].registers == 18.0);
  CHECK(paper.workloads[0].scratchpad == 264.1);
  CHECK_FALSE(paper.workloads[2].registers);
  const Experiment& e = paper.experiments.at(0);
  CHECK(e.file == "made-up/p/e.toml");
  REQUIRE(e.workloads.size() == 2);
  CHECK(e.workloads[1].row == "needle 64");
  CHECK(e.workloads[1].arguments == std::map<std::string, std::string>{{"block", "64"}});
  CHECK(e.workloads[1].x_scale == 2);
  CHECK(e.published_needs);
  CHECK(e.test_size == "tiny");
  CHECK(e.paper_size == "paper");
  CHECK(e.baseline_at == 64);
  CHECK(e.sweep->test_values == std::vector<std::int64_t>{64, 256});
  CHECK(e.sweep->scale == 0.5);
  REQUIRE(e.averages.size() == 1);
  CHECK(e.averages[0].over[1].row == "vectoradd");
  REQUIRE(e.series.size() == 2);
  CHECK(e.series[0].baseline == "a");
  CHECK(e.series[1].designs == std::vector<std::string>{"x", "y"});
  CHECK(e.series[1].overrides == std::vector<std::string>{"dram.latency=200"});
  CHECK(e.series[1].baseline == "a");
  REQUIRE(e.plots.size() == 1);
  CHECK(e.plots[0].kind == Plot::Kind::kLines);
  CHECK(e.plots[0].a_plot_a_row);
  CHECK(e.plots[0].y_from == 0.5);
  CHECK_FALSE(e.plots[0].y_to);
  REQUIRE(e.published.size() == 1);
  CHECK(e.published[0].x == 32.0);
  CHECK(e.published[0].published.high == 1.5);
  CHECK(e.published[0].published.words == "a, b");
}

TEST_CASE("unknown keys of an experiment are refused with the known ones") {
  CHECK(more("workload = \"all\"\n") ==
        "made-up/p/e.toml:5: unknown key 'workload'; known: average, baseline, baseline_at, metrics, notes, plot, "
        "published, published_needs, series, show_baseline, size, source, style, sweep, title, "
        "winners, workloads; did you mean 'workloads'?");
  CHECK(more("", "sets = [\"a\"]\n") ==
        "made-up/p/e.toml:8: unknown key of [[series]] 'sets'; known: arguments, baseline, combines, design, each, "
        "functional, name, set, style, take, with, x_scale; did you mean 'set'?");
  CHECK(more("[sweep]\nkey = \"a.b\"\nvalues = [1]\ntest_values = [1]\nby = 2\n") ==
        "made-up/p/e.toml:9: unknown key of [sweep] 'by'; known: key, scale, test_values, values");
}

TEST_CASE("values of another kind are refused") {
  CHECK(more("notes = 3\n") == "made-up/p/e.toml:5: notes: found 3, expected a list of strings");
  CHECK(more("published_needs = \"yes\"\n") ==
        "made-up/p/e.toml:5: published_needs: found the string \"yes\", expected true or false");
  CHECK(more("", "arguments = { block = \"64\" }\n") ==
        "made-up/p/e.toml:8: [[series]] block: found the string \"64\", expected a whole number");
  CHECK(more("sweep = 3\n") == "made-up/p/e.toml:5: sweep: found 3, expected a table [sweep]");
  CHECK(more("[average]\nrow = \"m\"\n") ==
        "made-up/p/e.toml:5: average: found a table, expected tables [[average]]");
  CHECK_THAT(more("x = [\n"), Catch::StartsWith("made-up/p/e.toml:"));
}

TEST_CASE("unknown names are refused with the known ones") {
  CHECK(more("", "[[plot]]\nkind = \"pie\"\nmetric = \"cycles\"\n") ==
        "made-up/p/e.toml:9: unknown kind of plot 'pie'; known: bars, stacked-bars, lines, heat-map, pareto");
  CHECK(more("", "[[plot]]\nkind = \"bars\"\nmetric = \"energy\"\n") ==
        "made-up/p/e.toml:10: unknown metric of this experiment 'energy'; known: cycles");
  CHECK(more("baseline = \"b\"\n") == "made-up/p/e.toml:5: unknown series 'b'; known: a");
  CHECK(more("[[average]]\nrow = \"m\"\nover = \"huge\"\n") ==
        "made-up/p/e.toml:7: unknown group of workloads 'huge'; known: all, large, small");
  CHECK(more("[[average]]\nrow = \"m\"\nover = [\"srad\"]\n") ==
        "made-up/p/e.toml:7: unknown workload of p 'srad'; known: needle, bfs, vectoradd");
  CHECK(more("[size]\ntest = \"small\"\n") == "made-up/p/e.toml:6: unknown size 'small'; known: tiny, test, paper");
  const std::string bars = "[[plot]]\nkind = \"bars\"\nmetric = \"cycles\"\nseries = [\"a\", ";
  CHECK(more("", bars + "\"zz\"]\n") == "made-up/p/e.toml:11: unknown series of cycles 'zz'; known: a");
  CHECK(more("published = \"x.csv\"\n") ==
        "made-up/p/e.toml:5: published: no file 'x.csv' beside made-up/p/e.toml");
  std::string text = MadeUpPaper::experiment();
  text.replace(text.find("cycles"), 6, "speed!");
  CHECK_THAT(MadeUpPaper::error_of(text),
             Catch::StartsWith("made-up/p/e.toml:4: unknown metric 'speed!'; did you mean 'speed'? Known: "));
  text.replace(text.find("speed!"), 6, "issued_slot");  // a counter
  const std::string refused = "metric 'issued_slot'; did you mean 'issued_slots'? Known: ";
  CHECK_THAT(MadeUpPaper::error_of(text), Catch::Contains(refused) && Catch::Contains(", issued_slots, "));
}

TEST_CASE("a missing key of an experiment is named with what is expected") {
  const auto without = [](const std::string& line) {
    std::string text = MadeUpPaper::experiment();
    text.erase(text.find(line), line.size());
    return MadeUpPaper::error_of(text);
  };
  CHECK_THAT(without("title = \"E\"\n"), Catch::EndsWith("no key 'title', expected title = \"...\""));
  CHECK_THAT(without("name = \"a\"\n"), Catch::EndsWith("no key '[[series]] name', expected name = \"...\""));
  CHECK_THAT(without("workloads = \"all\"\n"),
             Catch::EndsWith("no key 'workloads', expected a group of workloads or a list of names"));
  CHECK_THAT(MadeUpPaper::error_of("title = \"E\"\nsource = \"P\"\nworkloads = \"all\"\nmetrics = [\"cycles\"]\n"),
             Catch::EndsWith("no [[series]], expected at least one"));
}

TEST_CASE("incompatible parts of an experiment are refused") {
  std::string ratio = MadeUpPaper::experiment();
  ratio.replace(ratio.find("cycles"), 6, "energy");
  CHECK(MadeUpPaper::error_of(ratio) ==
        "made-up/p/e.toml:5: metric 'energy' is a ratio, so series 'a' needs a baseline");
  CHECK(more("", "functional = true\n") == "made-up/p/e.toml:8: a functional run has no metric 'cycles'");
  CHECK(more("", "[[series]]\nname = \"a\"\ndesign = \"d\"\n") == "made-up/p/e.toml:9: two series are named 'a'");
  CHECK(more("[[average]]\nrow = \"bfs\"\nover = \"all\"\n") == "made-up/p/e.toml:6: two rows are named 'bfs'");
  CHECK(more("baseline = \"a\"\nbaseline_at = 5\n[sweep]\nkey = \"a.b\"\nvalues = [1, 5]\ntest_values = [1]\n") ==
        "made-up/p/e.toml:6: baseline_at is 5, expected one of the sweep's values and test_values, and a baseline");
  CHECK(more("[sweep]\nkey = \"a.b\"\nvalues = [1]\ntest_values = [2]\n") ==
        "made-up/p/e.toml:8: test_values: 2 is none of values");
  CHECK(more("[sweep]\nkey = \"a.b\"\nvalues = [1, 1]\ntest_values = [1]\n") ==
        "made-up/p/e.toml:7: [sweep] values has 1 twice");
  CHECK(more("", "[[plot]]\nkind = \"lines\"\nmetric = \"cycles\"\n") ==
        "made-up/p/e.toml:9: lines need a [sweep]");
  const std::string bars = "[[plot]]\nkind = \"bars\"\nmetric = \"cycles\"\n";
  CHECK(more("", bars + "a_plot_a_row = true\n") ==
        "made-up/p/e.toml:11: a_plot_a_row is for lines, and the kind of this plot is bars");
  CHECK(more("", bars + "y_from = 3\ny_to = 2\n") ==
        "made-up/p/e.toml:11: y_from: found 3, expected less than y_to, which is 2");
}

TEST_CASE("a factor of 0 and a metric that comes twice are refused") {
  const std::string expected = "x_scale: found 0, expected more than 0";
  CHECK(more("", "x_scale = 0\n") == "made-up/p/e.toml:8: " + expected);
  std::string text = MadeUpPaper::experiment();
  const std::string all = "\"all\"";
  text.replace(text.find(all), all.size(), "[{ name = \"bfs\", x_scale = 0 }]");
  CHECK(MadeUpPaper::error_of(text) == "made-up/p/e.toml:3: " + expected);
  text = MadeUpPaper::experiment();
  text.replace(text.find("\"cycles\""), 8, "\"cycles\", \"cycles\"");
  CHECK(MadeUpPaper::error_of(text) == "made-up/p/e.toml:4: metrics has 'cycles' twice");
  CHECK(more("[sweep]\nkey = \"a.b\"\nvalues = [1]\ntest_values = [1]\nscale = -1\n") ==
        "made-up/p/e.toml:9: scale: found -1, expected more than 0");
}

// An experiment with an additional ratio, two averages and one plot.
std::string with_plot(const std::string& plot, const std::string& before = "") {
  return "title = \"E\"\nsource = \"P\"\nworkloads = \"all\"\nmetrics = [\"performance\", \"cycles\"]\n"
         "baseline = \"a\"\n" + before +
         "[[average]]\nrow = \"mean\"\nover = \"all\"\n[[average]]\nrow = \"small ones\"\nover = \"small\"\n"
         "[[series]]\nname = \"a\"\ndesign = \"gebhart2012/partitioned\"\n[[plot]]\n" + plot;
}

TEST_CASE("a user's paper has the experiments that it extends followed by its own") {
  MadeUpPaper made_up;
  made_up.files["p/paper.toml"] = "extends = \"crossover\"\nexperiments = [\"e\"]\n";
  const Paper own = made_up.load(), extended = load_paper(built_in_experiments(), "crossover");
  CHECK(own.name == "p");
  CHECK(own.title == extended.title);
  CHECK(own.workloads.size() == extended.workloads.size());
  REQUIRE(own.experiments.size() == extended.experiments.size() + 1);
  CHECK(own.experiments.front().file == extended.experiments.front().file);
  CHECK(own.experiments.back().file == "made-up/p/e.toml");
  CHECK(own.experiments.back().workloads.size() == extended.workloads.size());
  made_up.files["p/paper.toml"] = "extends = \"crossover\"\ntitle = \"Mine\"\nexperiments = [\"alone\"]\n";
  CHECK(made_up.error() == "made-up/p/paper.toml:3: experiment 'alone' occurs twice");
  made_up.files["p/paper.toml"] = "extends = \"crossover\"\ntitle = \"Mine\"\nexperiments = [\"e\"]\n";
  CHECK(made_up.load().title == "Mine");
}

TEST_CASE("a plot may show the parts of a metric") {
  MadeUpPaper paper;
  const auto with = [&paper](const std::string& series, const std::string& second = "") {
    std::string text = MadeUpPaper::experiment("", second);
    text.replace(text.find("cycles"), 6, "main_kb");
    paper.files["p/e.toml"] = text + "[[plot]]\nkind = \"bars\"\nmetric = \"main_kb\"\nseries = [" + series + "]\n";
    return paper.error();
  };
  CHECK(with("\"registers\", \"scratchpad\"") == "no error");
  CHECK(with("\"a\"") == "made-up/p/e.toml:11: unknown series of main_kb 'a'; known: registers, scratchpad");
  CHECK(with("\"registers\", \"registers\"") == "made-up/p/e.toml:11: series has 'registers' twice");
  const std::string second = "[[series]]\nname = \"b\"\ndesign = \"d\"\n";
  CHECK(with("\"a: registers\", \"b: scratchpad\"", second) == "no error");
  CHECK(with("\"a: cache\"", second) ==
        "made-up/p/e.toml:14: unknown series of main_kb 'a: cache'; known: a: registers, a: scratchpad, "
        "b: registers, b: scratchpad");
}

TEST_CASE("a heat map takes programs by their averages and a Pareto front two metrics of a row") {
  const std::string heat_map = "kind = \"heat-map\"\nmetric = \"performance\"\n";
  const Plot map = MadeUpPaper::with(with_plot(heat_map + "groups = [\"small ones\", \"mean\"]\n"))
                       .experiments.at(0).plots.at(0);
  CHECK(map.kind == Plot::Kind::kHeatMap);
  REQUIRE(map.groups.size() == 2);
  CHECK(map.groups[0].mean == "small ones");
  CHECK(map.groups[0].rows == std::vector<std::string>{"bfs", "vectoradd"});
  CHECK(map.groups[1].rows == std::vector<std::string>{"needle", "bfs"});
  const std::string pareto = "kind = \"pareto\"\nmetric = \"performance\"\nagainst = \"cycles\"\n";
  const Plot front = MadeUpPaper::with(with_plot(pareto + "row = \"mean\"\n")).experiments.at(0).plots.at(0);
  CHECK(front.kind == Plot::Kind::kPareto);
  CHECK(front.against == "cycles");
  CHECK(front.row == "mean");

  const auto error = [](const std::string& plot, const std::string& before = "") {
    return MadeUpPaper::error_of(with_plot(plot, before));
  };
  CHECK(error(heat_map) == "made-up/p/e.toml:15: a heat map needs groups: the averages over them");
  CHECK(error(heat_map + "groups = [\"large\"]\n") ==
        "made-up/p/e.toml:18: unknown average 'large'; known: mean, small ones");
  CHECK(error("kind = \"heat-map\"\nmetric = \"cycles\"\n") ==
        "made-up/p/e.toml:17: a heat map needs a ratio to the baseline, and 'cycles' is none");
  CHECK(error(pareto + "row = \"huge\"\n") ==
        "made-up/p/e.toml:19: unknown row 'huge'; known: mean, small ones, needle, bfs");
  CHECK(error("kind = \"pareto\"\nmetric = \"cycles\"\nagainst = \"energy\"\n") ==
        "made-up/p/e.toml:18: unknown metric of this experiment 'energy'; known: performance, cycles");
  const std::string sweep = "[sweep]\nkey = \"a.b\"\nvalues = [1]\ntest_values = [1]\n";
  CHECK(error(heat_map, sweep) == "made-up/p/e.toml:20: a heat map has no place for a [sweep]");
  CHECK(error(pareto, sweep) == "made-up/p/e.toml:20: a Pareto front has no place for a [sweep]");
}

TEST_CASE("an experiment may ask which series wins and which series combine others") {
  const auto text = [](const std::string& winners, const std::string& combines = "\"a\", \"b\"") {
    return "title = \"E\"\nsource = \"P\"\nworkloads = \"all\"\nmetrics = [\"performance\", \"cycles\"]\n"
           "baseline = \"old\"\n[[series]]\nname = \"old\"\ndesign = \"gebhart2012/partitioned\"\n"
           "[[series]]\nname = \"a\"\ndesign = \"d\"\n[[series]]\nname = \"b\"\ndesign = \"d\"\n"
           "[[series]]\nname = \"a + b\"\ndesign = \"d\"\ncombines = [" + combines + "]\n[winners]\n" + winners;
  };
  const std::string metric = "metric = \"performance\"\n", rows = "rows = [\"bfs\"]\n";
  const Experiment asked =
      MadeUpPaper::with(text(metric + rows + "counters = [\"cycles\"]\n")).experiments.at(0);
  REQUIRE(asked.winners);
  CHECK(asked.winners->baseline == "old");
  CHECK(asked.winners->rows == std::vector<std::string>{"bfs"});
  CHECK(asked.winners->counters == std::vector<std::string>{"cycles"});
  REQUIRE(asked.winners->series.size() == 3);  // without the baseline
  CHECK(asked.winners->series[0].parts.empty());
  CHECK(asked.winners->series[2].name == "a + b");
  CHECK(asked.winners->series[2].parts == std::vector<std::string>{"a", "b"});
  const auto error = [&](const std::string& winners) { return MadeUpPaper::error_of(text(winners)); };
  CHECK(error(metric + rows) == "made-up/p/e.toml:19: [winners] needs rows and counters");
  CHECK(error(metric + "rows = [\"lu\"]\ncounters = [\"cycles\"]\n") ==
        "made-up/p/e.toml:21: unknown row 'lu'; known: needle, bfs");
  CHECK(error(metric + rows + "counters = [\"performance\"]\n") ==
        "made-up/p/e.toml:22: unknown metric that is no ratio 'performance'; known: cycles");
  CHECK(error("metric = \"cycles\"\n") ==
        "made-up/p/e.toml:20: [winners] needs a ratio to the experiment's baseline");
  CHECK(MadeUpPaper::error_of(text(metric + rows, "\"c\"")) ==
        "made-up/p/e.toml:15: combines of series 'a + b': unknown other series 'c'; known: old, a, b, a + b");
}

TEST_CASE("a series may have a run for each value of a workload and include another series' run") {
  const std::string two = "workloads = [{ name = \"bfs\", values = [2, 3] }, \"needle\"]\n";
  const auto text = [&](const std::string& series, const std::string& before = "") {
    return "title = \"E\"\nsource = \"P\"\nmetrics = [\"cycles\"]\n" + two + before +
           "[[series]]\nname = \"a\"\ndesign = \"d\"\n[[series]]\nname = \"b\"\ndesign = \"d\"\n" + series;
  };
  const Experiment e = MadeUpPaper::with(text("each = \"a.b\"\nwith = \"a\"\ntake = \"slowest\"\n")).experiments.at(0);
  CHECK(e.workloads[0].values == std::vector<std::int64_t>{2, 3});
  CHECK(e.workloads[1].values.empty());
  CHECK(e.series[1].each == "a.b");
  CHECK(e.series[1].with == "a");
  CHECK(e.series[1].slowest);
  CHECK_FALSE(e.series[0].slowest);
  CHECK_THAT(MadeUpPaper::error_of(text("take = \"best\"\n")),
             Catch::Contains("unknown choice of a run 'best'; known: fastest, slowest"));
  CHECK(MadeUpPaper::error_of(text("each = \"a.b\"\nwith = \"b\"\n")) ==
        "made-up/p/e.toml:8: with of series 'b': unknown series 'b'; known: a");
  CHECK_THAT(MadeUpPaper::error_of(text("each = \"a.b\"\n")),
             Catch::StartsWith("made-up/p/e.toml:8: 'needle' has no values, so series 'b' has no run of it"));
  CHECK_THAT(MadeUpPaper::error_of(text("each = \"a.b\"\nwith = \"a\"\nbaseline = \"c\"\n")),
             Catch::StartsWith("made-up/p/e.toml:8: baseline of series 'b': unknown series 'c'"));
  CHECK_THAT(MadeUpPaper::error_of(text("")),
             Catch::StartsWith("made-up/p/e.toml:4: 'bfs' has values, expected a [sweep] or a series with"));
  CHECK(more("", "with = \"b\"\n") ==
        "made-up/p/e.toml:5: with of series 'a': found 'b', expected another series without 'with', and there is none");
  const std::string sweep = "[sweep]\nkey = \"a.b\"\nvalues = [1, 2]\ntest_values = [1]\n";
  CHECK_THAT(MadeUpPaper::error_of(text("", sweep)), Catch::Contains("'bfs': 3 is none of the sweep's values"));
  CHECK_THAT(MadeUpPaper::error_of(text("each = \"a.b\"\nwith = \"a\"\n", sweep)),
             Catch::Contains("both it and [sweep] would take the workloads' values"));
}

TEST_CASE("a paper may name only existing files and workloads") {
  MadeUpPaper paper;
  paper.files["p/paper.toml"] = "title = \"P\"\nworkloads = \"w.csv\"\nexperiments = [\"e\", \"f\"]\n";
  CHECK(paper.error() == "made-up/p/paper.toml:3: experiment 'f': no file made-up/p/f.toml");
  paper.files["p/paper.toml"] = "extends = \"jing\"\nexperiments = [\"e\"]\n";
  CHECK(
      paper.error() ==
      "made-up/p/paper.toml:1: unknown paper 'jing'; known: crossover, gebhart2012, hayes2014, jatala, jing2016, today"
      "; did you mean 'jing2016'?");
  paper.files["p/paper.toml"] = "extends = \"jatala\"\nworkloads = \"w.csv\"\nexperiments = [\"e\"]\n";
  CHECK(paper.error() ==
        "made-up/p/paper.toml:2: unknown key 'workloads'; known: experiments, extends, run_first, style, title");
  paper.files["p/paper.toml"] = "title = \"P\"\nworkloads = \"v.csv\"\nexperiments = [\"e\"]\n";
  CHECK(paper.error() == "made-up/p/v.csv: no such file");
  paper.files["p/paper.toml"] = "title = \"P\"\nworkloads = \"../w.csv\"\nexperiments = [\"e\"]\n";
  CHECK(paper.error() == "made-up/p/../w.csv: expected a file beside paper.toml, without a folder");
  paper = {};
  paper.files["p/w.csv"] = "workload,registers\nneedel,18\n";
  CHECK_THAT(paper.error(),
             Catch::StartsWith("made-up/p/w.csv:2: unknown workload 'needel'; did you mean 'needle'? Known: "));
  paper.files["p/w.csv"] = "workload,registers\nneedle,17.5\n";
  CHECK(paper.error() == "made-up/p/w.csv:2: column 'registers' is a fraction, expected a whole number");
  paper.files["p/w.csv"] = "workload,arguments\nneedle,block=64 32\n";
  CHECK(paper.error() == "made-up/p/w.csv:2: column 'arguments' has '32', expected name=value");
  paper.files["p/w.csv"] = "workload,paper_arguments\nneedle,block=64 block=32\n";
  CHECK(paper.error() == "made-up/p/w.csv:2: column 'paper_arguments' gives 'block' twice");
  CHECK_THROWS_WITH(load_paper(MadeUpPaper().source(), "q"), "unknown paper 'q'; known: p");
}

TEST_CASE("a program can stand in a paper's table more than once, under the paper's names") {
  MadeUpPaper paper;
  paper.files["p/w.csv"] =
      "row,workload,groups,arguments\nNW1,needle,all,block=16\nNW2,needle,all,block=64\n,bfs,all,\n";
  const Paper loaded = paper.load();
  const std::vector<ExperimentWorkload>& all = loaded.experiments.at(0).workloads;
  REQUIRE(all.size() == 3);
  CHECK(all[0].row == "NW1");
  CHECK(all[2].row == "bfs");
  const PointList list = enumerate_points(loaded, "test");
  REQUIRE(list.points.size() == 3);
  CHECK(list.points[0].workload->name() == "needle");
  CHECK(list.points[0].arguments.at("block") == 16);
  CHECK(list.points[1].arguments.at("block") == 64);
  paper.files["p/w.csv"] = "row,workload,groups\nNW,needle,all\nNW,bfs,all\n";
  CHECK(paper.error() == "made-up/p/w.csv:3: workload 'NW' occurs twice");
  paper = {};
  paper.files["p/w.csv"] = "row,workload,groups\nNW,needle,all\n";
  paper.files["p/e.toml"] = "title = \"E\"\nsource = \"P\"\nworkloads = [\"needle\"]\nmetrics = [\"cycles\"]\n"
                            "[[series]]\nname = \"a\"\ndesign = \"gebhart2012/partitioned\"\n";
  CHECK(paper.error() == "made-up/p/e.toml:3: unknown workload of p 'needle'; known: NW");
}

TEST_CASE("the experiments that are built in can be read and listed") {
  const ExperimentFiles files = built_in_experiments();
  REQUIRE_FALSE(files.papers.empty());
  for (const std::string& paper : files.papers) CHECK_FALSE(load_paper(files, paper).experiments.empty());
  const ExperimentFiles folder = experiments_in(UNIBANK_SOURCE_DIR "/configs/experiments");
  CHECK(folder.papers == files.papers);
  CHECK_THROWS_WITH(experiments_in("no_such_folder"), "no_such_folder: no such folder of experiments");
}

}  // namespace
}  // namespace unibank
