// Every kernel of the workloads and of the regression kernels, with spills in the scratchpad.
#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/check_slots.h"
#include "compiler/link.h"
#include "support/ptx_files.h"
#include "support/thinned.h"
#include "support/tried.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

// Checks that the slots are sound and that no variable of the kernel has moved. Returns whether the kernel has slots.
bool check_kernel_slots(const ptx::Module& module, const std::string& name, const CompileOptions& options) {
  const ptx::Kernel with = compile(module, name, options);
  const ptx::SlotReport& report = with.allocation.slots;
  CHECK(with.registers_per_thread <= options.registers);
  CHECK(report.slots <= options.spills.slots);
  if (report.slots == 0) return false;
  CompileOptions local;
  local.registers = options.registers;
  local.reserved = report.reserved_registers;
  const ptx::Kernel without = compile(module, name, local);
  const std::vector<std::string> faults = check_slots(with, without);
  INFO((faults.empty() ? "" : faults.front()));
  CHECK(faults.empty());
  CHECK(with.local_bytes <= without.local_bytes);
  for (const ptx::Variable& variable : without.symbols) {
    if (variable.space != ptx::StateSpace::kShared || variable.bytes == 0) continue;
    const auto same = std::find_if(with.symbols.begin(), with.symbols.end(),
                                   [&](const ptx::Variable& v) { return v.name == variable.name; });
    REQUIRE(same != with.symbols.end());
    CHECK(same->offset == variable.offset);
  }
  return true;
}

}  // namespace

// Each kernel runs one of the six choices, its neighbours the others; with UNIBANK_TESTS=full each runs all six.
TEST_CASE("Every kernel that spills to the scratchpad loads what it would load from local memory", "[thinned][tried]") {
  std::vector<ScratchpadSpills> ways;
  for (const auto stack : {StackDiscipline::kTraditional, StackDiscipline::kRegisterStack, StackDiscipline::kMoving})
    for (const unsigned slots : {4u, 24u}) ways.push_back({slots, {64, 1, 1}, stack});
  unsigned with_slots = 0;
  std::size_t kernels = 0, files = 0;
  for (const std::filesystem::path& file : test::ptx_files()) {
    if (files++ % (3 / test::tried(3)) != 0) continue;
    INFO(file.string());
    const ptx::Module module = test::parse_file(file);
    for (const auto& [name, kernel] : module.kernels) {
      if (!kernel.refused.empty()) continue;
      for (const ScratchpadSpills& way : test::choices_of(ways, kernels++, 1)) {
        INFO(name << ", " << way.slots << " slots, stack " << static_cast<int>(way.stack));
        CompileOptions options;
        options.registers = 16;
        options.spills = way;
        with_slots += check_kernel_slots(module, name, options);
      }
    }
  }
  CHECK(with_slots > (test::whole_matrices() ? 100 : test::tried(30)));
}
