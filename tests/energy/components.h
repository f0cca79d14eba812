// Single components of an energy.
#pragma once

#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "energy/energy.h"

namespace unibank {

inline double picojoule_of(const std::vector<EnergyComponent>& components, const std::string& name) {
  for (const EnergyComponent& component : components)
    if (component.name == name) return component.picojoule;
  FAIL("no component " << name);
  return 0;
}

}  // namespace unibank
