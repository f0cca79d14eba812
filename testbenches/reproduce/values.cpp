#include "reproduce/values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace unibank {

std::string exact(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return error == std::errc() ? std::string(text, end) : "";
}

std::string rounded(double value) {
  if (!std::isfinite(value)) return "undefined";
  if (value == 0) return "0";  // no "-0"
  char text[32];
  const bool whole = value == std::floor(value) && std::fabs(value) < 1e15;
  std::snprintf(text, sizeof text, whole ? "%.0f" : "%.4g", value);
  return text;
}

std::string for_page(double value) {
  const double size = std::fabs(value);
  if (!std::isfinite(value) || value == 0) return rounded(value);
  if (size < 5e-7) return "≈ 0";
  char text[400];  // of the largest double
  int decimals = 0;
  if (size < 1000 && value != std::floor(value)) {
    const int digits = size < 1e-3 ? 2 : 4;
    decimals = std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(size))));
  }
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  std::string out = text;
  if (decimals != 0) {
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.') out.pop_back();
  }
  const std::size_t whole = std::min(out.find('.'), out.size()), first = out[0] == '-' ? 1 : 0;
  for (std::size_t at = whole; at > first + 3; at -= 3) out.insert(at - 3, ",");
  return out;
}

std::optional<double> drawable(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<bool> keeps_bound(const Cell& cell) {
  if (!cell.published) return std::nullopt;
  const auto measured = drawable(cell.measured), value = drawable(cell.published->value);
  if (!measured || !value) return std::nullopt;
  const std::string& relation = cell.published->relation;
  if (relation == "<") return *measured < *value;
  if (relation == "<=") return *measured <= *value;
  if (relation == ">") return *measured > *value;
  if (relation == ">=") return *measured >= *value;
  const auto high = drawable(cell.published->high);
  if (relation == "range" && high) return *value <= *measured && *measured <= *high;
  return std::nullopt;
}

std::vector<Agreement> agreements(const Outcome& outcome) {
  std::vector<Agreement> list;
  for (const std::string& metric : distinct(outcome.cells, &Cell::metric)) {
    Agreement agreement{metric};
    for (const Cell& cell : outcome.cells) {
      if (cell.metric != metric) continue;
      if (const auto deviation = drawable(cell.deviation())) {
        ++agreement.compared;
        agreement.mean_absolute += std::fabs(*deviation);
      }
      if (const auto kept = keeps_bound(cell)) {
        ++agreement.bounds;
        agreement.kept += *kept;
      }
    }
    if (agreement.compared) agreement.mean_absolute /= agreement.compared;
    if (agreement.compared || agreement.bounds) list.push_back(agreement);
  }
  return list;
}

std::vector<std::string> distinct(const std::vector<Cell>& cells, std::string Cell::*name) {
  std::vector<std::string> names;
  for (const Cell& cell : cells)
    if (std::find(names.begin(), names.end(), cell.*name) == names.end()) names.push_back(cell.*name);
  return names;
}

}  // namespace unibank
