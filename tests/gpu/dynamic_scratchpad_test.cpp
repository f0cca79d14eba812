// Dynamic scratchpad counts against an SM's capacity even if the kernel does not use it: SHOC's Sort limits its
// occupancy in this way.
#include <catch2/catch.hpp>

#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;

TEST_CASE("dynamic scratchpad of a kernel that does not use it counts in the partition") {
  const auto resident = [](unsigned dynamic_bytes) {
    return forked([&] {
      KernelMachine machine(partitioned_design(), ".visible .entry k() { ret; }");
      machine.device.plan({{"k", {64, 1, 1}, dynamic_bytes}});
      machine.device.launch("k", {64, 1, 1}, {64, 1, 1}, Arguments(), dynamic_bytes);
      RunResult result;
      machine.backend.gpu.collect(result);
      return std::to_string(result.resident_blocks) + " " + result.partition.limited_by;
    });
  };
  const unsigned bytes = static_cast<unsigned>(partitioned_design().storage.scratchpad_bytes);
  CHECK(resident(0) == "16 thread limit");
  CHECK(resident(bytes / 4) == "4 scratchpad");
  CHECK(resident(bytes) == "1 scratchpad");
  CHECK_THAT(resident(bytes + 1), Contains("error: "));
}
