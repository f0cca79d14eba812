// Times some blocks of every launch of a program (gpu/block_timer.h) and runs the others for their results only.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "gpu/block_timer.h"
#include "gpu/sampling_backend.h"
#include "gpu/timed_backend.h"

namespace unibank {

class BlockSampledBackend : public SamplingBackend {
 public:
  BlockSampledBackend(TimedBackend& timed, const Design& design, DeviceMemory& memory, const Sample& sample);

  void plan(const std::vector<Launch>& kernels) override { timed_.plan(kernels); }
  void run(const Launch& launch) override;
  void run(const RecordedLaunch& launch) override;
  void finish(RunResult& result) const override;

 private:
  template <typename AnyLaunch>
  void run_timed(const AnyLaunch& launch, const std::string& kernel, BlockTimer& timer);
  void count_exactly(RunResult& result) const;
  void estimate_launches(RunResult& result) const;

  TimedBackend& timed_;
  const unsigned sms_;
  const Sample sample_;
  FunctionalBackend functional_;
  BlockTimer::Executed read_;
  Sampled sampled_;
  struct Launched {
    std::uint64_t blocks, warp_instructions;
  };
  std::vector<Launched> launched_;
  std::set<std::string> refused_;
};

}  // namespace unibank
