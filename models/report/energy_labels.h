// The energy components in tables and CSV: their order and labels.
#pragma once

#include <string>
#include <vector>

#include "report/run_result.h"

namespace unibank {

// "register_file" -> "register file", "leakage_at_0.52" -> "leakage at 0.52 mW/KB (Q-01)".
std::string energy_label(const std::string& component);

// "long_wait" -> "long wait".
std::string spaced(std::string name);

// Whether the component is not part of the total: the leakage by another interpretation of the paper, or the energies
// of the register hierarchy.
bool is_beside_total(const std::string& component);

// The components of all runs. Designs have different energy tables, so a run need not have all of them; each stands
// behind the one that it follows in the first run that has it.
std::vector<std::string> components_of(const std::vector<RunResult>& runs);

// Null: the run's energy table has no such component.
const EnergyComponent* find_component(const RunResult& run, const std::string& component);

}  // namespace unibank
