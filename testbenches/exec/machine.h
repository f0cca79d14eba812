// Runs a program's launches in the model's process, each on the timed model of the design or functionally.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exec/protocol.h"
#include "exec/selection.h"
#include "gpu/timed_backend.h"
#include "host/device.h"
#include "host/functional_backend.h"
#include "report/run_result.h"
#include "simt/device_memory.h"

namespace unibank::exec {

class LaunchRecord;

struct MachineRequest {
  // A functional run takes only the device's properties, the clock, the keys run.* and the compile options from it.
  Design design;
  std::string design_name;
  bool functional = false;
  Selection timed;
  compiler::CompileOptions options;
  CompileForLaunch compile;   // null: a kernel is the same for all launches
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
  unsigned cores = 1, watched_sm = 0;
  ExecutionObserver* observer = nullptr;  // observes a functional run
  LaunchRecord* record = nullptr;         // records the timed launches, or all launches of a functional run
};

// A kernel of the program, summed over its timed or its functional launches.
struct KernelRow {
  std::string kernel;
  bool timed = false;
  std::uint64_t launches = 0, blocks = 0, cycles = 0, warp_instructions = 0;
};

// Whether there were launches and the selection took none of them.
bool took_nothing(const Selection& timed, const std::vector<KernelRow>& rows);

// A process has at most one Machine, because it elaborates the design's model unless the request is functional.
class Machine : private Backend {
 public:
  // `file`: device memory (channel.h). `waves` may be null. Throws InputError when no machine can be built for the
  // design.
  Machine(const MachineRequest& request, int file, wave::Writer* waves);

  DeviceMemory& memory() { return memory_; }
  Backend& backend() { return *this; }
  DeviceFacts facts() const;
  const MachineRequest& request() const { return request_; }
  // Microseconds of the model's clock. A launch that is not timed takes one cycle per warp instruction, so that time
  // advances; copies take no time.
  double microseconds() const;
  std::uint64_t free_bytes() const;  // of device memory
  // The number of blocks of this shape that are resident on an SM at once; 0 if not even one fits. `preferred_percent`:
  // as in Device::prefer_scratchpad().
  unsigned occupancy(const ptx::Kernel& kernel, Dim3 block, unsigned dynamic_bytes, int preferred_percent) const;

  const std::vector<KernelRow>& rows() const { return rows_; }
  std::uint64_t launches() const { return launches_; }
  // Completes the waves, unless the selection took no launch. Fills in `result` as simulate() does for a workload,
  // without a verdict.
  void finish(RunResult& result);

 private:
  void plan(const std::vector<Launch>&) override {}
  void run(const Launch& launch) override;
  void run_timed(const Launch& launch);
  void run_functional(const Launch& launch);
  void add_row(const KernelRow& row);

  const MachineRequest request_;
  DeviceMemory memory_;
  FunctionalBackend functional_;
  std::unique_ptr<TimedBackend> timed_;
  std::vector<KernelRow> rows_;
  std::uint64_t launches_ = 0, cycles_ = 0;
};

}  // namespace unibank::exec
