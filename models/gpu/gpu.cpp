#include "gpu/gpu.h"

#include <algorithm>
#include <string>

#include "base/input_error.h"
#include "block/compared.h"
#include "gpu/gpu_waves.h"
#include "ptx/kernel.h"

namespace unibank {

namespace {

// RTL moves bytes like the block that it implements, so values are followed.
Design with_values_for_rtl(Design design) {
  const bool followable = design.kernel.registers_per_thread == 0;  // no registers that share rows
  for (const auto& [kind, choice] : design.blocks.all()) {
    const BlockVariant* const variant = BlockCatalogue::instance().find(kind, choice.model);
    if (followable && variant && !variant->implements.empty()) design.run.check_data = true;
  }
  return design;
}

void add_comparisons(const sc_core::sc_object& object, std::vector<Comparison>& all) {
  const auto* const compared = dynamic_cast<const Compared*>(&object);
  if (compared && compared->comparison()) all.push_back(*compared->comparison());
  for (const sc_core::sc_object* const child : object.get_child_objects()) add_comparisons(*child, all);
}

}  // namespace

Gpu::Gpu(sc_core::sc_module_name name, const Design& design, DeviceMemory& memory, const BlockFactories& factories,
         BuildOrder order)
    : sc_module(name),
      design_(with_values_for_rtl(design)),
      factories_(factories_with(design.blocks, factories)),
      memory_(memory),
      planner_(design_),
      memory_system_(design_, factories_, order),
      clock_("sm_clock"),
      sms_(design.gpu.sms),
      controls_(design.gpu.sms),
      launch_end_("launch_end", {[this] { return drained(); }, [this] { return deadline(); }}),
      dispatcher_("block_dispatcher", sms_, launch_end_) {
  clock_.on_stop = [this] { launch_end_.end(); };
  if (design_.run.check_data) image_ = std::make_unique<MemoryImage>(memory_, memory_system_);
  for (const unsigned index : in_order(design.gpu.sms, order)) {
    const std::string number = std::to_string(index);
    sms_[index] = std::make_unique<Sm>(("sm" + number).c_str(), design_, factories_, &clock_, index);
    controls_[index] = planner_.control();
    sms_[index]->memory().bind(memory_system_.socket(index));
    sms_[index]->on_progress = [this] {
      if (on_progress) on_progress();
    };
  }
}

Gpu::~Gpu() = default;

void Gpu::watch(wave::Writer& writer, unsigned index) {
  if (index >= sms_.size()) {
    throw InputError("there is no SM " + std::to_string(index) + " to watch, expected a number below gpu.sms (" +
                     std::to_string(sms_.size()) + ")");
  }
  Sm& sm = *sms_[index];
  const PolicySignals control = controls_[index] ? controls_[index]->signals() : PolicySignals();
  waves_ = std::make_unique<GpuWaves>(writer, design_, sm, index, control, [this, &sm] {
    sm.watch(nullptr);
    memory_system_.watch({});
  });
  sm.watch(waves_.get());
  memory_system_.watch([this](Cycle at, unsigned depth) { waves_->dram_queue(at, depth); });
}

void Gpu::finish() {
  if (waves_) waves_->finish(current_cycle() + 1);
}

void Gpu::run(const Launch& launch) {
  check_units(*launch.kernel, design_);
  Started started{declared_by(launch), launch.grid.count(), launch.cooperative};
  started.parameters = launch.arguments;
  started.memory_changed = memory_.host_writes() != host_writes_seen_ || surfaces_stored_;
  {
    const Streams streams = run(started, [&] { return make_streams(launch); });
    for (const auto& stream : streams) {
      const auto& executed = static_cast<const SimtStream&>(*stream);
      uninitialised_reads_.add(executed.uninitialised_reads());
      inactive_shuffle_reads_.add(executed.inactive_shuffle_reads());
      out_of_bounds_.add(executed.out_of_bounds());
    }
  }
  host_writes_seen_ = memory_.host_writes();  // after the allocations of the launch itself
}

void Gpu::run(const RecordedLaunch& launch) {
  Started started{declared_by(launch), launch.grid.count()};
  started.executed = false;
  started.memory_changed = launch.memory_changed;
  run(started,
      [&] { return launch.kernel->streams(design_.gpu.sms, design_.sm.max_warps); });
}

// The requests under way of an aborted launch (memory requests, their payloads, pending registers) cannot be called
// back.
void Gpu::check_usable() const {
  if (broken_.empty()) return;
  throw RunError("a launch was aborted, and the machine accepts no other; start the program again, or run kernels that "
                 "may fail on a FunctionalBackend first. The error was: " + broken_);
}

Gpu::Streams Gpu::run(const Started& launch, const std::function<Streams()>& make) {
  check_usable();
  LaunchEnd::check_caller();
  const LaunchPlanner::Division division = planner_.divide(launch.declared);
  if (launch.cooperative) check_cooperative(division, design_.gpu.sms, launch.blocks);
  if (!elaborated_ && sc_core::sc_get_status() != sc_core::SC_RUNNING) sc_core::sc_start(sc_core::SC_ZERO_TIME);
  elaborated_ = true;
  Streams streams = make();
  try {
    run(launch, division, streams);
  } catch (const std::exception& error) {
    broken_ = error.what();
    dispatcher_.stop();  // the simulation may continue
    clock_.stop();
    throw;
  }
  return streams;
}

void Gpu::run(const Started& launch, const LaunchPlanner::Division& division, const Streams& streams) {
  const Cycle start_cycle = current_cycle() + 1;
  const Issued before = issued();
  const CounterValues counted_before = counted();
  const std::uint64_t writes_before = memory_.host_writes();
  start_cycle_ = start_cycle;
  start(launch, division, streams, start_cycle);
  note_partition(launch, division);
  simulate();
  check_ended(launch, issued().blocks - before.blocks);
  if (design_.cache.flush_at_end) flush(launch, before.blocks);
  surfaces_stored_ = memory_.host_writes() != writes_before;
  if (image_ && launch.executed && !surfaces_stored_) image_->compare();

  LaunchResult result;
  result.kernel = launch.declared.kernel;
  result.blocks = launch.blocks;
  result.cycles = end(start_cycle) - start_cycle + 1;
  result.warp_instructions = issued().warp_instructions - before.warp_instructions;
  result.resident_blocks = division.partition.resident_blocks;
  result.resident_threads = division.partition.resident_threads;
  result.registers_per_thread = division.needs.registers_per_thread;
  result.scratchpad_bytes_per_block = division.needs.scratchpad_bytes_per_block;
  if (result.cycles > longest_.cycles) longest_ = result;
  launches_.push_back(result);
  cycles_ += result.cycles;
  planner_.launch_ended(division, result.cycles, counted_since(counted_before, counted()));
  if (on_progress) on_progress();
}

Gpu::Streams Gpu::make_streams(const Launch& launch) {
  LaunchShape shape;
  shape.grid = launch.grid;
  shape.block = launch.block;
  shape.dynamic_scratchpad_bytes = launch.dynamic_scratchpad_bytes;
  shape.arguments = launch.arguments;
  shape.sms = design_.gpu.sms;
  shape.number = launch.number;
  shape.cooperative = launch.cooperative;
  shape.warn_out_of_bounds = design_.run.out_of_bounds == OutOfBounds::kWarn;
  Streams streams;
  auto first = std::make_unique<SimtStream>(*launch.kernel, shape, memory_, design_.sm.max_warps);
  const SimtStream& shared = *first;
  streams.push_back(std::move(first));
  for (unsigned sm = 1; sm < sms_.size(); ++sm) streams.push_back(std::make_unique<SimtStream>(shared, sm));
  return streams;
}

// Dirty lines are written back before the launch has ended.
void Gpu::flush(const Started& launch, std::uint64_t blocks_before) {
  bool flushes = false;
  for (const auto& sm : sms_) flushes = sm->flush() || flushes;
  if (!flushes) return;
  launch_end_.watch();
  simulate();
  check_ended(launch, issued().blocks - blocks_before);
}

// Every Sm accounts for the cycles up to the last one with activity of any Sm.
Cycle Gpu::end(Cycle start_cycle) {
  Cycle end = start_cycle;
  for (const auto& sm : sms_) end = std::max(end, sm->last_work());
  for (const auto& sm : sms_) sm->end(end);
  return end;
}

CounterValues Gpu::counted() const {
  CounterValues all;
  for (const auto& sm : sms_) all.add(sm->counters());
  memory_system_.add_counters_to(all);
  return all;
}

Gpu::Issued Gpu::issued() const {
  Issued sum;
  for (const auto& sm : sms_) {
    sum.blocks += sm->blocks_retired();
    sum.warp_instructions += sm->progress();
  }
  return sum;
}

// An Sm stores the exceptions of its method. SystemC turns those of other methods into reports.
void Gpu::simulate() {
  launch_end_.wait_for_it();
  rethrow_failures();
}

// A failure of an Sm stops the clock, one of the dispatcher stops everything.
void Gpu::rethrow_failures() const {
  if (dispatcher_.failure()) std::rethrow_exception(dispatcher_.failure());
  for (unsigned i = 0; i < sms_.size(); ++i) {
    if (!sms_[i]->failure()) continue;
    try {
      std::rethrow_exception(sms_[i]->failure());
    } catch (const RunError& error) {
      throw RunError(named(i) + error.what());
    }
  }
}

void Gpu::start(const Started& launch, const LaunchPlanner::Division& division, const Streams& streams,
                Cycle start_cycle) {
  executed_ = 0;
  SmLaunch setup;
  setup.executed = &executed_;
  setup.warps_per_block = division.warps_per_block;
  setup.threads_per_block = division.needs.threads_per_block;
  setup.block_slots = division.partition.resident_blocks;
  setup.sharing = division.partition.sharing;
  setup.registers_per_thread = division.needs.registers_per_thread;
  setup.registers_shared = launch.declared.registers_per_thread > division.needs.registers_per_thread;
  setup.scratchpad_bytes_per_block = static_cast<std::uint64_t>(division.needs.scratchpad_bytes_per_block);
  setup.cache_sets = division.partition.cache_sets;
  // Another SM may have stored to an old line: several SMs begin with empty L1s, as GPUs do.
  setup.keep_cache = !design_.cache.flush_at_end ||
                     (design_.cache.keep_between_kernels && design_.gpu.sms == 1 && !launch.memory_changed);
  setup.code = code_of(launch.declared.kernel);
  setup.needs = division.needs;
  setup.division = division.partition;
  if (image_) {
    if (launch.executed) image_->put(launch.parameters);
    memory_writers_.clear();
    setup.memory_writers = &memory_writers_;
  }
  for (unsigned i = 0; i < sms_.size(); ++i) {
    setup.stream = streams[i].get();
    setup.control = controls_[i].get();
    sms_[i]->begin(setup, start_cycle, [this] { dispatcher_.room_made(); });
  }
  first_block_ = start_cycle + design_.gpu.launch_latency;
  dispatcher_.begin(launch.blocks, first_block_);
  if (waves_) {
    waves_->launch(start_cycle, static_cast<unsigned>(launches_.size()), division.partition);
  }
}

// Kernels have code addresses in the order of their first launches.
std::uint64_t Gpu::code_of(const std::string& kernel) {
  return code_place(code_.emplace(kernel, static_cast<unsigned>(code_.size())).first->second);
}

void Gpu::note_partition(const Started& launch, const LaunchPlanner::Division& division) {
  compiled_registers_ = std::max(compiled_registers_, launch.declared.registers_per_thread);
  registers_per_thread_ = std::max(registers_per_thread_, division.needs.registers_per_thread);
  scratchpad_per_block_ = std::max(scratchpad_per_block_, division.needs.scratchpad_bytes_per_block);
  // A program may begin with a launch of few threads (lu's diagonal blocks): the division with the most resident
  // threads is reported.
  if (!launches_.empty() && division.partition.resident_threads <= fullest_.resident_threads) return;
  const PartitionResult& given = division.partition;
  fullest_.partition = {given.register_bytes, given.scratchpad_bytes, given.cache_bytes, given.idle_bytes,
                      design_.capacity_kb() * 1024, sms_[0]->cache_sets(), given.limited_by};
  fullest_.resident_blocks = given.resident_blocks;
  fullest_.resident_threads = given.resident_threads;
  fullest_.sharing_pairs = given.sharing.pairs;
}

TimedBackend::Progress Gpu::progress() const {
  const Issued all = issued();
  return {static_cast<unsigned>(launches_.size()), all.blocks, all.warp_instructions, current_cycle()};
}

void Gpu::collect(RunResult& result) const {
  result.cycles = cycles_;
  result.launches = launches_;
  result.longest = longest_;
  result.issue_slots = design_.sm.schedulers * design_.sm.issue_width;
  result.sms = static_cast<unsigned>(sms_.size());
  result.miss_path = design_.blocks.of("miss_path").model != "none";
  result.registers_per_thread = registers_per_thread_;
  result.compiled_registers_per_thread = compiled_registers_;
  result.thread_limit = design_.kernel.thread_limit;
  result.scratchpad_bytes_per_block = scratchpad_per_block_;
  result.resident_blocks = fullest_.resident_blocks;
  result.resident_threads = fullest_.resident_threads;
  result.default_blocks = fullest_.resident_blocks - fullest_.sharing_pairs;
  result.sharing_pairs = fullest_.sharing_pairs;
  result.partition = fullest_.partition;
  result.counters.add(counted());
  result.counters.add(counters_of(uninitialised_reads_, inactive_shuffle_reads_));
  for (std::string& warning : warnings_of(uninitialised_reads_, inactive_shuffle_reads_))
    result.warnings.push_back(std::move(warning));
  result.counters.add(out_of_bounds_.counters());
  if (out_of_bounds_.count() != 0) result.warnings.push_back(out_of_bounds_.warning());
  for (const auto& sm : sms_) result.lines_left_dirty += sm->dirty_lines();
  add_comparisons(*this, result.comparisons);
  check_drained(result);
}

}  // namespace unibank
