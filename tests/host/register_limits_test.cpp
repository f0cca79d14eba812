// Kernels limited to fewer registers than they have values compute the same as without a limit.
#include <catch2/catch.hpp>

#include "compiler/check_allocation.h"
#include "compiler/link.h"
#include "host/functional_backend.h"
#include "pressure_kernel.h"
#include "ptx/parser.h"
#include "simt/device_memory.h"

using namespace unibank;

namespace {

constexpr unsigned kLimitThreads = 40;  // one full warp and one partial warp

// The bytes that the threads have written.
std::vector<std::uint8_t> outcome(const ptx::Kernel& kernel) {
  DeviceMemory memory(std::uint64_t{4} << 20);
  FunctionalBackend backend(memory, 1000000);
  std::vector<std::uint8_t> in(32 * kLimitThreads), out(std::size_t{kPressureBytes} * kLimitThreads);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint8_t>(i * 37 + i / 7);
  const std::uint64_t device_in = memory.allocate(in.size()), device_out = memory.allocate(out.size());
  memory.write(device_in, in.data(), in.size());
  Launch launch;
  launch.kernel = &kernel;
  launch.block = {kLimitThreads, 1, 1};
  launch.arguments = Arguments(device_out, device_in, std::uint32_t{77}).bytes();
  backend.run(launch);
  memory.read(device_out, out.data(), out.size());
  return out;
}

ptx::Kernel compiled(const ptx::Module& module, unsigned limit) {
  const ptx::Kernel kernel = compiler::compile(module, "k", {limit});
  compiler::AllocationContext context;
  if (limit != 0) context.limit = limit;
  const std::vector<std::string> faults = compiler::check_allocation(kernel, context);
  INFO("limit " << limit << ": " << (faults.empty() ? "" : faults.front()));
  CHECK(faults.empty());
  return kernel;
}

// Runs the kernels of some seeds at each limit; the results must be equal to those without a limit, bit by bit. Returns
// the number of spill loads of all.
unsigned check_kernels(unsigned first_seed, unsigned count, const Pressure& pressure) {
  unsigned loads = 0;
  for (unsigned seed = first_seed; seed < first_seed + count; ++seed) {
    const ptx::Module module = ptx::parse(pressure_kernel(seed, pressure), "pressure.ptx");
    ptx::Kernel virtual_registers = compiled(module, 0);
    virtual_registers.physical.clear();  // every virtual register has its own storage
    const std::vector<std::uint8_t> expected = outcome(virtual_registers);
    for (const unsigned limit : {0u, 16u, 18u, 20u, 24u, 32u, 40u, 64u}) {
      INFO("seed " << seed << ", limit " << limit);
      const ptx::Kernel kernel = compiled(module, limit);
      CHECK(outcome(kernel) == expected);
      const ptx::AllocationReport& report = kernel.allocation;
      CHECK((report.unlimited > (limit == 0 ? 256 : limit) || report.spill_loads == 0));
      loads += report.spill_loads;
    }
  }
  return loads;
}

// The same with some or all spills in the scratchpad. Returns the number of variables that all kernels spill there.
unsigned check_slots(unsigned first_seed, unsigned count, const Pressure& pressure) {
  unsigned variables = 0;
  for (unsigned seed = first_seed; seed < first_seed + count; ++seed) {
    const ptx::Module module = ptx::parse(pressure_kernel(seed, pressure), "pressure.ptx");
    const std::vector<std::uint8_t> expected = outcome(compiled(module, 0));
    for (const unsigned limit : {16u, 20u, 32u}) {
      for (const unsigned slots : {5u, compiler::ScratchpadSpills::kAsNeeded}) {
        INFO("seed " << seed << ", limit " << limit << ", slots " << slots);
        compiler::CompileOptions options;
        options.registers = limit;
        options.spills.slots = slots;
        options.spills.block = {kLimitThreads, 1, 1};
        const ptx::Kernel kernel = compiler::compile(module, "k", options);
        CHECK(outcome(kernel) == expected);
        CHECK(kernel.registers_per_thread <= limit);
        variables += kernel.allocation.slots.in_scratchpad;
      }
    }
  }
  return variables;
}

Pressure sized(unsigned words, unsigned pairs, unsigned halves, unsigned predicates, bool structured) {
  Pressure pressure;
  pressure.words = words;
  pressure.pairs = pairs;
  pressure.halves = halves;
  pressure.predicates = predicates;
  pressure.structured = structured;
  return pressure;
}

}  // namespace

TEST_CASE("Loops with more values than registers give the same results at every limit") {
  CHECK(check_kernels(0, 12, sized(12, 6, 3, 4, true)) > 0);
  CHECK(check_kernels(100, 6, sized(40, 16, 6, 8, true)) > 0);
}

TEST_CASE("Irreducible flow with more values than registers gives the same results at every limit") {
  CHECK(check_kernels(200, 12, sized(12, 6, 3, 4, false)) > 0);
  CHECK(check_kernels(300, 6, sized(40, 16, 6, 8, false)) > 0);
}

TEST_CASE("Excess predicates move to registers and from there to memory") {
  for (const bool structured : {false, true}) {
    const Pressure pressure = sized(8, 4, 2, 75, structured);
    CHECK(check_kernels(400, 3, pressure) > 0);
    const ptx::Kernel kernel = compiled(ptx::parse(pressure_kernel(400, pressure), "pressure.ptx"), 16);
    CHECK(kernel.predicates_per_thread <= 64);
    CHECK(kernel.registers_per_thread <= 16);
  }
}

TEST_CASE("A kernel with more values than the largest register file holds spills without being asked to") {
  CHECK(check_kernels(500, 1, sized(200, 60, 2, 4, true)) > 0);
}

TEST_CASE("Values of every width give the same results from slots in the scratchpad") {
  CHECK(check_slots(600, 6, sized(12, 6, 3, 4, true)) > 0);
  CHECK(check_slots(700, 4, sized(30, 12, 6, 8, true)) > 0);
  CHECK(check_slots(800, 4, sized(30, 12, 6, 8, false)) > 0);
}
