#include "reproduce/experiment_keys.h"

namespace unibank {

namespace {

using Form = FileKey::Form;
using Keys = std::vector<FileKey>;

const std::vector<std::string> kStyles = {"modern", "period"};
const std::vector<std::string> kSizes = {"tiny", "test", "paper"};

Keys top_keys() {
  return {{"title", Form::kText, "what the experiment shows", true},
          {"source", Form::kText, "where in the paper it stands", true},
          {"workloads", Form::kAny, "a group, or a list of rows of the paper's CSV of workloads and of tables", true},
          {"metrics", Form::kTexts, "what is shown: metrics, or names of 'unibank list counters'", true},
          {"published", Form::kText, "a CSV with the paper's values, beside this file"},
          {"style", Form::kText, "how the workloads' PTX was compiled; over that of paper.toml", false, kStyles},
          {"published_needs", Form::kBoolean, "run with the registers and scratchpad of the CSV of workloads (false)"},
          {"baseline", Form::kText, "the series that ratios are to"},
          {"baseline_at", Form::kInteger, "the baseline's value of the sweep, in place of the point's own"},
          {"show_baseline", Form::kBoolean, "the baseline has cells of ratios, too (false)"},
          {"notes", Form::kTexts, "sentences for the page"},
          {"size", Form::kTable, "sizes of the programs", false, {}, "size"},
          {"sweep", Form::kTable, "one quantity along the horizontal axis", false, {}, "sweep"},
          {"series", Form::kTables, "a design or several, with what is changed of them", true, {}, "series"},
          {"average", Form::kTables, "a row with the mean of other rows", false, {}, "average"},
          {"plot", Form::kTables, "a picture", false, {}, "plot"},
          {"winners", Form::kTable, "tables of the best series of each row", false, {}, "winners"}};
}

Keys workload_keys() {
  return {{"name", Form::kText, "a row of the paper's CSV of workloads", true},
          {"row", Form::kText, "how the tables of this experiment call it"},
          {"arguments", Form::kArguments, "over those of its size"},
          {"paper_arguments", Form::kArguments, "the same, at --size paper only"},
          {"x_scale", Form::kNumber, "factor of its places on the horizontal axis (1)"},
          {"values", Form::kIntegers, "its own of the sweep's values, or those of a series' each"}};
}

Keys size_keys() {
  return {{"test", Form::kText, "of the programs at --size test (test)", false, kSizes},
          {"paper", Form::kText, "of the programs at --size paper (paper)", false, kSizes}};
}

Keys sweep_keys() {
  return {{"key", Form::kText, "a design's section.key, or an argument of the workloads", true},
          {"values", Form::kIntegers, "at --size paper", true},
          {"test_values", Form::kIntegers, "some of them: at --size test", true},
          {"scale", Form::kNumber, "factor from a value to its place on the axis (1)"}};
}

Keys series_keys() {
  return {{"name", Form::kText, "how tables and pictures call it", true},
          {"design", Form::kTexts, "one, or several of which the fastest counts", true},
          {"set", Form::kTexts, "\"section.key=value\": over the design's"},
          {"arguments", Form::kArguments, "of the workloads"},
          {"functional", Form::kBoolean, "runs have an answer and no time (false)"},
          {"style", Form::kText, "how the workloads' PTX was compiled; over the experiment's", false, kStyles},
          {"baseline", Form::kText, "the series that its ratios are to, in place of the experiment's"},
          {"x_scale", Form::kNumber, "factor of its places on the horizontal axis (1)"},
          {"each", Form::kText, "a design's section.key: a run for each of the workload's values"},
          {"with", Form::kText, "another series, whose runs are this one's, too"},
          {"take", Form::kText, "which of several runs counts (fastest)", false, {"fastest", "slowest"}},
          {"combines", Form::kTexts, "series whose ideas this one has together"}};
}

Keys average_keys() {
  return {{"row", Form::kText, "its name", true},
          {"over", Form::kAny, "workloads, written as the experiment's", true}};
}

Keys plot_keys() {
  return {{"kind", Form::kText, "what it looks like", true, {"bars", "stacked-bars", "lines", "heat-map", "pareto"}},
          {"metric", Form::kText, "one of the experiment's", true},
          {"title", Form::kText, "above it; the experiment's where it is missing"},
          {"x_label", Form::kText, "below the horizontal axis"},
          {"y_label", Form::kText, "beside the vertical axis; the metric and its unit where it is missing"},
          {"series", Form::kTexts, "those that are shown; all where it is missing"},
          {"a_plot_a_row", Form::kBoolean, "a picture for each row (false)"},
          {"y_from", Form::kNumber, "where the vertical axis begins"},
          {"y_to", Form::kNumber, "where it ends"},
          {"groups", Form::kTexts, "heat-map: averages under which programs stand together"},
          {"against", Form::kText, "pareto: the metric of the horizontal axis"},
          {"row", Form::kText, "pareto: the average or program that is shown"}};
}

Keys winners_keys() {
  return {{"metric", Form::kText, "a ratio to the baseline", true},
          {"rows", Form::kTexts, "averages or programs", true},
          {"counters", Form::kTexts, "metrics that are no ratio", true}};
}

Keys paper_keys() {
  return {{"title", Form::kText, "of the paper"},
          {"workloads", Form::kText, "the CSV of its workloads, beside this file"},
          {"experiments", Form::kTexts, "names of the files EXPERIMENT.toml beside this one, in the paper's order", true},
          {"run_first", Form::kTexts, "experiments whose points run before the others'"},
          {"style", Form::kText, "how the workloads' PTX was compiled (modern)", false, kStyles},
          {"extends", Form::kText, "a paper that came with the program, whose workloads and experiments it has, too"}};
}

}  // namespace

const std::vector<FileTable>& experiment_tables() {
  static const std::vector<FileTable> tables = {
      {"experiment", top_keys()}, {"workload", workload_keys()}, {"size", size_keys()},
      {"sweep", sweep_keys()},    {"series", series_keys()},     {"average", average_keys()},
      {"plot", plot_keys()},      {"winners", winners_keys()}};
  return tables;
}

const std::vector<FileTable>& paper_tables() {
  static const std::vector<FileTable> tables = {{"paper", paper_keys()}};
  return tables;
}

}  // namespace unibank
