// The designs of today: each changes nvidia/a100 only where its idea requires it.
#include <catch2/catch.hpp>

#include "design/load.h"

namespace unibank {
namespace {

std::vector<std::string> today() {
  std::vector<std::string> names;
  for (const std::string& name : list_designs({}))
    if (name.rfind("today/", 0) == 0) names.push_back(name);
  return names;
}

// Sections in which no design of today differs from the A100. Arrays whose registers are found by tag have no reuse
// cache of operands.
std::string a100_values(const std::string& name) {
  std::string text;
  for (const DesignValue& value : load_design(name).values) {
    for (const char* section : {"gpu", "sm", "mshr", "interconnect", "l2", "dram", "conflicts", "energy", "run"})
      if (value.section == section && value.key != "operand_reuse")
        text += value.section + "." + value.key + " = " + value.value + "\n";
  }
  return text;
}

TEST_CASE("the designs of today have the A100's 448 KB of SRAM and everything behind it alike") {
  CHECK(today().size() == 9);
  for (const std::string& name : today()) {
    INFO(name);
    CHECK(load_design(name).design.capacity_kb() == 448);
    CHECK(a100_values(name) == a100_values("nvidia/a100"));
  }
}

TEST_CASE("the designs of today differ from the A100 where their names say so") {
  for (const std::string& name : today()) {
    INFO(name);
    const Design design = load_design(name).design;
    const auto is = [&name](const char* idea) { return name == std::string("today/") + idea; };
    const bool integrated = is("integrated-fair") || is("integrated-prioritized");
    CHECK((design.partition.name == "unified") == is("unified"));
    CHECK((design.partition.name == "integrated") == integrated);
    CHECK((design.partition.name == "run-time-carve-out") == is("run-time-carve-out"));
    CHECK((design.register_store.name == "sub-cores") == !(integrated || is("regmutex")));
    CHECK((design.register_store.name == "regmutex") == is("regmutex"));
    CHECK((design.scratchpad_gate.name == "sharing") == is("sharing"));
    CHECK((design.kernel.pass == KernelPass::kOnChip) == is("onchip"));
    CHECK((design.kernel.pass == KernelPass::kTimeShared) == is("regmutex"));
    CHECK((design.line_policy.name == "linebacker") == is("linebacker"));
    CHECK((design.cache.fetch == FetchUnit::kLine) == (is("linebacker") || is("whole-lines")));
  }
}

TEST_CASE("another layout keeps the units in which a chip allocates") {
  const Design design = load_design("today/unified").design;
  CHECK(design.storage.units.registers == 256);
  CHECK(design.storage.units.warps == 4);
  CHECK(design.storage.units.scratchpad_bytes == 128);
  CHECK(design.storage.units.scratchpad_reserved == 1024);
  CHECK(design.storage.register_bytes == 0);
}

}  // namespace
}  // namespace unibank
