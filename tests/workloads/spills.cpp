// Each workload with spilled values in the scratchpad.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "compiler/link.h"
#include "host/functional_backend.h"
#include "workloads/workload.h"

using namespace unibank;
using compiler::ScratchpadSpills;
using compiler::StackDiscipline;

namespace {

// Notes what the compiler has made of the kernels that are launched.
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

std::vector<ScratchpadSpills> all_spills() {
  std::vector<ScratchpadSpills> all;
  for (const unsigned slots : {2u, 8u, 32u})
    for (const auto stack : {StackDiscipline::kTraditional, StackDiscipline::kRegisterStack, StackDiscipline::kMoving})
      all.push_back({slots, {}, stack});
  return all;
}

}  // namespace

TEST_CASE("every workload is right with spills in the scratchpad", "[release]") {
  unsigned with_slots = 0;
  for (const std::string& name : workload_names()) {
    for (const unsigned registers : {16u, 20u, 24u}) {
      for (const ScratchpadSpills& spills : all_spills()) {
        const Workload& workload = find_workload(name);
        DeviceMemory memory;
        CountingBackend backend(memory);
        compiler::CompileOptions options;
        options.registers = registers;
        options.spills = spills;
        Device device(backend, memory, options);
        const Verdict verdict = workload.run(device, complete_arguments(workload, Size::kTiny, {}));
        INFO(name << " with " << registers << " registers and " << spills.slots << " slots, stack "
                  << static_cast<int>(spills.stack) << ": " << verdict.text);
        CHECK(verdict.right);
        CHECK(backend.most_registers <= registers);
        CHECK(backend.most_slots <= spills.slots);
        with_slots += backend.in_scratchpad != 0;
      }
    }
  }
  CHECK(with_slots > 3 * workload_names().size());
}
