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
  // `features`: of all launches of the program, as LaunchCounter counted them in an earlier run; they must outlive this
  // object.
  SampledBackend(TimedBackend& timed, const Design& design, DeviceMemory& memory, const Sample& sample,
                 const std::vector<LaunchFeatures>& features);

  void plan(const std::vector<Launch>& kernels) override { timed_.plan(kernels); }
  // RunError if the program's launches differ from those of the run in which they were counted.
  void run(const Launch& launch) override;
  void run(const RecordedLaunch& launch) override;  // a launch that is not timed does not run at all

  // RunError if there were fewer launches than in the run in which they were counted.
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
