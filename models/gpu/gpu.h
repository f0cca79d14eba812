// The whole machine: SMs, block dispatcher, DRAM channel; runs one launch after the other.
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "gpu/block_dispatcher.h"
#include "gpu/launch_plan.h"
#include "gpu/timed_backend.h"
#include "simt/uninitialised_reads.h"
#include "sm/seats.h"
#include "sm/sm.h"

namespace unibank {

class GpuWaves;

class Gpu : public sc_core::sc_module {
 public:
  Gpu(sc_core::sc_module_name name, const Design& design, DeviceMemory& memory, const Seats& seats = native_seats());
  ~Gpu() override;

  void plan(const std::vector<Launch>& kernels) { planner_.plan(kernels); }
  // Throws InputError when no block fits, RunError when the launch cannot end.
  void run(const Launch& launch);
  void collect(RunResult& result) const;

  void watch(wave::Writer& writer);
  // The program has ended: the waveform may be completed.
  void finish();
  std::function<void()> on_progress;
  Sm& sm(unsigned index) { return *sms_[index]; }
  const DramSeat& dram() const { return *dram_; }
  TimedBackend::Progress progress() const;

 private:
  void simulate();
  void start(const Launch& launch, const LaunchPlanner::Division& division, WarpStream& stream, Cycle start_cycle);
  void check_ended(std::uint64_t blocks, std::uint64_t retired_before, const std::string& kernel) const;
  void note_partition(const Launch& launch, const LaunchPlanner::Division& division);
  void check_drained(RunResult& result) const;

  const Design design_;  // a copy: everything below refers to it
  DeviceMemory& memory_;
  LaunchPlanner planner_;
  std::unique_ptr<DramSeat> dram_;
  std::vector<std::unique_ptr<Sm>> sms_;
  BlockDispatcher dispatcher_;
  std::unique_ptr<GpuWaves> waves_;
  std::vector<LaunchResult> launches_;
  UninitialisedReads uninitialised_reads_;
  RunResult fullest_;           // partition and residents of the launch with most resident threads
  unsigned registers_per_thread_ = 0, compiled_registers_ = 0;
  double scratchpad_per_block_ = 0;
  Cycle cycles_ = 0;
  bool elaborated_ = false;
};

}  // namespace unibank
