// Runs of each workload with kernels that have fewer instructions.
#include <catch2/catch.hpp>
#include <set>

#include "host/functional_backend.h"
#include "simt/device_memory.h"
#include "workloads/workload.h"

using namespace unibank;

namespace {

struct SimplifiedRun {
  Verdict verdict;
  std::uint64_t instructions = 0;
};

SimplifiedRun run_simplified(const std::string& name, const compiler::CompileOptions& options) {
  const Workload& workload = find_workload(name);
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory, options);
  SimplifiedRun ran;
  ran.verdict = workload.run(device, complete_arguments(workload, Size::kTiny, {}));
  ran.instructions = backend.counts().warp_instructions;
  return ran;
}

// Programs whose divisions of integers become more instructions than all the rest saves.
const std::set<std::string> kDividing = {"backprop", "backprop48", "conv_gemm", "rotary", "sad"};

// Other programs execute fewer instructions, also where few registers make spills necessary in both.
void check_simplified(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    compiler::CompileOptions options;
    const SimplifiedRun written = run_simplified(name, options);
    options.simplify = true;
    const SimplifiedRun fewer = run_simplified(name, options);
    options.registers = 18;
    options.schedule = {compiler::ScheduleHabit::kLoadsEarly, 0, 12, 12};
    const SimplifiedRun spilled = run_simplified(name, options);
    INFO(name << ": " << fewer.verdict.text << "; with 18 registers: " << spilled.verdict.text);
    CHECK(fewer.verdict.right);
    CHECK(spilled.verdict.right);
    CHECK((fewer.instructions < written.instructions) == (kDividing.count(name) == 0));
  }
}

}  // namespace

TEST_CASE("every workload is right with fewer instructions", "[release]") { check_simplified(workload_names()); }
TEST_CASE("every program of today is right with fewer instructions") { check_simplified(today_names()); }
