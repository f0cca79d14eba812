#include "unibank/simulate.h"

#include "gpu/timed_backend.h"
#include "host/functional_backend.h"
#include "report/human.h"
#include "report/invariants.h"
#include "rtl/rtl_seats.h"
#include "simt/device_memory.h"

namespace unibank {

namespace {

std::string progress_text(const TimedBackend::Progress& progress) {
  return "launch " + std::to_string(progress.launches) + ", " + with_commas(progress.warp_instructions) +
         " warp instructions, cycle " + with_commas(progress.cycle);
}

compiler::CompileOptions options_of(const SimulationRequest& request) {
  compiler::CompileOptions options;
  options.registers = request.registers != 0 ? request.registers : request.design.design.kernel.register_limit;
  options.hierarchy = request.design.design.register_hierarchy;
  options.sharing = request.design.design.scratchpad_sharing();
  if (request.manifest && request.manifest->stack_bytes != 0) options.stack_bytes = request.manifest->stack_bytes;
  return options;
}

void judge_manifest(const SimulationRequest& request, Device& device, RunResult& result) {
  const ManifestResult ended = run(*request.manifest, device);
  if (request.dumps) keep_dumps(*request.manifest, ended, *request.dumps);
  result.judged = ended.judged;
  result.verified = ended.right;
  result.verification = ended.text;
}

void judge(const SimulationRequest& request, Device& device, RunResult& result) {
  if (request.manifest) return judge_manifest(request, device, result);
  const Verdict verdict = request.workload->run(device, request.arguments);
  result.verified = verdict.right;
  result.verification = verdict.text;
}

void run_functional(const SimulationRequest& request, RunResult& result) {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory, options_of(request));
  judge(request, device, result);
  const FunctionalBackend::Counts& counts = backend.counts();
  result.sm.warp_instructions = counts.warp_instructions;
  result.sm.thread_instructions = counts.thread_instructions;
  result.sm.blocks = counts.blocks;
  result.sm.spill_loads = counts.spill_loads;
  result.sm.spill_stores = counts.spill_stores;
  result.sm.uninitialised_scratchpad_reads = counts.uninitialised_scratchpad_reads.count;
  if (counts.uninitialised_scratchpad_reads.count != 0) {
    result.warnings.push_back(counts.uninitialised_scratchpad_reads.warning());
  }
}

void run_timed(const SimulationRequest& request, const Notify& notify, RunResult& result) {
  std::unique_ptr<wave::Writer> waves;
  if (!request.vcd.empty()) waves = wave::open_vcd(request.vcd, request.vcd_from, request.vcd_to);
  DeviceMemory memory;
  const Seats seats = rtl_seats(request.rtl, waves.get());
  TimedBackend backend(request.design.design, memory, waves.get(),
                       [&notify](const TimedBackend::Progress& progress) { notify(progress_text(progress)); },
                       request.vcd_sm, &seats);
  Device device(backend, memory, options_of(request));
  judge(request, device, result);
  backend.finish();
  backend.collect(result);
  result.effective_design = effective_toml(request.design);
  for (std::string& broken : broken_invariants(result)) result.broken_invariants.push_back(std::move(broken));
}

// Ends the program once it has said what it will launch.
class FirstLook : public Backend {
 public:
  struct Seen {};
  using Look = std::function<void(const std::vector<Launch>&)>;
  explicit FirstLook(const Look& look) : look_(look) {}
  void plan(const std::vector<Launch>& kernels) override {
    look_(kernels);
    throw Seen();
  }
  void run(const Launch& launch) override { plan({launch}); }

 private:
  const Look& look_;
};

}  // namespace

void look_at_kernels(const SimulationRequest& request, const std::function<void(const std::vector<Launch>&)>& look) {
  DeviceMemory memory;
  FirstLook backend(look);
  Device device(backend, memory, options_of(request));
  RunResult nothing;
  try {
    judge(request, device, nothing);
  } catch (const FirstLook::Seen&) {
  }
}

RunResult simulate(const SimulationRequest& request, const Notify& notify) {
  RunResult result;
  result.workload = request.manifest ? request.manifest->name : request.workload->name();
  result.size = request.size;
  result.design = request.design_name;
  result.functional = request.functional;
  for (const auto& [name, value] : request.arguments) result.arguments.emplace_back(name, std::to_string(value));
  if (request.functional)
    run_functional(request, result);
  else
    run_timed(request, notify, result);
  return result;
}

}  // namespace unibank
