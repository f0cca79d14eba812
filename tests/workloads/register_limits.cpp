// Each workload with few registers a thread.
#include <catch2/catch.hpp>

#include "compiler/link.h"
#include "host/functional_backend.h"
#include "workloads/workload.h"

using namespace unibank;

TEST_CASE("every workload is right at every register limit") {
  std::uint64_t loads = 0;
  for (const std::string& name : workload_names()) {
    for (const unsigned limit : {16u, 18u, 20u, 24u, 32u, 40u, 64u, 96u}) {
      const Workload& workload = find_workload(name);
      DeviceMemory memory;
      FunctionalBackend backend(memory);
      Device device(backend, memory, {limit});
      const Verdict verdict = workload.run(device, complete_arguments(workload, Size::kTiny, {}));
      INFO(name << " with " << limit << " registers: " << verdict.text);
      CHECK(verdict.right);
      // dgemm holds 16 sums, 8 prefetched elements and 5 operands in double precision: 58 registers without an address.
      if (limit >= (name == "dgemm" ? 96 : 64)) CHECK(backend.counts().spill_loads == 0);
      loads += backend.counts().spill_loads;
    }
  }
  CHECK(loads > 0);
}
