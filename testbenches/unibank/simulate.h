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
  WaveOptions waves;                // contains the names of this simulation's files
  Sample sample;                    // of the launches or the blocks of a timed run
  unsigned cores = 1;               // cores of the host on which the SMs run
  // For a timed run: receives the measurements so far (TimedBackend::look_at); an exception that it throws ends the
  // run. Null: not called.
  std::function<void(const RunResult& so_far)> look;
};

// Simulates and returns all results except the energy. Call it at most once per process for a timed run, whose machine
// is kept until the process ends. Throws InputError if the workload does not fit on the design, and RunError if the run
// cannot end.
RunResult simulate(const SimulationRequest& request, const Notify& notify);

// A warning of a timed run for each override that changes nothing on its design.
void add_idle_overrides(const SimulationRequest& request, RunResult& result);

// The design's options for all kernels.
compiler::CompileOptions compile_options(const SimulationRequest& request);  // with the request's limits

// The function that compiles a kernel for a launch as kernel.pass requires; null if a kernel is the same for all
// launches.
CompileForLaunch compile_for_launch(const SimulationRequest& request);

// The needs that the program's kernels declare: runs the program up to its plan, or to its first launch. Empty if the
// program launches no kernel. `compile`: used instead of the design's kernel.pass.
std::vector<KernelNeeds> declared_kernels(const SimulationRequest& request, CompileForLaunch compile = nullptr);

// Runs the program only for its results and shows its execution to `observer`.
RunResult simulate_functional(const SimulationRequest& request, const Notify& notify, ExecutionObserver& observer);

// The request's compile options, in words. A record contains them and runs only with the same options. Because the code
// made by kernel.pass depends on the design's sizes, the text contains these sizes too.
std::string compiled_for(const SimulationRequest& request);
// Throws InputError if the traced program was compiled with other options than the design requires.
void check_compiled(const SimulationRequest& request);

}  // namespace unibank
