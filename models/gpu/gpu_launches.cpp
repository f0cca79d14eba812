// The launches of a machine: their begin, the SMs that they take and leave, their end.
//
// An SM's storage is divided for one kernel, so it holds blocks of one launch at a time. The first launch of an idle
// machine takes all SMs. A launch that starts while others run takes an SM when it has drained and no block of an
// earlier launch waits (BlockDispatcher).
#include <algorithm>
#include <string>

#include "base/input_error.h"
#include "files/whole_file.h"
#include "gpu/gpu.h"
#include "gpu/gpu_waves.h"
#include "gpu/whole_rows.h"
#include "sm/launch_places.h"
#include "sm/without_progress.h"

namespace unibank {

// Launches that run at once are each started by a thread of the simulation: a caller outside of it runs the simulation
// itself.
void Gpu::check_place(const ActiveLaunch& launch) const {
  if (active_.empty()) return;
  const auto refuse = [&](const std::string& why) {
    throw RunError("kernel '" + launch.declared.kernel + "': a launch while kernel '" +
                   active_.back()->declared.kernel + "' runs: " + why);
  };
  if (active_.size() >= design_.gpu.concurrent_kernels)
    refuse("as many run as gpu.concurrent_kernels allows (" + std::to_string(design_.gpu.concurrent_kernels) + ")");
  if (sc_core::sc_get_status() != sc_core::SC_RUNNING)
    refuse("it runs in a thread of the simulation; expected a launch by another thread of it");
  if (launch.cooperative || active_.back()->cooperative)
    refuse("the blocks of a cooperative launch wait for each other, and it needs every SM");
}

void Gpu::skip(const Launch& launch) {
  check_units(*launch.kernel, design_);
  skip(declared_by(launch), launch.cooperative, launch.grid.count());
}

void Gpu::skip(const KernelNeeds& declared, bool cooperative, std::uint64_t blocks) {
  const LaunchPlanner::Division division = planner_.divide(declared);
  if (cooperative) check_cooperative(division, design_.gpu.sms, blocks);
  code_of(declared.kernel);
}

void Gpu::run(ActiveLaunch& launch, std::uint64_t blocks, const std::function<Streams()>& make) {
  check_usable();
  LaunchEnd::check_caller();
  check_place(launch);
  launch.grid.blocks = blocks;
  launch.division = planner_.divide(launch.declared);
  if (launch.cooperative) check_cooperative(launch.division, design_.gpu.sms, blocks);
  launch.setup = divided(launch.division, design_);
  launch.setup.registers_shared =
      launch.declared.registers_per_thread > launch.division.needs.registers_per_thread;
  // Refuses a launch without a place before a launch that runs could be harmed.
  launch.setup.cache_sets = sets_of_program(launch.division.partition, fitting_sets(launch.setup, design_));
  if (!elaborated_ && sc_core::sc_get_status() != sc_core::SC_RUNNING) sc_core::sc_start(sc_core::SC_ZERO_TIME);
  elaborated_ = true;
  if (image_) image_->launch_begins();
  launch.streams = make();
  try {
    run(launch);
  } catch (const std::exception& error) {
    if (broken_.empty()) broken_ = error.what();
    dispatcher_.stop();  // the simulation may continue
    clock_.stop();
    throw;
  }
}

void Gpu::run(ActiveLaunch& launch) {
  struct Running {
    Gpu& gpu;
    ActiveLaunch& launch;
    ~Running() { gpu.leave(launch); }
  } const running{*this, launch};
  const std::uint64_t writes_before = memory_.host_writes();
  start(launch);
  wait_for(launch);
  if (design_.cache.flush_at_end) flush(launch);
  surfaces_stored_ = memory_.host_writes() != writes_before;
  if (image_ && launch.executed && !surfaces_stored_) image_->compare(memory_writers_);
  finish(launch);
}

void Gpu::start(ActiveLaunch& launch) {
  const Cycle now = current_cycle() + 1;
  launch.counted_before = counted();
  launch.number = started_++;
  set_up(launch);
  active_.push_back(&launch);
  if (active_.size() == 1) {
    period_start_ = launch.start = now;
    for (unsigned i = 0; i < sms_.size(); ++i) begin_on(i, launch, now);
    note_partition(launch, 0);
  } else {
    launches_overlap_ = true;
  }
  launch.grid.from = first_block_ = now + design_.gpu.launch_latency;
  dispatcher_.begin(launch.grid);
}

// Under one division for a program, lines stay from kernel to kernel. So the cache has the sets that fit beside the
// whole rows of every kernel to which the partition gives as many sets as `own` has. A kernel with other sets begins
// with an empty cache all the same.
unsigned Gpu::sets_of_program(const PartitionResult& own, unsigned most) const {
  for (const LaunchPlanner::Division& kernel : planner_.program()) {
    if (kernel.partition.cache_sets != own.cache_sets) continue;
    try {
      most = std::min(most, fitting_sets(divided(kernel, design_), design_));
    } catch (const InputError&) {  // its launch will be refused
    }
  }
  return most;
}

void Gpu::set_up(ActiveLaunch& launch) {
  SmLaunch& setup = launch.setup;
  setup.executed = &launch.executed_instructions;
  // Another SM may have stored to an old line: several SMs begin with empty L1s, as GPUs do. So does an SM that a
  // concurrent launch has used before.
  setup.keep_cache = !design_.cache.flush_at_end ||
                     (design_.cache.keep_between_kernels && design_.gpu.sms == 1 && !launch.memory_changed);
  if (!active_.empty()) setup.keep_cache = false;
  setup.code = code_of(launch.declared.kernel);
  if (!image_) return;
  if (launch.executed) image_->put(launch.parameters);
  memory_writers_.clear();
  setup.memory_writers = &memory_writers_;
}

void Gpu::begin_on(unsigned sm, ActiveLaunch& launch, Cycle cycle) {
  launch.setup.stream = launch.streams[sm].get();
  launch.setup.control = controls_[sm].get();
  sms_[sm]->begin(launch.setup, cycle, [this, sm] { dispatcher_.block_ended(sm); });
  owned_[sm] = {&launch, {sms_[sm]->blocks_retired(), sms_[sm]->progress()}, false};
  if (!waves_) return;
  waves_->holds(cycle, sm, launch.number);
  if (sm == watched_) waves_->launch(cycle, launch.number, launch.division.partition);
}

// Whether the SM has no block and no request left; it may have dirty lines.
bool Gpu::may_change(unsigned sm) const { return !failed_ && sms_[sm]->idle() && sms_[sm]->in_miss_path() == 0; }

// Begins, once, to write back the dirty lines of an SM that its launch leaves. False: there are none, the SM had no
// block, or it has begun to write them back already.
bool Gpu::flushes(unsigned sm) {
  Owned& owned = owned_[sm];
  if (!design_.cache.flush_at_end || owned.flushed || sms_[sm]->blocks_retired() == owned.before.blocks) return false;
  owned.flushed = true;
  return sms_[sm]->flush();
}

// Called at a whole cycle, before the SMs run.
bool Gpu::take(unsigned sm, const Grid& grid) {
  if (owned_[sm].launch && &owned_[sm].launch->grid == &grid) return true;
  if (!may_change(sm)) return false;
  if (flushes(sm)) return false;  // its dirty lines must be written back first
  const auto found = std::find_if(active_.begin(), active_.end(),
                                  [&grid](const ActiveLaunch* launch) { return &launch->grid == &grid; });
  ActiveLaunch& launch = **found;
  const Cycle now = current_cycle();
  const bool first = launch.start == kNever;
  if (first) launch.start = now - design_.gpu.launch_latency;
  release(sm);
  sms_[sm]->end(now - 1);
  begin_on(sm, launch, now);
  if (first) note_partition(launch, sm);
  return true;
}

// The launch has no block left for the SM, which is idle.
void Gpu::release(unsigned sm) {
  Owned& owned = owned_[sm];
  if (!owned.launch) return;
  ActiveLaunch& launch = *owned.launch;
  launch.blocks_retired += sms_[sm]->blocks_retired() - owned.before.blocks;
  launch.warp_instructions += sms_[sm]->progress() - owned.before.warp_instructions;
  launch.last_work = std::max(launch.last_work, sms_[sm]->last_work());
  sms_[sm]->leave();
  owned.launch = nullptr;
}

// A launch that runs alone also waits for what the memory system does on its own, such as writing back an L2 line.
bool Gpu::is_over(const ActiveLaunch& launch) const {
  if (!launch.grid.dispatched()) return false;
  if (active_.size() == 1) return drained();
  for (unsigned i = 0; i < sms_.size(); ++i) {
    if (owned_[i].launch == &launch && !may_change(i)) return false;
  }
  return true;
}

// An SM may have become idle for a launch that waits, or a launch may have ended.
bool Gpu::looked() {
  const Grid* const next = dispatcher_.waiting();
  for (unsigned i = 0; next && i < sms_.size(); ++i) {
    const bool own = owned_[i].launch && &owned_[i].launch->grid == next;
    if (own || !may_change(i)) continue;
    dispatcher_.room_made();
    break;
  }
  return std::any_of(active_.begin(), active_.end(), [this](const ActiveLaunch* launch) { return is_over(*launch); });
}

void Gpu::wait_for(const ActiveLaunch& launch) {
  launch_end_.wait_for([&] { return failed_ || dispatcher_.failure() || is_over(launch); });
  rethrow_failures(launch);
  check_ended(launch);
}

// An Sm stores the exceptions of its method. SystemC turns those of other methods into reports. A failure of an Sm
// stops the clock, one of the dispatcher stops everything; so every launch that runs is aborted.
void Gpu::rethrow_failures(const ActiveLaunch& launch) const {
  const auto beside = [](const std::string& what) { return RunError("a concurrent launch was aborted: " + what); };
  const auto rethrow = [&](const std::exception_ptr& failure, bool own, const std::string& where) {
    try {
      std::rethrow_exception(failure);
    } catch (const NoProgress& error) {
      find_silent_block();
      throw own ? RunError(where + error.what()) : beside(where + error.what());
    } catch (const files::WriteError& error) {
      if (own) throw;  // no error of the SM that was writing
      throw beside(error.what());
    } catch (const RunError& error) {
      throw own ? RunError(where + error.what()) : beside(where + error.what());
    } catch (const std::bad_alloc&) {
      throw;  // memory is missing for all launches
    } catch (const std::exception& error) {
      if (own) throw;
      throw beside(where + error.what());
    }
  };
  if (dispatcher_.failure()) rethrow(dispatcher_.failure(), dispatcher_.failed() == &launch.grid, "");
  for (unsigned i = 0; i < sms_.size(); ++i) {
    if (sms_[i]->failure()) rethrow(sms_[i]->failure(), owned_[i].launch == &launch, named(i));
  }
  if (!broken_.empty()) throw beside(broken_);
}

// Dirty lines are written back before the launch has ended.
void Gpu::flush(const ActiveLaunch& launch) {
  bool flushes = false;
  for (unsigned i = 0; i < sms_.size(); ++i) {
    if (owned_[i].launch != &launch || owned_[i].flushed) continue;
    owned_[i].flushed = true;
    flushes = sms_[i]->flush() || flushes;
  }
  if (!flushes) return;
  launch_end_.watch();
  wait_for(launch);
}

void Gpu::finish(ActiveLaunch& launch) {
  for (unsigned i = 0; i < sms_.size(); ++i) {
    if (owned_[i].launch != &launch) continue;
    release(i);
    if (waves_) waves_->holds_none(current_cycle() + 1, i);
  }
  LaunchResult result;
  result.kernel = launch.declared.kernel;
  result.blocks = launch.grid.blocks - launch.grid.left_out;
  result.cycles = std::max(launch.start, launch.last_work) - launch.start + 1;
  result.warp_instructions = launch.warp_instructions;
  const LaunchPlanner::Division& division = launch.division;
  result.resident_blocks = division.partition.resident_blocks;
  result.resident_threads = division.partition.resident_threads;
  result.registers_per_thread = division.needs.registers_per_thread;
  result.scratchpad_bytes_per_block = division.needs.scratchpad_bytes_per_block;
  if (result.cycles > longest_.cycles) longest_ = result;
  launches_.push_back(result);
  leave(launch);
  if (active_.empty()) {
    end_period();
  } else {
    launch_end_.watch();
  }
  planner_.launch_ended(division, result.cycles, counted_since(launch.counted_before, counted()));
  if (on_progress) on_progress();
}

// Every Sm accounts for the cycles up to the last one with activity of any Sm.
void Gpu::end_period() {
  Cycle end = period_start_;
  for (const auto& sm : sms_) end = std::max(end, sm->last_work());
  for (const auto& sm : sms_) sm->end(end);
  cycles_ += end - period_start_ + 1;
}

// Nothing refers to the launch any more.
void Gpu::leave(ActiveLaunch& launch) {
  dispatcher_.end(launch.grid);
  active_.erase(std::remove(active_.begin(), active_.end(), &launch), active_.end());
  for (Owned& owned : owned_) {
    if (owned.launch == &launch) owned.launch = nullptr;
  }
}

}  // namespace unibank
