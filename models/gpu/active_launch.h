// A running launch: its storage needs, its streams, its blocks, and the counts of its SMs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/counters.h"
#include "gpu/block_dispatcher.h"
#include "gpu/launch_plan.h"
#include "warp/warp_stream.h"

namespace unibank {

struct ActiveLaunch {
  using Streams = std::vector<std::unique_ptr<WarpStream>>;  // [SM]

  KernelNeeds declared;
  bool cooperative = false;
  bool memory_changed = false;                // by the host since the last launch, or by that launch through
                                              // surfaces
  std::vector<std::uint8_t> parameters = {};  // parameters of an executed launch
  bool executed = true;                       // its stores are in device memory; false: it is read from a trace

  LaunchPlanner::Division division = {};
  Streams streams = {};
  SmLaunch setup = {};                // the part of the setup that is equal on all SMs
  unsigned number = 0;                // the number of launches before it
  Grid grid = {};
  // The cycle from which the launch's cycles count: gpu.launch_latency before its first block may start or, if it had
  // to wait for an SM of another launch, before its first block starts. kNever: it has no SM yet.
  Cycle start = kNever;
  Cycle last_work = 0;                // the last work of the SMs that it had
  std::uint64_t blocks_retired = 0, warp_instructions = 0;  // of the SMs that it had
  std::uint64_t executed_instructions = 0;  // up to the SMs' last report (run.instruction_limit)
  CounterValues counted_before = {};  // the machine's counters at the launch's start
};

}  // namespace unibank
