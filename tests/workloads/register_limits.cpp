// Runs of each workload with few registers for each thread.
#include <catch2/catch.hpp>

#include <vector>

#include "compiler/link.h"
#include "host/functional_backend.h"
#include "workloads/workload.h"

using namespace unibank;

namespace {

void check_limits(const std::vector<unsigned>& limits) {
  std::uint64_t loads = 0;
  for (const std::string& name : workload_names()) {
    for (const unsigned limit : limits) {
      const Workload& workload = find_workload(name);
      DeviceMemory memory;
      FunctionalBackend backend(memory);
      Device device(backend, memory, {limit});
      const Verdict verdict = workload.run(device, complete_arguments(workload, Size::kTiny, {}));
      INFO(name << " with " << limit << " registers: " << verdict.text);
      CHECK(verdict.right);
      // dgemm holds 16 sums, 8 prefetched elements and 5 operands in double precision: 58 registers, without addresses.
      if (limit >= (name == "dgemm" ? 96 : 64)) CHECK(backend.counts().spill_loads == 0);
      loads += backend.counts().spill_loads;
    }
  }
  CHECK(loads > 0);
}

}  // namespace

TEST_CASE("every workload is right with 16 registers") { check_limits({16}); }

TEST_CASE("every workload is right with 18 to 96 registers", "[release]") {
  check_limits({18, 20, 24, 32, 40, 64, 96});
}
