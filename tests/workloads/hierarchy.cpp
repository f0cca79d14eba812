// Runs of each workload in Gebhart's register hierarchy.
#include <catch2/catch.hpp>

#include "simt/device_memory.h"
#include "support/hierarchy_backend.h"
#include "workloads/workload.h"

using namespace unibank;

TEST_CASE("every workload finds every value in its level of the register hierarchy", "[release]") {
  for (const std::string& name : workload_names()) {
    for (const auto& [limit, habit] : {std::pair(0u, compiler::ScheduleHabit::kAsWritten),
                                       std::pair(0u, compiler::ScheduleHabit::kFarLoadsEarly),
                                       std::pair(18u, compiler::ScheduleHabit::kLoadsEarly)}) {
      const Workload& workload = find_workload(name);
      DeviceMemory memory;
      HierarchyBackend backend(memory);
      compiler::CompileOptions options;
      options.registers = limit;
      options.hierarchy = hierarchy_of(1, 4);
      options.schedule = {habit, 0, 12, 12};
      Device device(backend, memory, options);
      const Verdict verdict = workload.run(device, complete_arguments(workload, Size::kTiny, {}));
      const HierarchyCounts& c = backend.counts();
      const char* const order = habit == compiler::ScheduleHabit::kAsWritten ? "as written" : "scheduled";
      INFO(name << " with a limit of " << limit << " registers, " << order << ": " << verdict.text << "; "
                << 100 * c.removed() << "% of the MRF accesses removed");
      CHECK(verdict.right);
      CHECK(backend.fault() == "");
      CHECK(c.mrf_reads + c.lrf_reads + c.orf_reads == c.reads);
      CHECK(c.removed() > 0);
    }
  }
}
