// The whole machine: SMs and their clock, block dispatcher, memory system; runs one launch after the other, or several
// at once (gpu.concurrent_kernels), each started by a thread of the simulation.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <systemc>
#include <vector>

#include "block/factories.h"
#include "design/register_addresses.h"
#include "gpu/active_launch.h"
#include "gpu/block_dispatcher.h"
#include "gpu/launch_end.h"
#include "gpu/launch_plan.h"
#include "gpu/memory_image.h"
#include "gpu/memory_system.h"
#include "gpu/timed_backend.h"
#include "simt/out_of_bounds.h"
#include "simt/simt_stream.h"
#include "simt/undefined_reads.h"
#include "sm/sm.h"
#include "tlm/modules.h"

namespace unibank {

class GpuWaves;

class Gpu : public sc_core::sc_module {
 public:
  // `factories`: replace blocks of the design.
  Gpu(sc_core::sc_module_name name, const Design& design, DeviceMemory& memory, const BlockFactories& factories = {},
      BuildOrder order = BuildOrder::kFirstToLast);
  ~Gpu() override;

  template <typename AnyLaunch>  // Launch or RecordedLaunch
  void plan(const std::vector<AnyLaunch>& kernels) {
    for (const AnyLaunch& launch : kernels) planner_.plan(declared_by(launch));
  }
  // Runs the simulation until the launch has ended; called by a thread of the simulation, it waits in that thread.
  // Throws InputError when no block fits, or not all of a cooperative launch do, RunError when the launch cannot end.
  // After an aborted launch every other run() throws RunError, and so does run() of launches that run at the same time.
  // Throws RunError without any effect if as many launches run as the design allows, or if launches would overlap of
  // which one is cooperative. `chooser` (null: none) outlives the launch.
  void run(const Launch& launch, BlockChooser* chooser = nullptr);
  // Runs a kernel from a trace. Throws InputError for an error in one of its blocks.
  void run(const RecordedLaunch& launch, BlockChooser* chooser = nullptr);
  void collect(RunResult& result) const;
  // TimedBackend::skip.
  void skip(const Launch& launch);
  void skip(const RecordedLaunch& launch) { skip(declared_by(launch), false, launch.grid.count()); }
  CounterValues counted() const;
  // TimedBackend::warm.
  void warm(unsigned sm, const WarpInstruction& instruction);

  // SMs run on this many threads while that is faster (SmClock); results do not depend on the number. To be called
  // between launches.
  void use_cores(unsigned cores, unsigned least_gain = CoreGain::kLeastGain) { clock_.use_cores(cores, least_gain); }
  void watch_ticks(TickWatch* watch) { clock_.watch_ticks(watch); }
  // Spilled registers that are lines of the array go to a memory of so many bytes (check_beside_registers).
  void memory_has(std::uint64_t bytes) { memory_bytes_ = bytes; }
  // While a launch runs the simulation, the machine runs ahead of SystemC's kernel (tlm/steps.h). Only for a machine
  // whose blocks are all of this library.
  void go_ahead() { launch_end_.go_ahead(); }
  // Records the activity of SM `index`. Throws InputError when there is no such SM.
  void watch(wave::Writer& writer, unsigned index = 0);
  // The program has ended: the waveform may be completed.
  void finish();
  std::function<void()> on_progress;
  // Called in the middle of launches with what has been measured so far (TimedBackend::look_at).
  std::function<void(const RunResult& so_far)> on_look;
  Sm& sm(unsigned index) { return *sms_[index]; }
  const MemorySystem& memory_system() const { return memory_system_; }
  TimedBackend::Progress progress() const;
  // The last launch that has ended; there must be one.
  const LaunchResult& last_launch() const { return launches_.back(); }

 private:
  using Streams = ActiveLaunch::Streams;

  Streams make_streams(const Launch& launch);
  // The number of blocks of a launch that are resident at once.
  std::uint64_t places(const ActiveLaunch& launch) const {
    return std::uint64_t{launch.division.partition.resident_blocks} * sms_.size();
  }
  // `make` is called when the division of the launch is known.
  void run(ActiveLaunch& launch, std::uint64_t blocks, const std::function<Streams()>& make);
  void check_usable() const;
  void check_place(const ActiveLaunch& launch) const;
  void run(ActiveLaunch& launch);
  void wait_for(const ActiveLaunch& launch);
  bool drained() const;
  bool is_over(const ActiveLaunch& launch) const;
  bool looked();
  Cycle deadline();
  Cycle stuck_at() const;
  void find_silent_block() const;
  RunResult so_far() const;
  void rethrow_failures(const ActiveLaunch& launch) const;
  std::uint64_t code_of(const std::string& kernel);
  void start(ActiveLaunch& launch);
  unsigned sets_of_program(const PartitionResult& own, unsigned most) const;
  void set_up(ActiveLaunch& launch);
  void begin_on(unsigned sm, ActiveLaunch& launch, Cycle cycle);
  bool may_change(unsigned sm) const;
  bool flushes(unsigned sm);
  bool take(unsigned sm, const Grid& grid);
  void release(unsigned sm);
  void flush(const ActiveLaunch& launch);
  void finish(ActiveLaunch& launch);
  void end_period();
  void leave(ActiveLaunch& launch);
  struct Issued {
    std::uint64_t blocks = 0, warp_instructions = 0;
  };
  void skip(const KernelNeeds& declared, bool cooperative, std::uint64_t blocks);
  Issued issued() const;  // of all launches so far; blocks: those that have retired
  // "SM 3: " if there are several.
  std::string named(unsigned sm) const;
  // What the warps on the SMs of one launch wait for; null: on all SMs.
  std::string waiting_text(const ActiveLaunch* launch = nullptr) const;
  void check_ended(const ActiveLaunch& launch) const;
  void note_partition(const ActiveLaunch& launch, unsigned sm);
  void check_drained(RunResult& result) const;

  const Design design_;  // a copy: everything below refers to it
  const BlockFactories factories_;
  DeviceMemory& memory_;
  const RegisterAddresses register_addresses_;
  std::uint64_t memory_bytes_ = 0;  // 0: all addresses
  LaunchPlanner planner_;
  Steps steps_;
  MemorySystem memory_system_;
  SmClock clock_;
  Modules<Sm> sms_;
  std::vector<std::unique_ptr<DivisionControl>> controls_;  // [SM]; null: no changes of the division within a launch
  LaunchEnd launch_end_;
  BlockDispatcher dispatcher_;
  std::vector<ActiveLaunch*> active_;  // in the order of their starts
  // The launch whose blocks an SM runs, and the SM's counts when the launch began there. Null: its last launch has
  // ended.
  struct Owned {
    ActiveLaunch* launch = nullptr;
    Issued before = {};
    bool flushed = false;  // whether its dirty lines have been written back since then
  };
  std::vector<Owned> owned_;  // [SM]
  unsigned started_ = 0;      // launches
  bool launches_overlap_ = false, failed_ = false;
  Cycle first_block_ = 0;   // the cycle in which the launch started last may start
  Cycle period_start_ = 0;  // the cycle since which the machine has had a launch
  Cycle next_look_ = 0;
  // run.check_data; null: values are not followed.
  std::unique_ptr<MemoryImage> image_;
  MemoryWriters memory_writers_;
  std::unique_ptr<GpuWaves> waves_;
  unsigned watched_ = 0;  // the SM in the waves
  std::vector<LaunchResult> launches_;
  std::map<std::string, unsigned> code_;  // [kernel]: the number of its code location
  UndefinedReads uninitialised_reads_, inactive_shuffle_reads_;
  OutOfBoundsAccesses out_of_bounds_;
  LaunchResult longest_;        // the first of the launches with the most cycles
  RunResult fullest_;           // partition and residents of the launch with most resident threads
  unsigned registers_per_thread_ = 0, compiled_registers_ = 0;
  double scratchpad_per_block_ = 0, scratchpad_per_thread_ = 0;
  Cycle cycles_ = 0;
  bool elaborated_ = false;
  // DeviceMemory::host_writes() as of the last launch: the L1s do not see changes by the host or by surface stores.
  std::uint64_t host_writes_seen_ = 0;
  bool surfaces_stored_ = false;
  std::string broken_;          // why a launch was aborted; empty: none was
};

}  // namespace unibank
