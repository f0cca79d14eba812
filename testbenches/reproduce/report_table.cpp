// Tables of a report.
#include <algorithm>
#include <map>
#include <set>

#include "base/input_error.h"
#include "reproduce/report.h"
#include "reproduce/values.h"
#include "reproduce/words.h"

namespace unibank {

namespace {

// The second word of a block: the experiment and the metric.
std::string subject(const ReportPiece& block, const std::string& file) {
  const std::vector<std::string> words = split_at_blanks(block.text);
  if (words.size() < 2)
    throw InputError(file, block.line, "'{{" + block.text + "' names nothing, expected {{" + words[0] +
                                           (words[0] == "scorecard" ? " PAPER" : " PAPER.EXPERIMENT"));
  return words[1];
}

std::string measured_and_published(const Cell& cell) {
  const std::string measured = drawable(cell.measured) ? *formatted(*cell.measured, "") : "-";
  if (!cell.published || !cell.published->value) return measured;
  const Published& published = *cell.published;
  std::string text = published.relation == "=" || published.relation == "range" ? "" : published.relation + " ";
  text += rounded(*published.value);
  if (published.high) text += " to " + rounded(*published.high);
  return measured + " (" + text + ")";
}

struct Shown {
  const std::string& file;
  const ReportValues& values;
  const Outcome& outcome;
  std::string metric;
};

// All series of one metric, with the paper's values in brackets.
std::string plain_table(const Shown& shown) {
  std::vector<Cell> cells;
  for (const Cell& cell : shown.outcome.cells)
    if (cell.metric == shown.metric && !cell.x && (cell.measured || !cell.published || cell.published->value))
      cells.push_back(cell);
  const std::vector<std::string> rows = distinct(cells, &Cell::row), series = distinct(cells, &Cell::series);
  std::vector<std::string> heads = {""};
  heads.insert(heads.end(), series.begin(), series.end());
  std::string text = report_row(heads) + report_rule(heads.size());
  for (const std::string& row : rows) {
    std::vector<std::string> line = {row};
    for (const std::string& one : series) {
      const auto found = std::find_if(cells.begin(), cells.end(),
                                      [&](const Cell& cell) { return cell.row == row && cell.series == one; });
      line.push_back(found == cells.end() ? "" : measured_and_published(*found));
    }
    text += report_row(line);
  }
  return text;
}

// "a/b.c.published : 1" with the line's part inserted after the experiment ("rows") or after the row ("columns").
std::string placed(const std::string& column, const std::string& paper, const std::string& line, bool by_column,
                   const ReportLine& at, const std::string& file) {
  const std::size_t colon = column.rfind(':');
  std::string name = column.substr(0, colon);
  name.erase(name.find_last_not_of(' ') + 1);
  const std::string format = colon == std::string::npos ? "" : column.substr(colon);
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos)
    throw InputError(file, at.line, "'" + column + "', expected " +
                                        (by_column ? "EXPERIMENT[/METRIC].ROW" : "EXPERIMENT[/METRIC].COLUMN"));
  if (!by_column) return paper + "." + name.substr(0, dot) + "." + line + name.substr(dot) + format;
  const std::size_t end = std::min(name.find('.', dot + 1), name.size());
  return paper + "." + name.substr(0, end) + "." + line + name.substr(end) + format;
}

// One or more parts after the head.
std::vector<std::string> columns_of(const ReportLine& line, const std::string& file) {
  std::vector<std::string> parts = report_cells(line.text);
  parts.erase(parts.begin());
  if (parts.empty()) throw InputError(file, line.line, "'" + line.text + "', expected HEAD | one or more columns");
  return parts;
}

// The rows over which an average of the experiment is taken; empty: it is not an average.
std::vector<std::string> averaged(const Experiment& experiment, const std::string& row) {
  std::vector<std::string> rows;
  for (const ExperimentAverage& average : experiment.averages)
    for (const ExperimentWorkload& one : average.over)
      if (average.row == row) rows.push_back(one.row);
  return rows;
}

// Averages of the same name in two experiments may be over different programs.
bool same_average(const Shown& shown, const std::string& reference, const std::string& row, const ReportLine& line) {
  const Experiment *experiment = nullptr, *other = nullptr;
  std::string metric;
  const std::string paper = shown.outcome.paper + ".";
  const std::string prefix = reference.substr(0, reference.find('.', paper.size()));
  shown.values.outcome(paper + shown.outcome.name, {shown.file, line.line}, metric, &experiment);
  shown.values.outcome(prefix, {shown.file, line.line}, metric, &other);
  return averaged(*experiment, row) == averaged(*other, row);
}

// A row or series without this cell gets an empty place; if none has it, the column is wrong.
std::string chosen_columns(const ReportPiece& block, const Shown& shown, bool by_column) {
  std::vector<std::string> heads = {""};
  for (const ReportLine& line : block.lines) heads.push_back(report_cells(line.text).front());
  std::vector<Cell> cells;
  for (const Cell& cell : shown.outcome.cells)
    if (cell.metric == shown.metric && (cell.measured || !cell.published || cell.published->value))
      cells.push_back(cell);
  std::string text = report_row(heads) + report_rule(heads.size());
  std::set<std::string> used;
  std::map<std::string, std::string> last;  // the reference by which a column was searched
  for (const std::string& name : distinct(cells, by_column ? &Cell::series : &Cell::row)) {
    std::vector<std::string> line = {name};
    for (const ReportLine& column : block.lines) {
      line.emplace_back();
      for (const std::string& part : columns_of(column, shown.file)) {
        const std::string reference =
            placed(part, shown.outcome.paper, report_name(name), by_column, column, shown.file);
        last[part] = reference;
        if (!shown.values.knows(reference)) continue;
        if (!by_column && !same_average(shown, reference, name, column)) continue;
        used.insert(part);
        const std::string cell = shown.values.cell_text(reference, {shown.file, column.line});
        line.back() += (line.back().empty() ? "" : " / ") + cell;
      }
    }
    text += report_row(line);
  }
  for (const ReportLine& column : block.lines)
    for (const std::string& part : columns_of(column, shown.file))
      if (used.count(part) == 0) shown.values.cell_text(last[part], {shown.file, column.line});  // throws
  return text;
}

}  // namespace

std::string report_table(const ReportPiece& block, const std::string& file, const ReportValues& values) {
  std::string metric;
  const Outcome& outcome = values.outcome(subject(block, file), {file, block.line}, metric, nullptr);
  const Shown shown{file, values, outcome, metric};
  const std::vector<std::string> words = split_at_blanks(block.text);
  const bool by_column = words.size() > 2 && words[2] == "by-column";
  if (words.size() > (by_column ? 3u : 2u))
    throw InputError(file, block.line, unknown_name("word of a table", words.back(), {"by-column"}));
  return block.lines.empty() ? plain_table(shown) : chosen_columns(block, shown, by_column);
}

std::string report_sweep(const ReportPiece& block, const std::string& file, const ReportValues& values) {
  std::string metric;
  const Outcome& outcome = values.outcome(subject(block, file), {file, block.line}, metric, nullptr);
  std::vector<Cell> cells;
  for (const Cell& cell : outcome.cells)
    if (cell.metric == metric && cell.x) cells.push_back(cell);
  if (cells.empty()) throw InputError(file, block.line, "'" + outcome.name + "' has no [sweep], expected a table");
  std::string text = report_row({"", "", "on the axis: measured"}) + report_rule(3);
  for (const std::string& row : distinct(cells, &Cell::row))
    for (const std::string& series : distinct(cells, &Cell::series)) {
      std::string places;
      for (const Cell& cell : cells)
        if (cell.row == row && cell.series == series && drawable(cell.measured))
          places += (places.empty() ? "" : ", ") + rounded(*cell.x) + ": " + *formatted(*cell.measured, "");
      if (!places.empty()) text += report_row({row, series, places});
    }
  return text;
}

}  // namespace unibank
