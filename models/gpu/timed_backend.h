// The timed backend: launches run on the SystemC model of the design.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "design/design.h"
#include "gpu/block_chooser.h"
#include "host/device.h"
#include "report/run_result.h"
#include "warp/recorded_kernel.h"
#include "wave/writer.h"

namespace unibank {

class Gpu;
class BlockFactories;
class TickWatch;

// One per process: constructing it elaborates the model.
class TimedBackend : public Backend {
 public:
  struct Progress {
    unsigned launches = 0;
    std::uint64_t blocks = 0, warp_instructions = 0;
    Cycle cycle = 0;
    // Blocks of the launch that runs: all, those on SMs, and those that have ended or are not timed (BlockChooser). All
    // 0 if no launch runs, or several do.
    std::uint64_t launch_blocks = 0, launch_resident = 0, launch_ended = 0;
  };
  using OnProgress = std::function<void(const Progress&)>;

  // `waves` may be null; they show SM `watched`. InputError if there is no such SM, or no signal of the waves'
  // selection or trigger (wave::Writer::declared). `on_progress` is called after every launch and about every 2^14
  // warp instructions. `factories` (null: none) replace blocks of the design.
  TimedBackend(const Design& design, DeviceMemory& memory, wave::Writer* waves = nullptr,
               const OnProgress& on_progress = {}, unsigned watched = 0, const BlockFactories* factories = nullptr);
  ~TimedBackend() override;

  void plan(const std::vector<Launch>& kernels) override;
  // After an aborted launch every later run() throws a RunError that says so.
  void run(const Launch& launch) override;
  // Only the blocks that `chooser` chooses are timed.
  void run(const Launch& launch, BlockChooser& chooser);
  // The functions for kernels from a trace.
  void plan(const std::vector<RecordedLaunch>& kernels);
  void run(const RecordedLaunch& launch);
  void run(const RecordedLaunch& launch, BlockChooser& chooser);

  // Skips a launch: it is not timed. InputError if it could not start. Code addresses and the program's partition are
  // the same as if it had been timed.
  void skip(const Launch& launch);
  void skip(const RecordedLaunch& launch);

  // A warp of a block that is not timed executes this instruction: from now on the L2 and, with cache.fetch = "line",
  // the L1 of SM `sm` have its lines of global memory, as if the SM had executed it. To be called between cycles.
  void warm(unsigned sm, const WarpInstruction& instruction);

  // Places of the L2 cache that have had no line yet; 0 without an L2 cache.
  std::uint64_t empty_l2_lines() const;

  // SMs run on this many threads of this process, at most one per SM; results do not depend on the number. With blocks
  // from outside of this library, which may call SystemC's kernel (block/factories.h), there is always one thread. To
  // be called between launches.
  void use_cores(unsigned cores);
  // SmClock::watch_ticks.
  void watch_ticks(TickWatch* watch);

  // Calls `look` in the middle of launches with the cycles, counters and SMs measured so far: every 256 cycles, and
  // later each time the run has become a sixteenth longer. Cycles and counters never decrease. An exception of `look`
  // ends the run.
  void look_at(std::function<void(const RunResult& so_far)> look);

  // The counters of SMs and memory so far.
  CounterValues counted() const;

  // The last launch that has ended; there must be one.
  const LaunchResult& last_launch() const;

  // The program has ended: completes the waveform.
  void finish();

  // All results so far: cycles, launches, counters, partition, broken invariants. Does not change workload, size,
  // arguments, verification, energy and effective_design.
  void collect(RunResult& result) const;

 private:
  std::unique_ptr<Gpu> gpu_;
  const bool runs_on_one_core_;
};

}  // namespace unibank
