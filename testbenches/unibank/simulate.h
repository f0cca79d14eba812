// One workload on one design, in this process.
#pragma once

#include <string>

#include "design/load.h"
#include "report/run_result.h"
#include "unibank/process.h"
#include "workloads/workload.h"

namespace unibank {

struct SimulationRequest {
  const Workload* workload = nullptr;
  WorkloadArguments arguments;
  std::string size;
  bool functional = false;
  std::string design_name;
  LoadedDesign design;              // not looked at by a functional run
  std::string vcd;                  // empty: none
  Cycle vcd_from = 0, vcd_to = kNever;
};

// Everything but the energy. May be called once a process for a timed run. Throws InputError when the workload does not
// fit on the design, RunError when it cannot end.
RunResult simulate(const SimulationRequest& request, const Notify& notify);

}  // namespace unibank
