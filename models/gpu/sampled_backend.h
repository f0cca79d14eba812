// Times a sample of a program's launches and runs the others for their results only.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu/sampling_backend.h"
#include "gpu/timed_backend.h"
#include "host/functional_backend.h"
#include "sampling/plan.h"

namespace unibank {

class SampledBackend : public SamplingBackend {
 public:
  // `features`: of all launches of the program, as LaunchCounter has counted them in a run before this one; they
  // outlive this.
  SampledBackend(TimedBackend& timed, const Design& design, DeviceMemory& memory, const Sample& sample,
                 const std::vector<LaunchFeatures>& features);

  void plan(const std::vector<Launch>& kernels) override { timed_.plan(kernels); }
  // RunError if the program launches something else than when its launches were counted.
  void run(const Launch& launch) override;
  void run(const RecordedLaunch& launch) override;  // one that is not timed does not run at all

  // RunError: the program has launched less than when it was counted.
  void finish(RunResult& result) const override;

 private:
  template <typename AnyLaunch>
  void run_timed(const AnyLaunch& launch);
  void count_exactly(RunResult& result) const;
  void check_next(const std::string& kernel, Dim3 grid, Dim3 block) const;

  TimedBackend& timed_;
  DeviceMemory& memory_;
  const std::vector<LaunchFeatures>& features_;
  const SamplePlan plan_;
  FunctionalBackend functional_;
  Sampled sampled_;
  std::size_t next_ = 0;
};

}  // namespace unibank
