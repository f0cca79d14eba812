#include "gpu/block_sampled_backend.h"

#include <cmath>

#include "host/functional_counts.h"
#include "ptx/kernel.h"
#include "report/interval.h"

namespace unibank {

namespace {

// Counters known exactly, from all blocks, timed or not.
constexpr const char *kBlocks = "blocks", *kInstructions = "warp_instructions", *kThreads = "thread_instructions",
                     *kSpillLoads = "memory.spill_loads", *kSpillStores = "memory.spill_stores";

const char* const kWhatIntervalsHold =
    "the 95% intervals are for the random choice of blocks; timed blocks that follow left-out ones may take other "
    "cycles than in a whole run, and the intervals do not contain that error (models/sampling/README.md, Blocks)";

}  // namespace

BlockSampledBackend::BlockSampledBackend(TimedBackend& timed, const Design& design, DeviceMemory& memory,
                                         const Sample& sample)
    : timed_(timed), sms_(design.gpu.sms), sample_(sample), functional_(memory, design.run.instruction_limit) {
  functional_.warn_out_of_bounds(design.run.out_of_bounds == OutOfBounds::kWarn);
  sampled_.seed = sample.seed;
  sampled_.strata = {0};
  sampled_.instructions = {0};
  sampled_.end_variances = {0};
}

void BlockSampledBackend::run(const Launch& launch) {
  BlockTimer timer(launch, sampled_.launches, sample_, timed_, sms_, functional_);
  run_timed(launch, launch.kernel->name, timer);
}

void BlockSampledBackend::run(const RecordedLaunch& launch) {
  BlockTimer timer(launch, sampled_.launches, sample_, timed_, sms_, read_);
  run_timed(launch, launch.kernel->name(), timer);
}

template <typename AnyLaunch>
void BlockSampledBackend::run_timed(const AnyLaunch& launch, const std::string& kernel, BlockTimer& timer) {
  const CounterValues before = timed_.counted();
  timed_.run(launch, timer);
  timer.measured(timed_.last_launch().cycles, counted_since(before, timed_.counted()));
  ++sampled_.launches;
  sampled_.blocks += launch.grid.count();
  sampled_.warm_ups += timer.warm_up_blocks();
  ++sampled_.strata[0];
  sampled_.measured.push_back(timer.kept());
  if (!timer.refused().empty()) refused_.insert("kernel '" + kernel + "' is timed whole: " + timer.refused());
  const std::uint64_t instructions = timer.left_out_instructions() + timed_.last_launch().warp_instructions;
  launched_.push_back({launch.grid.count(), instructions});
  if (timer.plan().whole()) return;
  const auto stratum = static_cast<unsigned>(sampled_.strata.size());
  sampled_.strata.push_back(timer.plan().units);
  sampled_.instructions.push_back(instructions - timer.kept().counters[kInstructions]);
  sampled_.end_variances.push_back(timer.end_variance());
  for (const Sampled::Launch& unit : timer.units()) {
    sampled_.measured.push_back(unit);
    sampled_.measured.back().stratum = stratum;
  }
}

void BlockSampledBackend::count_exactly(RunResult& result) const {
  const FunctionalBackend::Counts& counts = functional_.counts();
  CounterValues& exact = result.sampled.exact;
  exact = counted_since(timed_.counted(), result.counters);
  add_faults(counts, exact);
  const auto know = [&](const char* name, std::uint64_t left_out) {
    exact.at(name) = result.counters[name] + left_out;
    for (Sampled::Launch& one : result.sampled.measured) one.counters.at(name) = 0;
  };
  result.sampled.timed_blocks = result.counters[kBlocks] - sampled_.warm_ups;
  know(kBlocks, counts.blocks + read_.blocks);
  know(kThreads, counts.thread_instructions + read_.thread_instructions);
  if (read_.blocks == 0) {
    know(kSpillLoads, counts.spill_loads);
    know(kSpillStores, counts.spill_stores);
  }
  add_warnings(counts, result.warnings);
}

// Estimates each launch by itself, as a whole run would list it.
void BlockSampledBackend::estimate_launches(RunResult& result) const {
  result.longest.cycles = 0;
  auto one = sampled_.measured.begin();
  for (std::size_t i = 0; i < launched_.size(); ++i) {
    RunResult own;
    own.sampled.strata = {1};
    own.sampled.instructions = {0};
    own.sampled.end_variances = {0};
    for (; one != sampled_.measured.end() && one->number == i; ++one) {
      own.sampled.measured.push_back(*one);
      if (one->stratum == 0) continue;
      own.sampled.strata.resize(2, sampled_.strata[one->stratum]);
      own.sampled.instructions.resize(2, sampled_.instructions[one->stratum]);
      own.sampled.end_variances.resize(2, sampled_.end_variances[one->stratum]);
      own.sampled.measured.back().stratum = 1;
    }
    result.sampled.launch_cycles.push_back(cycles_of(own));
    LaunchResult& launch = result.launches.at(i);
    launch.blocks = launched_[i].blocks;
    launch.warp_instructions = launched_[i].warp_instructions;
    launch.cycles = static_cast<Cycle>(std::llround(result.sampled.launch_cycles.back().estimate));
    if (launch.cycles > result.longest.cycles) result.longest = launch;
  }
}

void BlockSampledBackend::finish(RunResult& result) const {
  result.sampled = sampled_;
  for (const std::string& one : refused_) result.warnings.push_back(one);
  if (sampled_.strata.size() > 1) result.warnings.emplace_back(kWhatIntervalsHold);
  count_exactly(result);
  put_estimates(result);
  estimate_launches(result);
}

}  // namespace unibank
