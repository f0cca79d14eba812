// CPU seconds of runs from traces made here, and of only reading them.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "design/load.h"
#include "forked.h"
#include "gpu/timed_backend.h"
#include "simt/device_memory.h"
#include "trace/traced_kernel.h"
#include "traces.h"

namespace unibank::bench {
namespace {

constexpr std::uint64_t kInstructions = 200000;

// A trace in a new folder, written once and removed with the object.
class TraceFolder {
 public:
  explicit TraceFolder(const char* shape)
      : path_(std::filesystem::temp_directory_path() / ("unibank_bench-" + std::to_string(::getpid()) + shape)),
        owner_(::getpid()) {
    write_trace(find_trace_shape(shape), kInstructions, path_.string());
  }
  ~TraceFolder() {
    std::error_code error;
    if (::getpid() == owner_) std::filesystem::remove_all(path_, error);
  }
  std::string list() const { return (path_ / "kernelslist.g").string(); }

 private:
  std::filesystem::path path_;
  pid_t owner_;
};

// With at most `warps` resident.
Measured run(const std::string& list, unsigned warps) {
  const LoadedDesign loaded = load_design(
      "gebhart2012/partitioned", {},
      {"register_hierarchy.enabled=false", "kernel.thread_limit=" + std::to_string(warps * kWarpSize)});
  const double begin = cpu_seconds();
  const trace::TracedProgram program = trace::load_traced_program(list);
  DeviceMemory memory;
  TimedBackend backend(loaded.design, memory);
  std::vector<RecordedLaunch> launches;
  for (const auto& kernel : program.kernels) launches.push_back(kernel->launch());
  backend.plan(launches);
  for (const RecordedLaunch& launch : launches) backend.run(launch);
  backend.finish();
  const double seconds = cpu_seconds() - begin;
  RunResult result;
  backend.collect(result);
  return {seconds, static_cast<double>(result.counters["warp_instructions"])};
}

void traced(benchmark::State& state, const char* shape) {
  const TraceFolder folder(shape);
  const auto warps = static_cast<unsigned>(state.range(0));
  double warp_instructions = 0;
  for (auto _ : state) {
    const Measured measured = measure_forked([&] { return run(folder.list(), warps); });
    state.SetIterationTime(measured.cpu_seconds);
    warp_instructions += measured.events;
  }
  state.counters["warp_instructions/s"] = benchmark::Counter(warp_instructions, benchmark::Counter::kIsRate);
}

void read_alone(benchmark::State& state, const char* shape) {
  const TraceFolder folder(shape);
  double warp_instructions = 0;
  for (auto _ : state) warp_instructions += static_cast<double>(count_instructions(folder.list()));
  state.counters["warp_instructions/s"] = benchmark::Counter(warp_instructions, benchmark::Counter::kIsRate);
}

#define UNIBANK_TRACED(shape)                                                                                     \
  BENCHMARK_CAPTURE(traced, shape, #shape)->Arg(8)->Arg(32)->UseManualTime()->Iterations(1)->Unit(                \
      benchmark::kMillisecond);                                                                                   \
  BENCHMARK_CAPTURE(read_alone, shape, #shape)->Unit(benchmark::kMillisecond)
UNIBANK_TRACED(loop);
UNIBANK_TRACED(scratchpad);
UNIBANK_TRACED(stream);
UNIBANK_TRACED(gather);
#undef UNIBANK_TRACED

}  // namespace
}  // namespace unibank::bench
