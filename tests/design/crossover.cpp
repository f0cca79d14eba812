// The designs of the crossover: each changes only the part of the common baseline that its system is about.
#include <catch2/catch.hpp>

#include "design/load.h"

namespace unibank {
namespace {

std::vector<std::string> crossover() {
  std::vector<std::string> names;
  for (const std::string& name : list_designs({}))
    if (name.rfind("crossover/", 0) == 0) names.push_back(name);
  return names;
}

// Sections of a design file in which no crossover design differs from the baseline.
bool is_common(const DesignValue& value) {
  for (const char* section : {"gpu", "sm", "mshr", "interconnect", "l2", "dram", "conflicts", "energy", "run"})
    if (value.section == section) return true;
  return false;
}

std::string crossover_values(const std::string& name) {
  std::string text;
  for (const DesignValue& value : load_design(name).values)
    if (is_common(value)) text += value.section + "." + value.key + " = " + value.value + "\n";
  return text;
}

TEST_CASE("the designs of the crossover have 192 KB of SRAM each and the same memory system") {
  CHECK(crossover().size() == 21);
  const std::string baseline = crossover_values("crossover/separate");
  for (const std::string& name : crossover()) {
    INFO(name);
    CHECK(load_design(name).design.capacity_kb() == 192);
    CHECK(crossover_values(name) == baseline);
  }
}

TEST_CASE("the designs of the crossover differ from the baseline only in the parts that their names say") {
  for (const std::string& name : crossover()) {
    INFO(name);
    const Design design = load_design(name).design;
    const auto has = [&name](const char* part) { return name.find(part) != std::string::npos; };
    CHECK((design.scratchpad_gate.name == "sharing") == has("sharing"));
    CHECK((design.warp_order.name == "owf") == has("sharing"));
    CHECK((design.warp_order.name == "two-level") == (has("hierarchy") && !has("sharing")));
    CHECK(design.register_hierarchy.enabled == has("hierarchy"));
    CHECK((design.kernel.pass == KernelPass::kOnChip) == has("onchip"));
    CHECK((design.partition.name == "unified") == has("unified"));
    CHECK((design.partition.name == "integrated") == has("integrated"));
    CHECK((design.partition.name == "carve-out") == has("pooled"));
    CHECK((design.register_store.name == "lru-prioritized") == has("prioritized"));
  }
}

}  // namespace
}  // namespace unibank
