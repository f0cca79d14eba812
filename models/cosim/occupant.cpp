#include "cosim/occupant.h"

namespace unibank::rtl {

Occupants& Occupants::instance() {
  static Occupants occupants;
  return occupants;
}

const Occupant* Occupants::find(const std::string& name) const {
  const auto found = all_.find(name);
  return found == all_.end() ? nullptr : &found->second;
}

std::vector<std::string> Occupants::names() const {
  std::vector<std::string> names;
  for (const auto& [name, occupant] : all_) names.push_back(name);
  return names;
}

}  // namespace unibank::rtl
