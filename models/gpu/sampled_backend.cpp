#include "gpu/sampled_backend.h"

#include <utility>

#include "base/input_error.h"
#include "host/functional_counts.h"
#include "ptx/kernel.h"
#include "report/interval.h"
#include "simt/device_memory.h"

namespace unibank {

namespace {

std::string text_of(Dim3 shape) {
  return std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " + std::to_string(shape.z);
}

constexpr char kRemedy[] = ": what it launches depends on time, or on the order in which threads run, so its launches "
                           "cannot be sampled; expected a run without --sample";

bool same(Dim3 a, Dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

}  // namespace

SampledBackend::SampledBackend(TimedBackend& timed, const Design& design, DeviceMemory& memory,
                               const Sample& sample, const std::vector<LaunchFeatures>& features)
    : timed_(timed),
      memory_(memory),
      features_(features),
      plan_(plan_sample(features, sample)),
      functional_(memory, design.run.instruction_limit) {
  functional_.warn_out_of_bounds(design.run.out_of_bounds == OutOfBounds::kWarn);
  sampled_.launches = features.size();
  sampled_.seed = sample.seed;
  sampled_.strata = plan_.strata;
}

void SampledBackend::check_next(const std::string& kernel, Dim3 grid, Dim3 block) const {
  const std::string here = "kernel '" + kernel + "', grid " + text_of(grid) + ", block " + text_of(block);
  const std::string number = "launch " + std::to_string(next_) + " is of " + here;
  if (next_ >= features_.size())
    throw RunError(number + ", and the program had only " + std::to_string(features_.size()) +
                   " launches when they were counted" + kRemedy);
  const LaunchFeatures& counted = features_[next_];
  if (counted.kernel == kernel && same(counted.grid, grid) && same(counted.block, block)) return;
  throw RunError(number + "; when launches were counted, it was of kernel '" + counted.kernel + "', grid " +
                 text_of(counted.grid) + ", block " + text_of(counted.block) + kRemedy);
}

void SampledBackend::run(const Launch& launch) {
  check_next(launch.kernel->name, launch.grid, launch.block);
  if (plan_.launches[next_].timed) {
    run_timed(launch);
  } else {
    timed_.skip(launch);
    functional_.run(launch);
    memory_.note_host_write();  // the caches of the timed machine do not see these writes
  }
  ++next_;
}

void SampledBackend::run(const RecordedLaunch& launch) {
  check_next(launch.kernel->name(), launch.grid, launch.block);
  if (plan_.launches[next_].timed) {
    RecordedLaunch timed = launch;
    timed.memory_changed |= next_ != 0 && !plan_.launches[next_ - 1].timed;  // the caches did not see it
    run_timed(timed);
  } else {
    timed_.skip(launch);
  }
  ++next_;
}

template <typename AnyLaunch>
void SampledBackend::run_timed(const AnyLaunch& launch) {
  const CounterValues before = timed_.counted();
  timed_.run(launch);
  const unsigned stratum = plan_.launches[next_].stratum;
  if (stratum == SamplePlan::kNotCounted) {
    ++sampled_.warm_ups;
    return;
  }
  sampled_.measured.push_back({stratum, next_, timed_.last_launch().cycles, counted_since(before, timed_.counted())});
}

// Reads of undefined values and accesses out of bounds are counted in every launch.
void SampledBackend::count_exactly(RunResult& result) const {
  const FunctionalBackend::Counts& counts = functional_.counts();
  CounterValues& exact = result.sampled.exact;
  exact = counted_since(timed_.counted(), result.counters);
  add_faults(counts, exact);
  add_warnings(counts, result.warnings);
}

void SampledBackend::finish(RunResult& result) const {
  if (next_ != features_.size())
    throw RunError("the program has made " + std::to_string(next_) + " launches, and " +
                   std::to_string(features_.size()) + " when they were counted" + kRemedy);
  result.sampled = sampled_;
  count_exactly(result);
  put_estimates(result);
}

}  // namespace unibank
