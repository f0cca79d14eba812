#include "characterize/table.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "characterize/table_text.h"

namespace unibank::characterize {

namespace {

using Json = nlohmann::ordered_json;

double cycles_between(const Trial& longer, const std::function<const Measured&(const Trial&)>& of) {
  return static_cast<double>(of(longer).cycles) - static_cast<double>(of(half_of(longer)).cycles);
}

double largest_that_stays(const Row& row, const std::function<const Measured&(const Trial&)>& of) {
  double largest = 0;
  for (const Trial& trial : row.sweep) {
    const auto bytes = static_cast<double>(trial.ring * trial.ring_stride);
    const double steps = static_cast<double>(row.rounds ? trial.ring : kOps) * trial.turns;
    if (cycles_between(trial, of) / steps <= row.stays) largest = std::max(largest, bytes);
  }
  return largest;
}

bool all_stay(const Row& row) {
  return std::none_of(row.sweep.begin(), row.sweep.end(), [&row](const Trial& trial) {
    return static_cast<double>(trial.ring * trial.ring_stride) > row.measured;
  });
}

std::string first_refusal(const Row& row, const std::function<const Measured&(const Trial&)>& of) {
  if (row.is == Row::Is::kBytes) {
    for (const Trial& trial : row.sweep)
      if (!of(trial).refused.empty()) return of(trial).refused;
    return "";
  }
  return !of(row.longer).refused.empty() || row.one_run ? of(row.longer).refused : of(half_of(row.longer)).refused;
}

void measure(Row& row, const std::function<const Measured&(const Trial&)>& of) {
  if (!row.absent.empty()) return;
  row.refused = first_refusal(row, of);
  if (!row.refused.empty()) return;
  if (row.is == Row::Is::kBytes) {
    row.measured = largest_that_stays(row, of);
    return;
  }
  const double cycles = row.one_run ? static_cast<double>(of(row.longer).cycles) : cycles_between(row.longer, of);
  row.measured = row.is == Row::Is::kCycles ? cycles / row.events : row.events / cycles;
}

}  // namespace

void measure(std::vector<Row>& rows, const std::function<const Measured&(const Trial&)>& of) {
  for (Row& row : rows) measure(row, of);
}

void measure_on_card(std::vector<Row>& rows, const std::function<const Measured&(const Trial&)>& of) {
  constexpr double kStays = 1.15;
  constexpr double kMostIssued = 8, kLeastLatency = 1, kLeastAccess = 0.25;  // of an SM
  const auto possible = [&](const Row& row) {
    if (row.unit == "instructions/cycle") return row.measured <= kMostIssued;
    return row.measured >= (row.unit == "cycles" ? kLeastLatency : row.unit == "cycles/access" ? kLeastAccess : 0);
  };
  for (Row& row : rows) {
    if (row.one_run) row.absent = "no clock of an SM sees the launch";
    if (row.absent.empty() && row.is == Row::Is::kBytes && first_refusal(row, of).empty()) {
      const Trial& smallest = row.sweep.front();
      const double steps = static_cast<double>(row.rounds ? smallest.ring : kOps) * smallest.turns;
      row.stays = kStays * cycles_between(smallest, of) / steps;
    }
    measure(row, of);
    const bool sensible = row.measured > 0 && std::isfinite(row.measured);
    if (has_figures(row) && !sensible) row.refused = "too short for its clocks";
    if (has_figures(row) && !possible(row))
      row.refused = "no SM is as fast as " + figure(row, row.measured) + " " + row.unit +
                    ": the driver's compiler or the loop hides instructions of this kernel";
    if (has_figures(row) && row.is == Row::Is::kBytes && all_stay(row))
      row.refused = "every working set that was tried stays, up to " + figure(row, row.measured) + " bytes";
  }
}

std::string rows_table(const std::vector<Row>& rows, const std::string& design) {
  std::size_t name = 0, measured = 8, due = 8, unit = 4;
  for (const Row& row : rows) {
    name = std::max(name, row.name.size());
    if (!has_figures(row)) continue;
    measured = std::max(measured, figure(row, row.measured).size());
    due = std::max(due, figure(row, row.due.value).size());
    unit = std::max(unit, row.unit.size());
  }
  std::string out = design + "\n", group;
  out += padded("", name + 4) + padded("measured", measured, true) + "  " + padded("expected", due, true) + "  " +
         padded("unit", unit) + "  verdict; formula of the expected figure\n";
  for (const Row& row : rows) {
    if (row.group != group) out += "\n" + row.group + "\n";
    group = row.group;
    std::string line = "  " + padded(row.name, name + 2);
    if (has_figures(row))
      line += padded(figure(row, row.measured), measured, true) + "  " + padded(figure(row, row.due.value), due, true) +
              "  " + padded(row.unit, unit) + "  ";
    else
      line += padded("", measured + due + unit + 6);
    line += verdict_text(row) + (has_figures(row) ? "; " + row.due.formula : "");
    out += line + "\n";
  }
  return out;
}

std::string rows_csv(const std::vector<Row>& rows, const std::string& design) {
  std::string out = "design,group,row,unit,measured,expected,formula,right,verdict\n";
  for (const Row& row : rows) {
    const bool figures = has_figures(row);
    for (const std::string& cell :
         {design, row.group, row.name, row.unit, figures ? number(row.measured) : "",
          figures ? number(row.due.value) : "", row.due.formula, std::string(is_right(row) ? "1" : "0")})
      out += quoted(cell) + ",";
    out += quoted(verdict_text(row)) + "\n";
  }
  return out;
}

std::string rows_json(const std::vector<Row>& rows, const std::string& design) {
  Json all = Json::object();
  all["schema"] = "unibank-characterize-1";
  all["design"] = design;
  all["rows"] = Json::array();
  for (const Row& row : rows) {
    Json one = Json::object();
    one["group"] = row.group;
    one["row"] = row.name;
    one["unit"] = row.unit;
    one["measured"] = has_figures(row) ? Json(row.measured) : Json();
    one["expected"] = has_figures(row) ? Json(row.due.value) : Json();
    one["formula"] = row.due.formula;
    one["right"] = is_right(row);
    one["verdict"] = verdict_text(row);
    all["rows"].push_back(one);
  }
  return all.dump(2) + "\n";
}

}  // namespace unibank::characterize
