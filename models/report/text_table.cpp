#include "report/text_table.h"

#include <algorithm>
#include <cmath>

#include "report/human.h"
#include "report/interval.h"

namespace unibank {

namespace {

constexpr char kHalf[] = " \u00b1 ";  // between an estimate and half of its interval

// Width in columns: each UTF-8 character has exactly one byte that is not a continuation byte.
std::size_t width_of(const std::string& text) {
  const auto begins = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins));
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string blanks(width > width_of(text) ? width - width_of(text) : 0, ' ');
  return right ? blanks + text : text + blanks;
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

// The relative half width of a quotient is at most the sum of both relative half widths (to first order, even if the
// two are correlated).
std::string ratio_text(double value, double half, double first, double first_half, bool sampled) {
  if (first == 0 || std::isnan(first)) return "";
  const std::string ratio = fixed(value / first, 2) + "x";
  if (!sampled) return ratio;
  return ratio + kHalf + fixed(std::abs(half / first) + std::abs(value * first_half / first / first), 2);
}

}  // namespace

bool Table::any(const Figure& of) const {
  return std::any_of(runs_.begin(), runs_.end(), [&of](const RunResult& run) { return of(run) != 0; });
}

void Table::text(const std::string& label, const std::function<std::string(const RunResult&)>& of) {
  Row row{label, {}, {}};
  for (const RunResult& run : runs_) {
    row.cells.push_back(of(run));
    row.ratios.emplace_back();
  }
  rows_.push_back(row);
}

void Table::fact(const std::string& label, const Figure& of, const Show& show) {
  Row row{label, {}, {}};
  const double first = of(runs_.front());
  for (const RunResult& run : runs_) {
    row.cells.push_back(show(of(run)));
    row.ratios.push_back(row.ratios.empty() ? "" : ratio_text(of(run), 0, first, 0, false));
  }
  rows_.push_back(row);
}

void Table::value(const std::string& label, const Figure& of, const Show& show) {
  estimate(label, of, [&of](const RunResult& run) {
    const Interval interval = figure_of(run, of);
    return interval.high - interval.estimate;
  }, show);
}

void Table::estimate(const std::string& label, const Figure& of, const Figure& half, const Show& show,
                     const std::function<bool(const RunResult&)>& comparable) {
  Row row{label, {}, {}};
  const auto half_of = [&half](const RunResult& run) { return run.sampled.any() ? half(run) : 0; };
  const RunResult& first = runs_.front();
  const double first_value = of(first), first_half = half_of(first);
  for (const RunResult& run : runs_) {
    const double value = of(run), own_half = half_of(run);
    if (std::isnan(value)) {
      row.cells.emplace_back();
      row.ratios.emplace_back();
      continue;
    }
    row.cells.push_back(show(value) + (run.sampled.any() ? kHalf + show(own_half) : ""));
    const bool sampled = run.sampled.any() || first.sampled.any();
    const std::string ratio =
        row.ratios.empty() ? "" : ratio_text(value, own_half, first_value, first_half, sampled);
    row.ratios.push_back(ratio.empty() || comparable(run) ? ratio : "-");
  }
  rows_.push_back(row);
}

void Table::fact_if_any(const std::string& label, const Figure& of, const Show& show) {
  if (any(of)) fact(label, of, show);
}

void Table::value_if_any(const std::string& label, const Figure& of, const Show& show) {
  if (any(of)) value(label, of, show);
}

std::string Table::print() const {
  std::size_t label = 0, ratio = 0;
  std::vector<std::size_t> cell(runs_.size());
  for (std::size_t i = 0; i < runs_.size(); ++i) cell[i] = runs_[i].design.size();
  for (const Row& row : rows_) {
    if (!row.cells.empty()) label = std::max(label, row.label.size() + 2);
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      cell[i] = std::max(cell[i], width_of(row.cells[i]));
      ratio = std::max(ratio, width_of(row.ratios[i]));
    }
  }
  const auto line = [&](const std::string& name, const auto& cells, const auto& ratios) {
    std::string text = padded(name, label, false);
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      text += "  " + padded(cells(i), cell[i], true);
      if (i != 0) text += "  " + padded(ratios(i), ratio, true);
    }
    return trimmed(text);
  };
  const auto nothing = [](std::size_t) { return std::string(); };
  std::string out = line("", [&](std::size_t i) { return runs_[i].design; }, nothing);
  for (const Row& row : rows_)
    out += row.cells.empty() ? "\n" + row.label + "\n"
                             : line("  " + row.label, [&](std::size_t i) { return row.cells[i]; },
                                    [&](std::size_t i) { return row.ratios[i]; });
  return out;
}

}  // namespace unibank
