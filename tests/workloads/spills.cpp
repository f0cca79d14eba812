// Runs of each workload with spilled values in the scratchpad.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "compiler/link.h"
#include "host/functional_backend.h"
#include "support/thinned.h"
#include "workloads/workload.h"

using namespace unibank;
using compiler::ScratchpadSpills;
using compiler::StackDiscipline;

namespace {

// Records the registers and slots of the launched kernels.
class CountingBackend : public FunctionalBackend {
 public:
  using FunctionalBackend::FunctionalBackend;
  void run(const Launch& launch) override {
    in_scratchpad += launch.kernel->allocation.slots.in_scratchpad;
    most_registers = std::max(most_registers, launch.kernel->registers_per_thread);
    most_slots = std::max(most_slots, launch.kernel->allocation.slots.slots);
    FunctionalBackend::run(launch);
  }
  unsigned in_scratchpad = 0, most_registers = 0, most_slots = 0;
};

struct Way {
  unsigned registers = 0;
  ScratchpadSpills spills;
};

std::vector<Way> all_ways() {
  std::vector<Way> all;
  for (const unsigned registers : {16u, 20u, 24u})
    for (const unsigned slots : {2u, 8u, 32u})
      for (const auto stack :
           {StackDiscipline::kTraditional, StackDiscipline::kRegisterStack, StackDiscipline::kMoving})
        all.push_back({registers, {slots, {}, stack}});
  return all;
}

}  // namespace

// Each workload runs in four of the 27 ways, its neighbours in others; with UNIBANK_TESTS=full in all.
TEST_CASE("every workload is right with spills in the scratchpad", "[release][thinned]") {
  unsigned with_slots = 0, runs = 0;
  const std::vector<std::string> names = workload_names();
  for (std::size_t n = 0; n < names.size(); ++n) {
    for (const Way& way : test::choices_of(all_ways(), n, 4)) {
      const Workload& workload = find_workload(names[n]);
      DeviceMemory memory;
      CountingBackend backend(memory);
      compiler::CompileOptions options;
      options.registers = way.registers;
      options.spills = way.spills;
      Device device(backend, memory, options);
      const Verdict verdict = workload.run(device, complete_arguments(workload, Size::kTiny, {}));
      INFO(names[n] << " with " << way.registers << " registers and " << way.spills.slots << " slots, stack "
                    << static_cast<int>(way.spills.stack) << ": " << verdict.text);
      CHECK(verdict.right);
      CHECK(backend.most_registers <= way.registers);
      CHECK(backend.most_slots <= way.spills.slots);
      with_slots += backend.in_scratchpad != 0;
      ++runs;
    }
  }
  CHECK(with_slots > runs / 9);
}
