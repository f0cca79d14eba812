// The capacity for registers of a unified memory, of which unallocated and dead registers are shares.
#include <catch2/catch.hpp>

#include "gpu/kernel_machine.h"
#include "support/forked.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Registers that the capacity has, of all lanes of a warp, on average over the run.
std::string capacity(unsigned register_unit) {
  return forked([register_unit] {
    Design design = load_design("gebhart2012/unified-384k").design;
    design.storage.units.registers = register_unit;
    KernelMachine machine(design, ".visible .entry k() { .reg .u32 %r<3>; mov.u32 %r1, %tid.x;\n"
                                  "add.u32 %r2, %r1, 1; ret; }");
    machine.device.launch("k", {4, 1, 1}, {64, 1, 1}, Arguments(), 0);
    RunResult result;
    machine.backend.gpu.collect(result);
    const std::uint64_t cycles = result.counters["registers.capacity_cycles"];
    const auto registers = static_cast<std::uint64_t>(result.partition.register_bytes) / kLineBytes;
    REQUIRE(cycles % registers == 0);
    REQUIRE(cycles / registers <= result.cycles);
    return std::to_string(registers / (result.resident_blocks * 2)) + " of a warp for " +
           std::to_string(cycles / registers);
  });
}

}  // namespace

TEST_CASE("unified: the capacity for registers contains the rest of units that warps get") {
  const std::string exact = capacity(1), units = capacity(256);
  // 256 registers are 8 for each lane. The launch takes the same cycles with either.
  CHECK_THAT(units, Catch::StartsWith("8 of a warp for "));
  CHECK_THAT(exact, Catch::EndsWith(units.substr(1)));
  CHECK(exact != units);
}
