// The CSV files of a paper: its workloads, and its published values.
#include <algorithm>

#include "base/input_error.h"
#include "reproduce/csv_text.h"
#include "reproduce/experiment_reader.h"
#include "reproduce/words.h"

namespace unibank {

namespace {

// "nodes=1000 block=64"; names and ranges are checked by the workload.
std::map<std::string, std::string> arguments_of(const CsvTable::Row& row, const std::string& column,
                                                const std::string& file) {
  std::map<std::string, std::string> arguments;
  for (const std::string& word : split_at_blanks(row.cells.at(column))) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw InputError(file, row.line, "column '" + column + "' has '" + word + "', expected name=value");
    if (!arguments.emplace(word.substr(0, equals), word.substr(equals + 1)).second)
      throw InputError(file, row.line, "column '" + column + "' gives '" + word.substr(0, equals) + "' twice");
  }
  return arguments;
}

Published published_of(const CsvTable::Row& row, const std::string& file) {
  static const std::vector<std::string> kRelations = {"=", "<", "<=", ">", ">=", "range", "order"};
  Published published;
  const auto number = [&](const char* column) -> std::optional<double> {
    if (row.cells.at(column).empty()) return std::nullopt;
    return csv_number(row, column, file);
  };
  published.relation = row.cells.at("relation");
  if (std::find(kRelations.begin(), kRelations.end(), published.relation) == kRelations.end())
    throw InputError(file, row.line, unknown_name("relation", published.relation, kRelations));
  published.value = number("value");
  published.high = number("high");
  published.words = row.cells.at("words");
  published.source = row.cells.at("source");
  const bool order = published.relation == "order", range = published.relation == "range";
  if (order ? published.words.empty() : !published.value)
    throw InputError(file, row.line, "relation '" + published.relation + "' needs " + (order ? "words" : "a value"));
  if (range != published.high.has_value())
    throw InputError(file, row.line, "column 'high' goes with relation 'range', and with that only");
  if (range && *published.high < *published.value)
    throw InputError(file, row.line, "a range from " + row.cells.at("value") + " to " + row.cells.at("high") +
                                         ", expected 'high' not below 'value'");
  if (published.source.empty()) throw InputError(file, row.line, "no source");
  return published;
}

}  // namespace

std::optional<Style> style_of(TableReader& table) {
  const std::string name = table.text_or("style", "");
  if (name.empty()) return std::nullopt;
  try {
    return style_from(name);
  } catch (const InputError& error) {
    table.fail_at("style", error.what());
  }
}

std::vector<PaperWorkload> read_paper_workloads(const std::string& text, const std::string& file,
                                                const std::vector<std::string>& known) {
  std::vector<PaperWorkload> all;
  for (const CsvTable::Row& row :
       parse_csv_table(text, file, {"row", "workload", "registers", "scratchpad", "groups", "arguments",
                                     "paper_arguments", "source"})
           .rows) {
    PaperWorkload one;
    one.name = row.cells.at("workload");
    if (std::find(known.begin(), known.end(), one.name) == known.end())
      throw InputError(file, row.line, unknown_name("workload", one.name, known));
    one.row = row.cells.at("row").empty() ? one.name : row.cells.at("row");
    for (const PaperWorkload& other : all)
      if (other.row == one.row) throw InputError(file, row.line, "workload '" + one.row + "' occurs twice");
    const auto need = [&](const char* column) -> std::optional<double> {
      if (row.cells.at(column).empty()) return std::nullopt;
      const double value = csv_number(row, column, file);
      if (value < 0) throw InputError(file, row.line, std::string("column '") + column + "' is negative");
      return value;
    };
    one.registers = need("registers");
    if (one.registers && *one.registers != static_cast<double>(static_cast<std::int64_t>(*one.registers)))
      throw InputError(file, row.line, "column 'registers' is a fraction, expected a whole number");
    one.scratchpad = need("scratchpad");
    one.groups = split_at_blanks(row.cells.at("groups"));
    one.arguments = arguments_of(row, "arguments", file);
    one.paper_arguments = arguments_of(row, "paper_arguments", file);
    one.file = file;
    one.line = row.line;
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<PublishedCell> read_published(const std::string& text, const std::string& file) {
  std::vector<PublishedCell> all;
  const std::vector<std::string> columns = {"row",   "series", "metric", "x",     "relation",
                                            "value", "high",   "words",  "source"};
  for (const CsvTable::Row& row : parse_csv_table(text, file, columns).rows) {
    PublishedCell cell{row.cells.at("row"), row.cells.at("series"), row.cells.at("metric"), std::nullopt,
                       published_of(row, file), row.line};
    if (!row.cells.at("x").empty()) cell.x = csv_number(row, "x", file);
    const bool twice = std::any_of(all.begin(), all.end(), [&cell](const PublishedCell& other) {
      return other.row == cell.row && other.series == cell.series && other.metric == cell.metric && other.x == cell.x &&
             other.published.words == cell.published.words;
    });
    if (twice) throw InputError(file, row.line, "this cell occurs twice");
    all.push_back(std::move(cell));
  }
  return all;
}

}  // namespace unibank
