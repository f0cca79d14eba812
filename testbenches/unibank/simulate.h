// Simulates one workload or manifest on one design, in this process.
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
  std::shared_ptr<const Manifest> manifest;  // if there is no workload
  std::shared_ptr<const trace::TracedProgram> traced;  // if there is neither
  std::shared_ptr<SharedBytes> dumps;        // of the manifest; null: none
  WorkloadArguments arguments;
  std::string size;                          // empty with a manifest
  Style style = Style::kModern;              // of the workload's PTX
  bool functional = false;
  unsigned registers = 0;                    // for each thread; 0: the design's
  std::string design_name;
  LoadedDesign design;              // a functional run uses only its compile options
  WaveOptions waves;                // with the names of this simulation's files
  Sample sample;                    // of the launches of a timed run
  unsigned cores = 1;               // of this machine that the SMs run on
  // Of a timed run: sees what has been measured so far (TimedBackend::look_at); what it throws ends the run. Null:
  // nothing.
  std::function<void(const RunResult& so_far)> look;
};

// Returns everything but the energy. Call it at most once per process for a timed run. Throws InputError if the
// workload does not fit on the design, RunError if it cannot end.
RunResult simulate(const SimulationRequest& request, const Notify& notify);

// The design's options for all kernels.
compiler::CompileOptions compile_options(const SimulationRequest& request);  // with the request's limits

// Compiles as kernel.pass says; null if a kernel is the same for all launches.
CompileForLaunch compile_for_launch(const SimulationRequest& request);

// The needs that the program's kernels declare: runs it up to its plan, or to its first launch. Empty if it launches
// nothing. `compile`: used instead of the design's kernel.pass.
std::vector<KernelNeeds> declared_kernels(const SimulationRequest& request, CompileForLaunch compile = nullptr);

// Runs the program only for its results and shows its execution to `observer`.
RunResult simulate_functional(const SimulationRequest& request, ExecutionObserver& observer);

// The compile options under the request, in words. A record contains them and runs only under the same ones. Since the
// code made by kernel.pass depends on the design's sizes, a record contains these too.
std::string compiled_for(const SimulationRequest& request);
// Throws InputError if the traced program was compiled with other options than the design requires.
void check_compiled(const SimulationRequest& request);

}  // namespace unibank
