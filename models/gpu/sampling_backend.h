// A backend that times only some launches of a program, or only some of their blocks.
#pragma once

#include "host/device.h"
#include "report/run_result.h"
#include "warp/recorded_kernel.h"

namespace unibank {

class SamplingBackend : public Backend {
 public:
  using Backend::run;
  virtual void run(const RecordedLaunch& launch) = 0;
  // The program has ended; `result` is what the machine has measured. Its totals become estimates.
  virtual void finish(RunResult& result) const = 0;
};

}  // namespace unibank
