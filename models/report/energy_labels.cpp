#include "report/energy_labels.h"

#include <algorithm>
#include <map>

namespace unibank {

namespace {

bool starts_with(const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; }

}  // namespace

std::string energy_label(const std::string& component) {
  static const std::map<std::string, std::string> kLabels = {
      {"dram", "DRAM"},
      {"hierarchy_lrf", "last-result file"},
      {"hierarchy_orf", "operand file"},
      {"hierarchy_mrf", "main register file"},
      {"hierarchy_flat", "a flat register file instead"},
  };
  if (const auto known = kLabels.find(component); known != kLabels.end()) return known->second;
  const std::string leakage = "leakage_at_", total = "total_at_";
  if (starts_with(component, leakage)) return "leakage at " + component.substr(leakage.size()) + " mW/KB (Q-01)";
  if (starts_with(component, total)) return "total at " + component.substr(total.size()) + " mW/KB";
  std::string label = spaced(component);
  if (starts_with(label, "l2")) label[0] = 'L';
  return label;
}

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

bool is_beside_total(const std::string& component) {
  return starts_with(component, "hierarchy_") || component.find("_at_") != std::string::npos;
}

std::vector<std::string> components_of(const std::vector<RunResult>& runs) {
  std::vector<std::string> all;
  for (const RunResult& run : runs) {
    auto next = all.begin();
    for (const EnergyComponent& component : run.energy) {
      const auto known = std::find(all.begin(), all.end(), component.name);
      next = (known != all.end() ? known : all.insert(next, component.name)) + 1;
    }
  }
  return all;
}

const EnergyComponent* find_component(const RunResult& run, const std::string& component) {
  for (const EnergyComponent& one : run.energy)
    if (one.name == component) return &one;
  return nullptr;
}

}  // namespace unibank
