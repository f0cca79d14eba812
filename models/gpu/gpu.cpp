#include "gpu/gpu.h"

#include <algorithm>
#include <string>

#include "base/input_error.h"
#include "gpu/gpu_waves.h"
#include "ptx/kernel.h"
#include "simt/simt_stream.h"

namespace unibank {

Gpu::Gpu(sc_core::sc_module_name name, const Design& design, DeviceMemory& memory, const Seats& seats)
    : sc_module(name), design_(design), memory_(memory), planner_(design_), dispatcher_("block_dispatcher", sms_) {
  DramParameters dram;
  dram.ports = 1;
  dram.latency = design.dram.latency;
  dram.bytes_per_cycle = design.dram.bytes_per_cycle;
  dram.queue = design.dram.queue;
  dram_ = seats.dram("dram", dram);
  sms_.push_back(std::make_unique<Sm>("sm0", design_, seats));
  sms_[0]->memory().bind(dram_->socket(0));
  sms_[0]->on_progress = [this] {
    if (on_progress) on_progress();
  };
}

Gpu::~Gpu() = default;

void Gpu::watch(wave::Writer& writer) {
  waves_ = std::make_unique<GpuWaves>(writer, design_, *sms_[0], [this] {
    sms_[0]->watch(nullptr);
    dram_->watch({});
  });
  sms_[0]->watch(waves_.get());
  dram_->watch([this](Cycle at, unsigned depth) { waves_->dram_queue(at, depth); });
}

void Gpu::finish() {
  if (waves_) waves_->finish(current_cycle() + 1);
}

void Gpu::run(const Launch& launch) {
  const LaunchPlanner::Division division = planner_.divide(launch);
  if (!elaborated_) sc_core::sc_start(sc_core::SC_ZERO_TIME);
  elaborated_ = true;
  const Cycle start_cycle = current_cycle() + 1;
  const SmCounters before = sms_[0]->counters();
  LaunchShape shape;
  shape.grid = launch.grid;
  shape.block = launch.block;
  shape.dynamic_scratchpad_bytes = launch.dynamic_scratchpad_bytes;
  shape.arguments = launch.arguments;
  SimtStream stream(*launch.kernel, shape, memory_, design_.sm.max_warps);
  start(launch, division, stream, start_cycle);
  note_partition(launch, division);
  simulate();
  uninitialised_reads_.add(stream.uninitialised_reads());
  check_ended(launch.grid.count(), before.blocks, launch.kernel->name);
  bool flushes = false;
  for (const auto& sm : sms_) flushes = sm->flush() || flushes;
  if (flushes) {
    simulate();
    check_ended(launch.grid.count(), before.blocks, launch.kernel->name);
  }
  Cycle end = start_cycle;
  for (const auto& sm : sms_) end = std::max(end, sm->last_work());
  for (const auto& sm : sms_) sm->end(end);

  LaunchResult result;
  result.kernel = launch.kernel->name;
  result.blocks = launch.grid.count();
  result.cycles = end - start_cycle + 1;
  result.warp_instructions = sms_[0]->progress() - before.warp_instructions;
  result.resident_blocks = division.partition.resident_blocks;
  result.resident_threads = division.partition.resident_threads;
  launches_.push_back(result);
  cycles_ += result.cycles;
  if (on_progress) on_progress();
}

// What an Sm's method meets, the Sm keeps. Of what another method throws, SystemC makes a report.
void Gpu::simulate() {
  try {
    sc_core::sc_start();
  } catch (const sc_core::sc_report& report) {
    throw RunError(report.get_msg());
  }
  for (const auto& sm : sms_) {
    if (sm->failure()) std::rethrow_exception(sm->failure());
  }
}

void Gpu::start(const Launch& launch, const LaunchPlanner::Division& division, WarpStream& stream, Cycle start_cycle) {
  SmLaunch setup;
  setup.stream = &stream;
  setup.warps_per_block = division.warps_per_block;
  setup.block_slots = division.partition.resident_blocks;
  setup.registers_per_thread = division.needs.registers_per_thread;
  setup.scratchpad_bytes_per_block = static_cast<std::uint64_t>(division.needs.scratchpad_bytes_per_block);
  setup.cache_sets = division.partition.cache_sets;
  setup.keep_cache = design_.cache.keep_between_kernels;
  for (const auto& sm : sms_) sm->begin(setup, start_cycle, [this] { dispatcher_.room_made(); });
  dispatcher_.begin(launch.grid.count(), start_cycle);
  if (waves_) {
    waves_->launch(start_cycle, static_cast<unsigned>(launches_.size()), division.partition.register_bytes,
                   division.partition.scratchpad_bytes, division.partition.cache_bytes);
  }
}

// The simulation stopped because nothing is left to happen: either all blocks have retired, or everybody waits.
void Gpu::check_ended(std::uint64_t blocks, std::uint64_t retired_before, const std::string& kernel) const {
  const std::uint64_t retired = sms_[0]->blocks_retired() - retired_before;
  if (retired == blocks && sms_[0]->idle()) return;
  throw RunError("kernel " + kernel + " has stopped at cycle " + std::to_string(sms_[0]->cycle()) + " with " +
                 std::to_string(retired) + " of " + std::to_string(blocks) +
                 " blocks retired and nothing left to happen: " + sms_[0]->waiting_warps(4));
}

void Gpu::note_partition(const Launch& launch, const LaunchPlanner::Division& division) {
  compiled_registers_ = std::max<unsigned>(compiled_registers_, launch.kernel->registers_per_thread);
  registers_per_thread_ = std::max(registers_per_thread_, division.needs.registers_per_thread);
  scratchpad_per_block_ = std::max(scratchpad_per_block_, division.needs.scratchpad_bytes_per_block);
  // A program may begin with a launch of few threads (lu's diagonal blocks): the division shows where it is fullest.
  if (!launches_.empty() && division.partition.resident_threads <= fullest_.resident_threads) return;
  const PartitionResult& given = division.partition;
  fullest_.partition = {given.register_bytes, given.scratchpad_bytes, given.cache_bytes, given.idle_bytes,
                      design_.capacity_kb() * 1024, sms_[0]->cache_sets(), given.limited_by};
  fullest_.resident_blocks = given.resident_blocks;
  fullest_.resident_threads = given.resident_threads;
}

TimedBackend::Progress Gpu::progress() const {
  return {static_cast<unsigned>(launches_.size()), sms_[0]->blocks_retired(), sms_[0]->progress(), current_cycle()};
}

void Gpu::collect(RunResult& result) const {
  result.cycles = cycles_;
  result.launches = launches_;
  result.issue_slots = design_.sm.schedulers * design_.sm.issue_width;
  result.sms = static_cast<unsigned>(sms_.size());
  result.registers_per_thread = registers_per_thread_;
  result.compiled_registers_per_thread = compiled_registers_;
  result.thread_limit = design_.kernel.thread_limit;
  result.scratchpad_bytes_per_block = scratchpad_per_block_;
  result.resident_blocks = fullest_.resident_blocks;
  result.resident_threads = fullest_.resident_threads;
  result.partition = fullest_.partition;
  result.sm = sms_[0]->counters();
  const DramChannelCounters dram = dram_->counters();
  result.dram = {dram.reads, dram.writes, dram.read_bytes, dram.write_bytes, dram.busy_cycles};
  result.sm.uninitialised_scratchpad_reads = uninitialised_reads_.count;
  if (uninitialised_reads_.count != 0) result.warnings.push_back(uninitialised_reads_.warning());
  check_drained(result);
}

void Gpu::check_drained(RunResult& result) const {
  const auto broken = [&result](const std::string& what) { result.broken_invariants.push_back(what); };
  for (const auto& sm : sms_) {
    if (!sm->idle()) broken("the SM has not drained");
    if (sm->port_violations() != 0) {
      broken(std::to_string(sm->port_violations()) + " accesses beyond one read and one write a bank and cycle");
    }
  }
  if (dram_->in_flight() != 0) broken(std::to_string(dram_->in_flight()) + " requests are still in the DRAM channel");
}

}  // namespace unibank
