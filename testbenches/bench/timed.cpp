// CPU seconds, and warp instructions per second, of whole runs with full timing and verified results.
#include <benchmark/benchmark.h>

#include <map>
#include <string>

#include "base/input_error.h"
#include "design/load.h"
#include "forked.h"
#include "gpu/timed_backend.h"
#include "host/device.h"
#include "simt/device_memory.h"
#include "workloads/workload.h"

namespace unibank::bench {
namespace {

constexpr const char* kPartitioned = "gebhart2012/partitioned";
constexpr const char* kUnified = "gebhart2012/unified-384k";

using Given = std::map<std::string, std::string>;

// From elaboration to the verdict, including the workload's CPU reference, as a user of `unibank run` waits for it.
Measured run(const std::string& name, const Given& given, const std::string& design_name) {
  const Workload& workload = find_workload(name);
  const WorkloadArguments arguments = complete_arguments(workload, Size::kTest, given);
  const LoadedDesign loaded = load_design(design_name);
  const double begin = cpu_seconds();
  DeviceMemory memory;
  TimedBackend backend(loaded.design, memory);
  Device device(backend, memory);
  const Verdict verdict = workload.run(device, arguments);
  backend.finish();
  const double seconds = cpu_seconds() - begin;
  if (!verdict.right) throw RunError(name + " on " + design_name + ": " + verdict.text);
  RunResult result;
  backend.collect(result);
  return {seconds, static_cast<double>(result.counters["warp_instructions"])};
}

void timed(benchmark::State& state, const char* workload, const Given& given, const char* design) {
  double warp_instructions = 0;
  for (auto _ : state) {
    const Measured measured = measure_forked([&] { return run(workload, given, design); });
    state.SetIterationTime(measured.cpu_seconds);
    warp_instructions += measured.events;
  }
  state.counters["warp_instructions/s"] = benchmark::Counter(warp_instructions, benchmark::Counter::kIsRate);
}

const Given kNeedle512 = {{"size", "512"}};

#define UNIBANK_TIMED(name, ...) \
  BENCHMARK_CAPTURE(timed, name, __VA_ARGS__)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond)
UNIBANK_TIMED(needle512/partitioned, "needle", kNeedle512, kPartitioned);
UNIBANK_TIMED(needle512/unified, "needle", kNeedle512, kUnified);
UNIBANK_TIMED(matrixmul/partitioned, "matrixmul", Given{}, kPartitioned);
UNIBANK_TIMED(matrixmul/unified, "matrixmul", Given{}, kUnified);
UNIBANK_TIMED(bfs/partitioned, "bfs", Given{}, kPartitioned);
UNIBANK_TIMED(bfs/unified, "bfs", Given{}, kUnified);
#undef UNIBANK_TIMED

}  // namespace
}  // namespace unibank::bench
