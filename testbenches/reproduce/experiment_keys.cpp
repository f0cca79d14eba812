#include "reproduce/experiment_keys.h"

namespace unibank {

namespace {

using Form = FileKey::Form;
using Keys = std::vector<FileKey>;

const std::vector<std::string> kStyles = {"modern", "period"};
const std::vector<std::string> kSizes = {"tiny", "test", "paper"};

Keys top_keys() {
  return {{"title", Form::kText, "what the experiment shows", true},
          {"source", Form::kText, "the place in the paper", true},
          {"workloads", Form::kAny, "a group, or a list of rows of the paper's CSV of workloads and of tables", true},
          {"metrics", Form::kTexts, "the shown metrics, or counters by their names ('unibank list counters')", true},
          {"published", Form::kText, "a CSV with the paper's values, beside this file"},
          {"style", Form::kText, "how the workloads' PTX was compiled; overrides that of paper.toml", false, kStyles},
          {"published_needs", Form::kBoolean, "run with the registers and scratchpad of the CSV of workloads (false)"},
          {"baseline", Form::kText, "the reference series of ratios"},
          {"baseline_at", Form::kInteger, "the baseline's value of the sweep, instead of that of the point"},
          {"show_baseline", Form::kBoolean, "ratios of the baseline to itself are shown, too (false)"},
          {"notes", Form::kTexts, "sentences for the page"},
          {"size", Form::kTable, "sizes of the programs", false, {}, "size"},
          {"sweep", Form::kTable, "the quantity along the horizontal axis", false, {}, "sweep"},
          {"series", Form::kTables, "a design, or several, with overrides", true, {}, "series"},
          {"average", Form::kTables, "a row with the mean of other rows", false, {}, "average"},
          {"plot", Form::kTables, "a picture", false, {}, "plot"},
          {"winners", Form::kTable, "tables of the best series of each row", false, {}, "winners"}};
}

Keys workload_keys() {
  return {{"name", Form::kText, "a row of the paper's CSV of workloads", true},
          {"row", Form::kText, "its name in the tables of this experiment"},
          {"arguments", Form::kArguments, "arguments; override those of its size"},
          {"paper_arguments", Form::kArguments, "arguments at --size paper only"},
          {"x_scale", Form::kNumber, "factor of its positions on the horizontal axis (1)"},
          {"values", Form::kIntegers, "its values of the sweep, or of a series' 'each', instead of the common ones"}};
}

Keys size_keys() {
  return {{"test", Form::kText, "size of the programs at --size test (test)", false, kSizes},
          {"paper", Form::kText, "size of the programs at --size paper (paper)", false, kSizes}};
}

Keys sweep_keys() {
  return {{"key", Form::kText, "a design's section.key, or an argument of the workloads", true},
          {"values", Form::kIntegers, "its values at --size paper", true},
          {"test_values", Form::kIntegers, "its values at --size test: some of these", true},
          {"scale", Form::kNumber, "factor from a value to its position on the axis (1)"}};
}

Keys series_keys() {
  return {{"name", Form::kText, "its name in tables and pictures", true},
          {"design", Form::kTexts, "a design, or several of which the fastest counts", true},
          {"set", Form::kTexts, "overrides of the design: \"section.key=value\""},
          {"arguments", Form::kArguments, "arguments of the workloads"},
          {"functional", Form::kBoolean, "runs compute only the answer, without time (false)"},
          {"style", Form::kText, "how the workloads' PTX was compiled; overrides the experiment's", false, kStyles},
          {"baseline", Form::kText, "the reference series of its ratios, instead of the experiment's"},
          {"x_scale", Form::kNumber, "factor of its positions on the horizontal axis (1)"},
          {"each", Form::kText, "a design's section.key: a run for each of the workload's values"},
          {"with", Form::kText, "another series, whose runs are added to this one"},
          {"take", Form::kText, "the run that counts, of several (fastest)", false, {"fastest", "slowest"}},
          {"combines", Form::kTexts, "the series whose ideas this one combines"}};
}

Keys average_keys() {
  return {{"row", Form::kText, "its name", true},
          {"over", Form::kAny, "its workloads, in the form of the experiment's", true}};
}

Keys plot_keys() {
  return {{"kind", Form::kText, "the kind of picture", true, {"bars", "stacked-bars", "lines", "heat-map", "pareto"}},
          {"metric", Form::kText, "the shown metric, one of the experiment's", true},
          {"title", Form::kText, "its title; default: the experiment's"},
          {"x_label", Form::kText, "label of the horizontal axis"},
          {"y_label", Form::kText, "label of the vertical axis; default: the metric with its unit"},
          {"series", Form::kTexts, "the shown series; default: all"},
          {"a_plot_a_row", Form::kBoolean, "lines: a small graph for each row (false)"},
          {"y_from", Form::kNumber, "lower end of the vertical axis"},
          {"y_to", Form::kNumber, "upper end of the vertical axis"},
          {"groups", Form::kTexts, "heat-map: averages; the programs of each are grouped below their mean"},
          {"against", Form::kText, "pareto: the metric of the horizontal axis"},
          {"row", Form::kText, "pareto: the shown average or program"}};
}

Keys winners_keys() {
  return {{"metric", Form::kText, "a ratio to the baseline", true},
          {"rows", Form::kTexts, "averages or programs", true},
          {"counters", Form::kTexts, "metrics of the experiment that are not ratios", true}};
}

Keys paper_keys() {
  return {
      {"title", Form::kText, "title of the paper"},
      {"workloads", Form::kText, "the CSV of its workloads, beside this file"},
      {"experiments", Form::kTexts, "names of the files EXPERIMENT.toml beside this one, in the paper's order", true},
      {"run_first", Form::kTexts, "experiments whose points run before the others"},
      {"style", Form::kText, "how the workloads' PTX was compiled (modern)", false, kStyles},
      {"extends", Form::kText, "a paper that comes with the program; its workloads and experiments are included"}};
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
