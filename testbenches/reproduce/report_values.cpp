#include "reproduce/report_values.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <set>

#include "base/input_error.h"
#include "reproduce/values.h"

namespace unibank {

namespace {

constexpr std::size_t kNamesShown = 8;

// The length of the common beginning of the name and `found`; more is nearer.
std::size_t common_start(const std::string& name, const std::string& found) {
  const std::size_t most = std::min(name.size(), found.size());
  std::size_t same = 0;
  while (same < most && name[same] == found[same]) ++same;
  return same;
}

// "..." stands for those behind the nearest ones.
std::vector<std::string> nearest(const std::map<std::string, const Cell*>& cells, const std::string& found) {
  std::vector<std::string> names;
  names.reserve(cells.size());
  for (const auto& [name, cell] : cells) names.push_back(name);
  std::stable_sort(names.begin(), names.end(), [&found](const std::string& a, const std::string& b) {
    return common_start(a, found) > common_start(b, found);
  });
  if (names.size() > kNamesShown) {
    names.resize(kNamesShown);
    names.emplace_back("...");
  }
  return names;
}

std::string with_commas(std::string text) {
  const std::size_t end = std::min(text.find('.'), text.size()), start = text[0] == '-' ? 1 : 0;
  for (std::size_t at = end; at > start + 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

const char* const kParts[] = {"published", "high", "ratio", "deviation", "row"};

// The number of a cell that `part` asks for; empty: it has none.
std::optional<double> part_of(const Cell& cell, const std::string& part) {
  const std::optional<double> measured = drawable(cell.measured);
  if (part.empty()) return measured;
  if (!cell.published || !cell.published->value) return std::nullopt;
  const double published = *cell.published->value;
  if (part == "published") return published;
  if (part == "high") return cell.published->high;
  if (!measured || (part == "ratio" && published == 0)) return std::nullopt;
  return part == "ratio" ? *measured / published : *measured - published;
}

}  // namespace

std::string report_name(const std::string& text) {
  std::string name;
  const auto separate = [&name] {
    if (!name.empty() && name.back() != '-') name += '-';
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '+') {
      name += c;
    } else if (c == '<' && i + 1 < text.size() && text[i + 1] == '=') {
      separate(), name += "upto", ++i;
    } else if (c == '<' || c == '>') {
      separate(), name += c == '<' ? "under" : "over";
    } else {
      separate();
    }
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name;
}

std::optional<std::string> formatted(double value, const std::string& format) {
  std::string kind = format.empty() ? "2" : format;
  if (std::isdigit(static_cast<unsigned char>(kind.back())) == 0) return std::nullopt;
  const int decimals = kind.back() - '0';
  kind.pop_back();
  if (decimals > 6) return std::nullopt;
  if (kind == "%") value *= 100;
  else if (kind == "gain") value = 100 * (value - 1);
  else if (kind == "cut") value = 100 * (1 - value);
  else if (kind == "k") value /= 1e3;
  else if (kind == "M") value /= 1e6;
  else if (!kind.empty() && kind != "," && kind != "+") return std::nullopt;
  if (!std::isfinite(value) || std::fabs(value) >= 1e18) return "undefined";
  char text[64];
  std::snprintf(text, sizeof text, kind == "+" ? "%+.*f" : "%.*f", decimals, value);
  std::string shown = text;
  if (shown.find_first_not_of("-0.") == std::string::npos && shown[0] == '-') shown.erase(0, 1);  // no "-0"
  return kind == "," ? with_commas(shown) : shown;
}

ReportValues::ReportValues(const std::vector<ReportPaper>& papers) : papers_(papers) {
  for (const ReportPaper& one : papers) {
    add_number(one.paper.name + ".points", one.points);
    for (std::size_t i = 0; i < one.outcomes.size(); ++i) {
      const std::string prefix = one.paper.name + "." + one.outcomes[i].name;
      add_number(prefix + ".points", one.outcomes[i].points);
      add(prefix, one.outcomes[i], one.paper.experiments[i]);
    }
  }
  for (const auto& [row, columns] : columns_)
    if (columns > 1) cells_.erase(row);
}

void ReportValues::add(const std::string& prefix, const Outcome& outcome, const Experiment& experiment) {
  const std::string& first = experiment.metrics.front();
  for (const Cell& cell : outcome.cells) {
    const auto is_its = [&cell](const ExperimentSeries& one) { return one.name == cell.series; };
    const bool run_here = std::any_of(experiment.series.begin(), experiment.series.end(), is_its);
    if (!run_here && !cell.measured && cell.published && !cell.published->value) continue;  // only words
    add_cell(prefix + "/" + report_name(cell.metric), cell);
    if (cell.metric == first) add_cell(prefix, cell);
  }
  add_missing_parts(prefix, outcome, experiment);
  for (const std::string& metric : experiment.metrics) {
    add_extremes(prefix + "/" + report_name(metric), outcome, experiment, metric);
    if (metric == first) add_extremes(prefix, outcome, experiment, metric);
  }
}

// A cell that has not run is only one, whatever parts its metric has in other rows; it gets the same part names.
void ReportValues::add_missing_parts(const std::string& prefix, const Outcome& outcome, const Experiment& experiment) {
  std::map<std::string, std::set<std::string>> parts;  // [metric]: columns that have been measured
  for (const Cell& cell : outcome.cells)
    if (cell.measured) parts[cell.metric].insert(cell.series);
  for (const Cell& cell : outcome.cells) {
    const auto is_its = [&cell](const ExperimentSeries& one) { return one.name == cell.series; };
    if (cell.measured || std::none_of(experiment.series.begin(), experiment.series.end(), is_its)) continue;
    for (const std::string& part : parts[cell.metric]) {
      if (experiment.series.size() != 1 && part.rfind(cell.series + ": ", 0) != 0) continue;
      made_.push_back({cell.row, part, cell.metric, cell.x, std::nullopt, std::nullopt});
      const Cell& missing = made_.back();
      add_cell(prefix + "/" + report_name(cell.metric), missing);
      if (cell.metric == experiment.metrics.front()) add_cell(prefix, missing);
    }
  }
}

void ReportValues::add_cell(const std::string& prefix, const Cell& cell) {
  const std::string row = prefix + "." + report_name(cell.row), x = cell.x ? "@" + exact(*cell.x) : "";
  const bool added = cells_.emplace(row + "." + report_name(cell.series) + x, &cell).second;
  if (!added) return;  // a further published value of the same cell
  cells_.emplace(row + x, &cell);
  ++columns_[row + x];
}

void ReportValues::add_extremes(const std::string& prefix, const Outcome& outcome, const Experiment& experiment,
                                const std::string& metric) {
  for (const char* name : {"most", "least"}) {
    std::map<std::string, const Cell*> found;  // by series
    for (const Cell& cell : outcome.cells) {
      if (cell.metric != metric || cell.x || is_average(experiment, cell.row)) continue;
      const Cell*& best = found[cell.series];
      const std::optional<double> measured = drawable(cell.measured);
      if (!measured) continue;
      const bool first = !best || !drawable(best->measured);
      if (first || (name[0] == 'm' ? *measured > *best->measured : *measured < *best->measured)) best = &cell;
    }
    for (const auto& [series, cell] : found) {
      if (!cell) made_.push_back({"", series, metric, std::nullopt, std::nullopt, std::nullopt});
      cells_.emplace(prefix + "." + name + "." + report_name(series), cell ? cell : &made_.back());
    }
  }
}

void ReportValues::add_number(const std::string& name, double value) {
  made_.push_back({name, "", "", std::nullopt, value, std::nullopt});
  cells_.emplace(name, &made_.back());
}

const Cell* ReportValues::find(const std::string& name) const {
  const auto found = cells_.find(name);
  return found == cells_.end() ? nullptr : found->second;
}

// "a.b.c.d.ratio : 3"
ReportValues::Reference ReportValues::split(const std::string& reference) const {
  const std::size_t colon = reference.rfind(':');
  Reference found{reference.substr(0, colon), "", colon == std::string::npos ? "" : reference.substr(colon + 1)};
  found.name.erase(found.name.find_last_not_of(' ') + 1);
  found.format.erase(0, std::min(found.format.find_first_not_of(' '), found.format.size()));
  if (find(found.name)) return found;
  const std::size_t dot = found.name.rfind('.');
  const std::string last = dot == std::string::npos ? "" : found.name.substr(dot + 1);
  if (std::find(std::begin(kParts), std::end(kParts), last) == std::end(kParts)) return found;
  found.part = last;
  found.name.resize(dot);
  return found;
}

bool ReportValues::knows(const std::string& reference) const { return find(split(reference).name) != nullptr; }

// Empty: the name is known, but there is nothing to show.
std::optional<std::string> ReportValues::value_text(const std::string& reference, const ReportPlace& place) const {
  const auto [name, part, format] = split(reference);
  const Cell* const cell = find(name);
  if (!cell) throw InputError(place.file, place.line, unknown_name("reference", name, nearest(cells_, name)));
  if (part == "row") return cell->row.empty() ? std::nullopt : std::optional<std::string>(cell->row);
  const bool of_paper = !part.empty();
  if (of_paper && (!cell->published || !cell->published->value))
    throw InputError(place.file, place.line, "'" + name + "' has no published value, found '." + part + "'");
  const std::optional<std::string> shown = formatted(part_of(*cell, part).value_or(0), format);
  if (!shown)
    throw InputError(place.file, place.line,
                     "format '" + format + "' of '" + name +
                         "', expected a number of decimals from 0 to 6, and before it ',', '+', '%', 'gain', 'cut', "
                         "'k' or 'M'");
  return part_of(*cell, part) ? shown : std::nullopt;
}

std::string ReportValues::text_of(const std::string& reference, const ReportPlace& place) const {
  return value_text(reference, place).value_or("(not run)");
}

std::string ReportValues::cell_text(const std::string& reference, const ReportPlace& place) const {
  const Cell* const cell = find(split(reference).name);
  const std::string part = split(reference).part;
  const bool of_paper = !part.empty() && part != "row";
  if (cell && of_paper && (!cell->published || !cell->published->value)) return "";
  return value_text(reference, place).value_or("-");
}

const ReportPaper& ReportValues::paper(const std::string& name, const ReportPlace& place) const {
  std::vector<std::string> known;
  for (const ReportPaper& one : papers_) {
    if (one.paper.name == name.substr(0, name.find('.'))) return one;
    known.push_back(one.paper.name);
  }
  throw InputError(place.file, place.line, unknown_name("paper", name, known));
}

const Outcome& ReportValues::outcome(const std::string& name, const ReportPlace& place, std::string& metric,
                                     const Experiment** experiment) const {
  const ReportPaper& of = paper(name, place);
  const std::size_t slash = name.find('/');
  const std::string full = name.substr(0, slash);
  std::vector<std::string> known;
  for (std::size_t i = 0; i < of.outcomes.size(); ++i) {
    known.push_back(of.paper.name + "." + of.outcomes[i].name);
    if (known.back() != full) continue;
    const std::vector<std::string>& metrics = of.paper.experiments[i].metrics;
    metric = slash == std::string::npos ? metrics.front() : name.substr(slash + 1);
    const auto found = std::find_if(metrics.begin(), metrics.end(),
                                    [&metric](const std::string& one) { return report_name(one) == metric; });
    if (slash != std::string::npos && found == metrics.end())
      throw InputError(place.file, place.line, unknown_name("metric of " + full, metric, metrics));
    if (found != metrics.end()) metric = *found;
    if (experiment) *experiment = &of.paper.experiments[i];
    return of.outcomes[i];
  }
  throw InputError(place.file, place.line, unknown_name("experiment", full, known));
}

}  // namespace unibank
