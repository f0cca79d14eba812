// Labels of the energy components in the table of a run.
#pragma once

#include <string>

namespace unibank {

// "register_file" -> "register file", "leakage_at_0.52" -> "leakage at 0.52 mW/KB (Q-01)".
std::string energy_label(const std::string& component);

// "long_wait" -> "long wait".
std::string spaced(std::string name);

// Whether the component is not part of the total: the leakage by another interpretation of the paper, or the energies
// of the register hierarchy.
bool is_beside_total(const std::string& component);

}  // namespace unibank
