// How the table of a run calls the components of its energy.
#pragma once

#include <string>

namespace unibank {

// "register_file" -> "register file", "leakage_at_0.52" -> "leakage at 0.52 mW/KB (Q-01)".
std::string energy_label(const std::string& component);

// "long_wait" -> "long wait".
std::string spaced(std::string name);

// Whether the component is beside the total: the leakage of another reading of the paper, or the energies of the
// register hierarchy's own files.
bool is_beside_total(const std::string& component);

}  // namespace unibank
