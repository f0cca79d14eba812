#include "gpu/gpu.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/input_error.h"
#include "block/compared.h"
#include "design/rtl_values.h"
#include "design/schema.h"
#include "gpu/beside_registers.h"
#include "gpu/gpu_waves.h"
#include "gpu/transaction_recorder.h"
#include "ptx/kernel.h"

namespace unibank {

namespace {

Design with_values_for_rtl(Design design) {
  if (!rtl_with_values(design).empty()) design.run.check_data = true;
  return design;
}

// RTL and a system's memory follow values, whatever the design says.
Design checked(Design design) {
  expect_one_machine(design);
  if (design.gpu.concurrent_kernels == 1 || !design.run.check_data) return design;
  throw InputError("gpu.concurrent_kernels is " + std::to_string(design.gpu.concurrent_kernels) +
                   ", and this machine follows values (run.check_data, a block that is RTL, or device memory in the "
                   "system's memory): memory is compared before and after a launch, while no other runs; expected 1");
}

// The longest refresh of DRAM in cycles of the SM.
std::int64_t longest_refresh(const Design& design) {
  const DramTiming& timing = design.dram.timing;
  return std::llround(std::ceil(std::max(timing.t_rfc, timing.t_rfc_bank) / design.dram.clock_ratio));
}

// A latency, an interval or a refresh of the design is not a lack of progress. Twice the longest one, because a
// response may wait for two.
Design patient(Design design) {
  std::int64_t longest = longest_refresh(design);
  for (const Parameter& parameter : parameters_of(design)) {
    const std::string& key = parameter.key;
    if (key.find("latency") == std::string::npos && key.find("interval") == std::string::npos) continue;
    const ParameterValue value = parameter.get(design);
    if (const auto* const cycles = std::get_if<std::int64_t>(&value)) longest = std::max(longest, *cycles);
  }
  design.run.no_progress_cycles = std::max(design.run.no_progress_cycles, 2 * static_cast<Cycle>(longest));
  return design;
}

void add_comparisons(const sc_core::sc_object& object, std::vector<Comparison>& all) {
  const auto* const compared = dynamic_cast<const Compared*>(&object);
  if (compared && compared->comparison()) all.push_back(*compared->comparison());
  for (const sc_core::sc_object* const child : object.get_child_objects()) add_comparisons(*child, all);
}

// Sees nothing: an Sm that has an observer takes no shortcut that moves a request to another cycle.
class NoShortcuts : public SmObserver {
  void register_row(unsigned, unsigned, bool) override {}
  void memory_row(unsigned, unsigned, bool) override {}
  void tag_lookup(bool) override {}
  void end_of_cycle() override {}
};

// The observer of an Sm that is not in the waves. Null: none.
SmObserver* unwatched() {
  static NoShortcuts observer;
  return TransactionRecorder::exists() ? &observer : nullptr;
}

}  // namespace

Gpu::Gpu(sc_core::sc_module_name name, const Design& design, DeviceMemory& memory, const BlockFactories& factories,
         BuildOrder order)
    : sc_module(name),
      design_(patient(checked(with_values_for_rtl(design)))),
      factories_(factories_with(design.blocks, factories)),
      memory_(memory),
      register_addresses_(register_addresses(design_)),
      planner_(design_),
      steps_("steps"),
      memory_system_(design_, factories_, order),
      clock_("sm_clock"),
      sms_(design.gpu.sms),
      controls_(design.gpu.sms),
      launch_end_("launch_end", {[this] { return looked(); }, [this] { return deadline(); }, steps_}),
      dispatcher_("block_dispatcher", sms_, launch_end_,
                  [this](unsigned sm, const Grid& grid) { return take(sm, grid); }, design.gpu.block_interval,
                  design.gpu.block_latency),
      owned_(design.gpu.sms) {
  clock_.on_stop = [this] {
    failed_ = true;
    launch_end_.end();
  };
  if (design_.run.check_data) image_ = std::make_unique<MemoryImage>(memory_, memory_system_);
  for (const unsigned index : in_order(design.gpu.sms, order)) {
    const std::string number = std::to_string(index);
    sms_[index] = std::make_unique<Sm>(("sm" + number).c_str(), design_, factories_, &clock_, index);
    sms_[index]->watch(unwatched());
    controls_[index] = planner_.control();
    sms_[index]->memory().bind(memory_system_.socket(index));
    sms_[index]->on_progress = [this] {
      if (on_progress) on_progress();
    };
  }
  steps_.built();
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
    sm.watch(unwatched());
    memory_system_.watch({});
  });
  watched_ = index;
  sm.watch(waves_.get());
  memory_system_.watch([this](Cycle at, unsigned depth) { waves_->dram_queue(at, depth); });
}

void Gpu::finish() {
  if (waves_) waves_->finish(current_cycle() + 1);
}

void Gpu::run(const Launch& launch, BlockChooser* chooser) {
  check_units(*launch.kernel, design_);
  ActiveLaunch active;
  active.declared = declared_by(launch);
  active.cooperative = launch.cooperative;
  active.parameters = launch.arguments;
  active.memory_changed = memory_.host_writes() != host_writes_seen_ || surfaces_stored_;
  active.grid.chooser = chooser;
  run(active, launch.grid.count(), [&] {
    Streams streams = make_streams(launch);
    check_beside_registers(memory_, design_, memory_bytes_);
    if (chooser) chooser->begins(places(active), nullptr);
    return streams;
  });
  for (const auto& stream : active.streams) {
    const auto& executed = static_cast<const SimtStream&>(*stream);
    uninitialised_reads_.add(executed.uninitialised_reads());
    inactive_shuffle_reads_.add(executed.inactive_shuffle_reads());
    out_of_bounds_.add(executed.out_of_bounds());
  }
  active.streams.clear();
  if (chooser) chooser->ends();
  host_writes_seen_ = memory_.host_writes();  // after the allocations of the launch itself
}

void Gpu::run(const RecordedLaunch& launch, BlockChooser* chooser) {
  ActiveLaunch active;
  active.declared = declared_by(launch);
  active.executed = false;
  active.memory_changed = launch.memory_changed;
  active.grid.chooser = chooser;
  run(active, launch.grid.count(), [&] {
    if (!chooser) return launch.kernel->streams(design_.gpu.sms, design_.sm.max_warps);
    Streams streams = launch.kernel->streams(design_.gpu.sms + 1, design_.sm.max_warps);
    chooser->begins(places(active), std::move(streams.back()));
    streams.pop_back();
    return streams;
  });
  if (chooser) chooser->ends();
}

// The outstanding requests of an aborted launch (memory requests, their payloads, pending registers) cannot be
// cancelled.
void Gpu::check_usable() const {
  if (broken_.empty()) return;
  throw RunError("a launch was aborted, and the machine accepts no other; start the program again, or run kernels that "
                 "may fail on a FunctionalBackend first. The error was: " + broken_);
}

Gpu::Streams Gpu::make_streams(const Launch& launch) {
  LaunchShape shape;
  shape.grid = launch.grid;
  shape.block = launch.block;
  shape.dynamic_scratchpad_bytes = launch.dynamic_scratchpad_bytes;
  shape.scratchpad_unit = design_.storage.units.scratchpad_bytes;
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

CounterValues Gpu::counted() const {
  CounterValues all;
  for (const auto& sm : sms_) all.add(sm->counters());
  memory_system_.add_counters_to(all);
  planner_.add_counters_to(all);
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

// Kernels have code addresses in the order of their first launches.
std::uint64_t Gpu::code_of(const std::string& kernel) {
  return code_place(code_.emplace(kernel, static_cast<unsigned>(code_.size())).first->second);
}

void Gpu::note_partition(const ActiveLaunch& launch, unsigned sm) {
  const LaunchPlanner::Division& division = launch.division;
  compiled_registers_ = std::max(compiled_registers_, launch.declared.registers_per_thread);
  registers_per_thread_ = std::max(registers_per_thread_, division.needs.registers_per_thread);
  scratchpad_per_block_ = std::max(scratchpad_per_block_, division.needs.scratchpad_bytes_per_block);
  scratchpad_per_thread_ = std::max(scratchpad_per_thread_, division.needs.scratchpad_bytes_per_block /
                                                                division.needs.threads_per_block);
  // A program may begin with a launch of few threads (lu's diagonal blocks): the division with the most resident
  // threads is reported.
  if (launch.number != 0 && division.partition.resident_threads <= fullest_.resident_threads) return;
  const PartitionResult& given = division.partition;
  fullest_.partition = {given.register_bytes, given.scratchpad_bytes, given.cache_bytes, given.idle_bytes,
                      design_.capacity_kb() * 1024, sms_[sm]->cache_sets(), given.limited_by};
  fullest_.resident_blocks = given.resident_blocks;
  fullest_.resident_threads = given.resident_threads;
  fullest_.sharing_pairs = given.sharing.pairs;
}

TimedBackend::Progress Gpu::progress() const {
  const Issued all = issued();
  TimedBackend::Progress progress{static_cast<unsigned>(launches_.size()), all.blocks, all.warp_instructions,
                                  current_cycle()};
  if (active_.size() != 1) return progress;
  const Grid& grid = active_.front()->grid;
  for (const auto& sm : sms_) progress.launch_resident += sm->warps().resident_blocks();
  progress.launch_blocks = grid.blocks;
  progress.launch_ended = grid.next - progress.launch_resident;
  return progress;
}

void Gpu::collect(RunResult& result) const {
  result.cycles = cycles_;
  result.launches_overlap = launches_overlap_;
  result.launches = launches_;
  result.longest = longest_;
  result.issue_slots = design_.sm.schedulers * design_.sm.issue_width;
  result.sms = static_cast<unsigned>(sms_.size());
  result.miss_path = design_.blocks.of("miss_path").model != "none";
  result.registers_per_thread = registers_per_thread_;
  result.compiled_registers_per_thread = compiled_registers_;
  result.thread_limit = design_.kernel.thread_limit;
  result.scratchpad_bytes_per_block = scratchpad_per_block_;
  result.scratchpad_bytes_per_thread = scratchpad_per_thread_;
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
  std::uint64_t products = 0;
  for (const auto& sm : sms_) products += sm->issue().products_on_lanes();
  if (products != 0)
    result.warnings.push_back(std::to_string(products) +
                              " products of matrices took the lanes of floats or doubles, each as a single operation, "
                              "because the design has no tensor unit for them");
  for (const auto& sm : sms_) result.lines_left_dirty += sm->dirty_lines();
  add_comparisons(*this, result.comparisons);
  check_drained(result);
}

}  // namespace unibank
