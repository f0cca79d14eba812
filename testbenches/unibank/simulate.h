// One workload or manifest on one design, in this process.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "design/load.h"
#include "gpu/compile_options.h"
#include "gpu/launch_plan.h"
#include "manifest/manifest.h"
#include "report/run_result.h"
#include "sampling/sample.h"
#include "trace/traced_kernel.h"
#include "unibank/dumps.h"
#include "unibank/process.h"
#include "unibank/wave_options.h"
#include "warp/execution_observer.h"
#include "workloads/workload.h"

namespace unibank {

struct SimulationRequest {
  const Workload* workload = nullptr;
  std::shared_ptr<const Manifest> manifest;  // when there is no workload
  std::shared_ptr<const trace::TracedProgram> traced;  // nor a manifest
  std::shared_ptr<SharedBytes> dumps;        // of the manifest; null: none
  WorkloadArguments arguments;
  std::string size;                          // empty with a manifest
  Style style = Style::kModern;              // of the workload's PTX
  bool functional = false;
  unsigned registers = 0;                    // of a thread; 0: what the design says
  std::string design_name;
  LoadedDesign design;              // of a functional run only what kernels are compiled for
  WaveOptions waves;                // with the names of this simulation's files
  Sample sample;                    // of the launches of a timed run
  unsigned cores = 1;               // of this machine that the SMs run on
  // Of a timed run: sees what has been measured so far (TimedBackend::look_at); what it throws ends the run. Null: nothing.
  std::function<void(const RunResult& so_far)> look;
};

// Everything but the energy. May be called once a process for a timed run. Throws InputError when the workload does not
// fit on the design, RunError when it cannot end.
RunResult simulate(const SimulationRequest& request, const Notify& notify);

// What the design says of all kernels.
compiler::CompileOptions compile_options(const SimulationRequest& request);  // with the request's limits

// What kernel.pass does; null where a kernel is the same for all launches.
CompileForLaunch compile_for_launch(const SimulationRequest& request);

// What the program's kernels declare: runs it up to its plan, or its first launch, and no further. Empty when it
// launches nothing. `compile`: instead of what the design's kernel.pass does.
std::vector<KernelNeeds> declared_kernels(const SimulationRequest& request, CompileForLaunch compile = nullptr);

// Runs the program for its results alone and shows `observer` what it executes.
RunResult simulate_functional(const SimulationRequest& request, ExecutionObserver& observer);

// What kernels are compiled for under the request, in words: a record of them says so and is run for nothing else. What
// kernel.pass makes of a kernel depends on the design's sizes, too: a record keeps what it was made for.
std::string compiled_for(const SimulationRequest& request);
// InputError when the traced program has been compiled for something else than the design asks for.
void check_compiled(const SimulationRequest& request);

}  // namespace unibank
