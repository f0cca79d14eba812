#include "exec/machine.h"

#include <algorithm>
#include <cmath>

#include "base/input_error.h"
#include "exec/channel.h"
#include "gpu/launch_plan.h"
#include "host/functional_counts.h"

namespace unibank::exec {
namespace {

constexpr double kBusBits = 64;  // per channel: 8 bytes per cycle. No time depends on it; programs may print it

FunctionalBackend functional_backend(const MachineRequest& request, DeviceMemory& memory) {
  FunctionalBackend backend(memory, request.design.run.instruction_limit);
  backend.warn_out_of_bounds(request.design.run.out_of_bounds == OutOfBounds::kWarn);
  return backend;
}

// Bytes of scratchpad that a block can declare at most: one of one warp with one register per thread, which leaves the
// most where registers are in the same memory.
std::uint64_t most_scratchpad_of_block(const Design& design) {
  const SmCapacity capacity = design.capacity();
  const auto fits = [&](std::uint64_t bytes) {
    KernelNeeds smallest{"", 1, std::min(kWarpSize, capacity.threads()), static_cast<double>(bytes)};
    try {
      return LaunchPlanner(design).divide(smallest).partition.resident_blocks != 0;
    } catch (const InputError&) {
      return false;
    }
  };
  std::uint64_t most = 0, too_many = capacity.bytes(Part::kScratchpad) + 1;
  while (most + 1 < too_many) {
    const std::uint64_t middle = (most + too_many) / 2;
    (fits(middle) ? most : too_many) = middle;
  }
  return most;
}

}  // namespace

bool took_nothing(const Selection& timed, const std::vector<KernelRow>& rows) {
  const auto is_timed = [](const KernelRow& row) { return row.timed; };
  return timed.any() && !rows.empty() && std::none_of(rows.begin(), rows.end(), is_timed);
}

Machine::Machine(const MachineRequest& request, int file, wave::Writer* waves)
    : request_(request), memory_(request.memory_bytes, {file, kDeviceMemoryBegin}),
      functional_(functional_backend(request, memory_)) {
  functional_.observe(request.observer);
  if (request.functional) return;
  timed_ = std::make_unique<TimedBackend>(request_.design, memory_, waves, TimedBackend::OnProgress(),
                                          request.watched_sm);
  timed_->use_cores(request.cores);
}

DeviceFacts Machine::facts() const {
  DeviceFacts facts;
  const Design& design = request_.design;
  const std::string name = "Unibank " + (request_.design_name.empty() ? "functional" : request_.design_name);
  name.copy(facts.name, sizeof facts.name - 1);
  const SmCapacity capacity = design.capacity();
  facts.memory_begin = kDeviceMemoryBegin;
  facts.memory_bytes = request_.memory_bytes;
  facts.sms = design.gpu.sms;
  facts.max_threads_per_sm = capacity.threads();
  facts.max_blocks_per_sm = capacity.max_blocks;
  facts.registers_per_sm = static_cast<std::uint32_t>(capacity.bytes(Part::kRegisters) / 4);
  facts.scratchpad_per_block = most_scratchpad_of_block(design);
  facts.scratchpad_reserved = capacity.units.scratchpad_reserved;
  const bool any_scratchpad = facts.scratchpad_per_block != 0;
  facts.scratchpad_per_sm = any_scratchpad ? facts.scratchpad_per_block + facts.scratchpad_reserved : 0;
  facts.l2_bytes = design.l2.bytes;
  facts.clock_kilohertz = static_cast<std::uint32_t>(std::lround(design.energy.frequency_ghz * 1e6));
  facts.memory_clock_kilohertz = facts.clock_kilohertz;
  facts.memory_bus_bits = static_cast<std::uint32_t>(kBusBits * design.dram.channels);
  return facts;
}

std::uint64_t Machine::free_bytes() const {
  return request_.memory_bytes - std::min<std::uint64_t>(request_.memory_bytes, memory_.allocated_bytes());
}

double Machine::microseconds() const {
  return static_cast<double>(cycles_) / (request_.design.energy.frequency_ghz * 1000);
}

unsigned Machine::occupancy(const ptx::Kernel& kernel, Dim3 block, unsigned dynamic_bytes,
                            int preferred_percent) const {
  if (block.count() > kernel.launch_bounds.most(block.count())) return 0;
  Launch launch;
  launch.kernel = &kernel;
  launch.block = block;
  launch.dynamic_scratchpad_bytes = dynamic_bytes;
  launch.preferred_scratchpad_percent = preferred_percent;
  try {
    return LaunchPlanner(request_.design).divide(declared_by(launch)).partition.resident_blocks;
  } catch (const InputError&) {
    return 0;  // no block fits
  }
}

void Machine::run(const Launch& launch) {
  Launch numbered = launch;  // a Device numbers only the launches of its own module
  numbered.number = launches_++;
  const bool timed = timed_ && request_.timed.takes(numbered.number, launch.kernel->name);
  timed ? run_timed(numbered) : run_functional(numbered);
}

void Machine::run_timed(const Launch& launch) {
  timed_->run(launch);
  const LaunchResult& last = timed_->last_launch();
  cycles_ += last.cycles;
  add_row({launch.kernel->name, true, 1, last.blocks, last.cycles, last.warp_instructions});
}

void Machine::run_functional(const Launch& launch) {
  const std::uint64_t before = functional_.counts().warp_instructions;
  functional_.run(launch);
  memory_.note_host_write();  // the timed caches have not seen these stores
  const std::uint64_t executed = functional_.counts().warp_instructions - before;
  cycles_ += executed;
  add_row({launch.kernel->name, false, 1, launch.grid.count(), 0, executed});
}

void Machine::add_row(const KernelRow& row) {
  const auto same = [&row](const KernelRow& other) { return other.kernel == row.kernel && other.timed == row.timed; };
  const auto known = std::find_if(rows_.begin(), rows_.end(), same);
  if (known == rows_.end()) return rows_.push_back(row);
  known->launches += row.launches;
  known->blocks += row.blocks;
  known->cycles += row.cycles;
  known->warp_instructions += row.warp_instructions;
}

void Machine::finish(RunResult& result) {
  const FunctionalBackend::Counts& counts = functional_.counts();
  result.functional = !timed_;
  result.judged = false;
  result.verification = "the program judges its answer itself";
  if (timed_) {
    if (!took_nothing(request_.timed, rows_)) timed_->finish();
    timed_->collect(result);
  } else {
    set_executed(counts, result.counters);
    add_faults(counts, result.counters);
  }
  add_warnings(counts, result.warnings);
}

}  // namespace unibank::exec
