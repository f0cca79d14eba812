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
  Design design;              // of a functional run only limits and what kernels are compiled for
  std::string design_name;
  bool functional = false;
  Selection timed;
  compiler::CompileOptions options;
  CompileForLaunch compile;   // null: a kernel is the same for all launches
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
  unsigned cores = 1, watched_sm = 0;
  ExecutionObserver* observer = nullptr;  // of what a functional run executes
  LaunchRecord* record = nullptr;         // takes the launches that are timed, or all of a functional run
};

// A kernel of the program, summed over its timed or its functional launches.
struct KernelRow {
  std::string kernel;
  bool timed = false;
  std::uint64_t launches = 0, blocks = 0, cycles = 0, warp_instructions = 0;
};

// At most one per process: it elaborates the design's model unless the request is functional.
class Machine : private Backend {
 public:
  // `file`: device memory (channel.h). `waves` may be null. InputError where the design has no machine.
  Machine(const MachineRequest& request, int file, wave::Writer* waves);

  DeviceMemory& memory() { return memory_; }
  Backend& backend() { return *this; }
  DeviceFacts facts() const;
  const MachineRequest& request() const { return request_; }
  // Microseconds of the model's clock. A launch that is not timed counts a cycle a warp instruction, so that time goes
  // on; copies take none.
  double microseconds() const;
  // Blocks of so many threads that an SM holds; 0: none. `preferred_percent`: Device::prefer_scratchpad().
  unsigned occupancy(const ptx::Kernel& kernel, Dim3 block, unsigned dynamic_bytes, int preferred_percent) const;

  const std::vector<KernelRow>& rows() const { return rows_; }
  std::uint64_t launches() const { return launches_; }
  // Completes waves. `result`: as simulate() of a workload leaves it, nothing judged.
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
