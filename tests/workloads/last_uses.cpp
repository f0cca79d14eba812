// Runs of each workload with the last uses of registers found by the compiler.
#include <catch2/catch.hpp>

#include "simt/device_memory.h"
#include "support/last_use_backend.h"
#include "workloads/workload.h"

using namespace unibank;

TEST_CASE("no workload reads a register after the last use of its value", "[release]") {
  for (const std::string& name : workload_names()) {
    for (const unsigned limit : {0u, 18u}) {
      const Workload& workload = find_workload(name);
      DeviceMemory memory;
      LastUseBackend backend(memory);
      compiler::CompileOptions options;
      options.registers = limit;
      Device device(backend, memory, options);
      const Verdict verdict = workload.run(device, complete_arguments(workload, Size::kTiny, {}));
      INFO(name << " with a limit of " << limit << " registers: " << verdict.text << "; " << backend.deaths()
                << " deaths of " << backend.writes() << " writes");
      CHECK(verdict.right);
      CHECK(backend.fault() == "");
      CHECK(backend.deaths() > 0);
    }
  }
}
