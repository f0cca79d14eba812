#include "energy/sampled_energy.h"

#include "base/input_error.h"
#include "energy/energy.h"
#include "report/interval.h"

namespace unibank {

namespace {

double named(const std::vector<EnergyComponent>& all, const std::string& name) {
  for (const EnergyComponent& one : all)
    if (one.name == name) return one.picojoule;
  return 0;
}

double half_of(const RunResult& run, const std::function<double(const RunResult&)>& figure) {
  if (!run.sampled.any()) return 0;
  const Interval interval = figure_of(run, figure);
  return interval.high - interval.estimate;
}

void put(RunResult& run, const Design& design, const RunResult& baseline, const Design& baseline_design) {
  run.energy = energy(run, design, &baseline, &baseline_design);
  if (!run.energy.empty()) run.energy_table = design.energy.table;
  if (!run.sampled.any()) return;
  for (const EnergyComponent& component : run.energy) {
    const std::string& name = component.name;
    const double own = half_of(run, [&](const RunResult& other) {
      return named(energy(other, design, &baseline, &baseline_design), name);
    });
    const double first = half_of(baseline, [&](const RunResult& other) {
      return named(energy(run, design, &other, &baseline_design), name);
    });
    const double half = own + first;
    run.sampled.energy.push_back({name, {component.picojoule, component.picojoule - half, component.picojoule + half}});
  }
}

}  // namespace

std::string put_energy(RunResult& run, const Design& design, const RunResult& baseline, const Design& baseline_design) {
  try {
    put(run, design, baseline, baseline_design);
  } catch (const InputError& refused) {
    run.energy.clear();
    run.energy_table.clear();
    run.sampled.energy.clear();
    return std::string("no energy: ") + refused.what();
  }
  return "";
}

}  // namespace unibank
