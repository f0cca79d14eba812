#include "sweep/goals.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/counters.h"
#include "base/input_error.h"
#include "design/hardware_cost.h"
#include "energy/energy.h"
#include "reproduce/metrics.h"
#include "reproduce/values.h"

namespace unibank::sweep {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNothing = std::nan("");

// Energies are sums of products, so their rounding differs from one cycle to the next.
constexpr double kRounding = 1e-12;

constexpr char kEnergy[] = "energy_pj.", kDesign[] = "design.";

bool begins_with(const std::string& text, const char* beginning) { return text.rfind(beginning, 0) == 0; }

// All metrics of a row, for messages; metrics of several numbers and energies have parts after a dot.
std::vector<std::string> known_metrics() {
  std::vector<std::string> known = design_values();
  known.push_back("energy_pj.total");
  for (const Metric& metric : metrics())
    if (!metric.relative) known.emplace_back(metric.name);
  for (unsigned i = 0; i < DeclaredCounters::instance().size(); ++i)
    known.push_back(DeclaredCounters::instance()[i].name);
  return known;
}

// Metrics that never shrink while a run continues: cycles, counters, and sums of them.
bool only_grows(const std::string& metric) {
  static const std::vector<std::string> kSums = {"cycles", "dram_kb", "local_accesses"};
  return std::find(kSums.begin(), kSums.end(), metric) != kSums.end() ||
         DeclaredCounters::instance().find(metric) != DeclaredCounters::kNone;
}

// The energy by the design's table, for the counts so far. Energies are sums of counts and cycles, each times its cost.
// The rest of a fixed power (other_dynamic) may shrink while banks are busy, but the total contains both. A leakage
// below 0 means a design far below the table's reference size: then there is no bound.
double energy_so_far(const std::string& component, const RunResult& so_far, const Design& design) {
  if (component == "other_dynamic") return -kInfinity;
  double found = -kInfinity;
  try {
    for (const EnergyComponent& part : energy(so_far, design)) {
      if (part.name == "leakage" && part.picojoule < 0) return -kInfinity;
      if (part.name == component) found = part.picojoule * (1 - kRounding);
    }
  } catch (const InputError&) {
    return -kInfinity;  // for the moment, banks exceed the power of the table's SM
  }
  return component.find("_at_") == std::string::npos ? found : -kInfinity;
}

double least(const std::string& metric, const RunResult& so_far, const Design& design) {
  if (begins_with(metric, kEnergy)) return energy_so_far(metric.substr(sizeof kEnergy - 1), so_far, design);
  if (!only_grows(metric)) return -kInfinity;
  const Ended ended{&so_far, &design};
  const std::vector<MetricValue> values = find_metric(metric)->of(ended, ended);
  return values.size() == 1 ? values.front().value : -kInfinity;
}

// The bound for a point about which nothing is known.
double least_at_all(const std::string& metric) {
  const bool energy = begins_with(metric, kEnergy) && metric != std::string(kEnergy) + "other_dynamic";
  return energy || only_grows(metric) ? 0 : -kInfinity;
}

}  // namespace

const std::vector<std::string>& design_values() {
  static const std::vector<std::string> names = {"design.storage_kb", "design.storage_bits", "design.bits_beside_data"};
  return names;
}

double design_value(const std::string& name, const Design& design) {
  if (!begins_with(name, kDesign)) return kNothing;
  const HardwareCost cost = hardware_cost(design);
  const double kilobytes = design.capacity_kb() + cost.tag_kb() + cost.state_kb();
  if (name == "design.storage_kb") return kilobytes;
  if (name == "design.storage_bits") return kilobytes * 8192;
  return name == "design.bits_beside_data" ? static_cast<double>(cost.bits_beside_data()) : kNothing;
}

bool is_metric(const std::string& name) {
  const std::vector<std::string>& designs = design_values();
  if (std::find(designs.begin(), designs.end(), name) != designs.end()) return true;
  if (begins_with(name, kEnergy) && name.size() >= sizeof kEnergy) return true;
  if (const Metric* const metric = find_metric(name)) return !metric->relative;
  // The part of a metric of several numbers: "partition_kb.cache".
  const Metric* const whole = find_metric(name.substr(0, name.find('.')));
  return whole && !whole->relative && name.find('.') + 1 < name.size();
}

void check_metric(const std::string& name, const std::string& file, unsigned line) {
  if (is_metric(name)) return;
  const Metric* const metric = find_metric(name);
  if (metric && metric->relative)
    throw InputError(file, line,
                     "'" + name + "' is relative to a baseline, which a search does not have; expected a counter, " +
                         "a metric of a run, energy_pj.total or " + design_values().front());
  throw InputError(file, line, unknown_name("metric", name, known_metrics()));
}

std::string Goals::metric(std::size_t place) const {
  const std::size_t goals = search_.goals.size();
  return place < goals ? search_.goals[place].metric : search_.limits[place - goals].metric;
}

bool Goals::more_is_worse(std::size_t place) const {
  const std::size_t goals = search_.goals.size();
  if (place < goals) return !search_.goals[place].most;
  const Condition::Kind kind = search_.limits[place - goals].kind;
  return kind == Condition::Kind::kAtMost || kind == Condition::Kind::kBelow;
}

std::string Goals::text() const {
  static const char* const kAcross[] = {"mean", "geomean", "worst", "sum"};
  std::string text;
  for (const Goal& goal : search_.goals) text += (goal.most ? "most " : "least ") + goal.metric + "; ";
  for (const Limit& limit : search_.limits) {
    const char* const sign = limit.kind == Condition::Kind::kAtLeast   ? " >= "
                             : limit.kind == Condition::Kind::kAtMost  ? " <= "
                             : limit.kind == Condition::Kind::kAbove   ? " > "
                                                                       : " < ";
    text += limit.metric + sign + exact(limit.value) + "; ";
  }
  return text + kAcross[static_cast<std::size_t>(search_.across)] + " of " + std::to_string(programs_);
}

Goals::Values Goals::of(const std::vector<std::pair<std::string, double>>& row, const Design& design) const {
  Values values(size(), kNothing);
  for (std::size_t place = 0; place < values.size(); ++place) {
    const std::string name = metric(place);
    values[place] = design_value(name, design);
    if (begins_with(name, kDesign)) continue;
    const auto found = std::find_if(row.begin(), row.end(), [&name](const auto& one) { return one.first == name; });
    if (found != row.end()) values[place] = found->second;
  }
  return values;
}

double Goals::joined(std::size_t place, const std::vector<Values>& points) const {
  double sum = 0, logarithms = 0, worst = more_is_worse(place) ? -kInfinity : kInfinity;
  for (const Values& point : points) {
    const double value = point[place];
    if (std::isnan(value)) return kNothing;
    sum += value;
    logarithms += std::log(std::max(value, 0.0));
    worst = more_is_worse(place) ? std::max(worst, value) : std::min(worst, value);
  }
  const auto count = static_cast<double>(points.size());
  if (points.size() == 1) return sum;
  switch (search_.across) {
    case Search::Across::kSum: return sum;
    case Search::Across::kWorst: return worst;
    case Search::Across::kGeomean: return std::isinf(sum) ? sum : std::exp(logarithms / count);
    default: return sum / count;
  }
}

// Values of the design alone are the same for all programs.
Goals::Values Goals::across(const std::vector<Values>& points) const {
  Values values(size(), kNothing);
  for (std::size_t place = 0; place < values.size() && !points.empty(); ++place)
    values[place] = begins_with(metric(place), kDesign) ? points.front()[place] : joined(place, points);
  return values;
}

Goals::Values Goals::reached(const RunResult& so_far, const Design& design) const {
  std::vector<Values> points(programs_, Values(size(), 0));
  for (std::size_t place = 0; place < size(); ++place) {
    const std::string name = metric(place);
    const bool grows_worse = more_is_worse(place);
    for (std::size_t point = 0; point < programs_; ++point) {
      double& value = points[point][place];
      if (begins_with(name, kDesign)) value = design_value(name, design);
      else if (!grows_worse) value = kInfinity;
      else value = point == 0 ? least(name, so_far, design) : least_at_all(name);
    }
  }
  return across(points);
}

std::vector<double> Goals::less_is_better(const Values& values) const {
  std::vector<double> all;
  for (std::size_t place = 0; place < search_.goals.size(); ++place) {
    const double value = goal(place).most ? -values[place] : values[place];
    all.push_back(std::isnan(value) ? kInfinity : value);
  }
  return all;
}

double Goals::violation(const Values& values, bool known_only) const {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::isnan(values[i]) && !known_only) return kInfinity;
  for (std::size_t i = 0; i < search_.limits.size(); ++i) {
    const Limit& limit = search_.limits[i];
    const double value = values[search_.goals.size() + i];
    if (std::isnan(value)) continue;
    const bool upper = more_is_worse(search_.goals.size() + i);
    const bool strict = limit.kind == Condition::Kind::kAbove || limit.kind == Condition::Kind::kBelow;
    const double over = upper ? value - limit.value : limit.value - value;
    if (over < 0 || (over == 0 && !strict)) continue;
    sum += std::max(over, std::numeric_limits<double>::min()) / std::max(std::abs(limit.value), 1e-9);
  }
  return sum;
}

bool Goals::passes_limit(const Values& values) const {
  for (std::size_t i = 0; i < search_.limits.size(); ++i) {
    const Limit& limit = search_.limits[i];
    const double value = values[search_.goals.size() + i];
    if (!more_is_worse(search_.goals.size() + i)) continue;
    if (value > limit.value || (value == limit.value && limit.kind == Condition::Kind::kBelow)) return true;
  }
  return false;
}

bool dominates(const std::vector<double>& a, const std::vector<double>& b) {
  bool better = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) return false;
    better = better || a[i] < b[i];
  }
  return better;
}

}  // namespace unibank::sweep
