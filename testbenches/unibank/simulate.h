// One workload or manifest on one design, in this process.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "design/load.h"
#include "manifest/manifest.h"
#include "report/run_result.h"
#include "rtl/rtl_choice.h"
#include "unibank/dumps.h"
#include "unibank/process.h"
#include "workloads/workload.h"

namespace unibank {

struct SimulationRequest {
  const Workload* workload = nullptr;
  std::shared_ptr<const Manifest> manifest;  // when there is no workload
  std::shared_ptr<SharedBytes> dumps;        // of the manifest; null: none
  WorkloadArguments arguments;
  std::string size;                          // empty with a manifest
  bool functional = false;
  unsigned registers = 0;                    // of a thread; 0: what the design says
  std::string design_name;
  LoadedDesign design;              // of a functional run only what kernels are compiled for
  std::string vcd;                  // empty: none
  Cycle vcd_from = 0, vcd_to = kNever;
  unsigned vcd_sm = 0;              // the SM that the waveform shows
  RtlChoice rtl;                    // blocks that are RTL
};

// Everything but the energy. May be called once a process for a timed run. Throws InputError when the workload does not
// fit on the design, RunError when it cannot end.
RunResult simulate(const SimulationRequest& request, const Notify& notify);

// Runs the program up to its plan, or its first launch, and no further; `look` sees the kernels (their pointers are
// valid only then). Not called when the program launches nothing.
void look_at_kernels(const SimulationRequest& request, const std::function<void(const std::vector<Launch>&)>& look);

}  // namespace unibank
