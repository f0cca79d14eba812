#include <algorithm>
#include <catch2/catch.hpp>

#include "reproduce/experiment_keys.h"
#include "reproduce/made_up_experiments.h"

using namespace unibank;

namespace {

// "a, b, c": the keys of a table in order, as messages list them.
std::string known(const std::vector<FileTable>& tables, const std::string& table) {
  for (const FileTable& one : tables) {
    if (one.name != table) continue;
    std::vector<std::string> names = names_of(one.keys);
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
  }
  return "no table";
}

// The keys that the reader lists as known when it finds the unknown key `nothing`.
std::string asked(const std::string& before, const std::string& after) {
  const std::string error = MadeUpPaper::error_of(MadeUpPaper::experiment(before, after));
  const std::size_t at = error.find("'nothing'; known: ");
  return at == std::string::npos ? error : error.substr(at + 18);
}

}  // namespace

TEST_CASE("the tables of an experiment's keys are those that its reader asks for") {
  const std::vector<FileTable>& tables = experiment_tables();
  const std::string wrong = "nothing = 1\n";
  const std::string sweep = "key = \"dram.latency\"\nvalues = [1]\ntest_values = [1]\n";
  CHECK(asked(wrong, "") == known(tables, "experiment"));
  CHECK(asked("", wrong) == known(tables, "series"));
  CHECK(asked("[size]\n" + wrong, "") == known(tables, "size"));
  CHECK(asked("[sweep]\n" + sweep + wrong, "") == known(tables, "sweep"));
  CHECK(asked("", "[[average]]\nrow = \"mean\"\nover = \"all\"\n" + wrong) == known(tables, "average"));
  CHECK(asked("", "[[average]]\nrow = \"mean\"\nover = [{ name = \"needle\", nothing = 1 }]\n") ==
        known(tables, "workload"));
}

TEST_CASE("the key table of plots has the keys of every kind of plot") {
  const std::string plot = "[[plot]]\nmetric = \"cycles\"\n";
  const std::string table = known(experiment_tables(), "plot");
  const std::string of_all = asked("", plot + "kind = \"bars\"\nnothing = 1\n");
  CHECK(of_all == "a_plot_a_row, kind, metric, series, title, x_label, y_from, y_label, y_to");
  CHECK(asked("", plot + "kind = \"pareto\"\nagainst = \"cycles\"\nrow = \"needle\"\nnothing = 1\n") ==
        "a_plot_a_row, against, kind, metric, row, series, title, x_label, y_from, y_label, y_to");
  CHECK(table ==
        "a_plot_a_row, against, groups, kind, metric, row, series, title, x_label, y_from, y_label, y_to");
}

TEST_CASE("the table of a paper's keys is what its reader asks for") {
  MadeUpPaper paper;
  paper.files["p/paper.toml"] += "nothing = 1\n";
  CHECK_THAT(paper.error(), Catch::Contains("'nothing'; known: " + known(paper_tables(), "paper")));
}
