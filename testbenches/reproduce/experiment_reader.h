// Parses the text of an experiment.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "reproduce/experiment.h"
#include "reproduce/table_reader.h"

namespace unibank {

struct ExperimentText {
  std::string name;  // "table6"
  std::string file;  // as messages show it
  std::string text;
  // Returns the text of the CSV of that name in the same folder; empty: no such file.
  std::function<std::optional<std::string>(const std::string& name)> beside;
};

// `paper` gives the workloads and their groups. Throws InputError: file, line, what was found, what was expected.
Experiment read_experiment(const ExperimentText& source, const Paper& paper);

// The key `style` of a paper, an experiment or a series.
std::optional<Style> style_of(TableReader& table);

// The paper's table of workloads; `known` are the workloads of the program.
std::vector<PaperWorkload> read_paper_workloads(const std::string& text, const std::string& file,
                                                const std::vector<std::string>& known);

// Published values with the columns row, series, metric, x, relation, value, high, words, source.
std::vector<PublishedCell> read_published(const std::string& text, const std::string& file);

}  // namespace unibank
