// A module whose answers are compared with those of another one, or with rules. The Gpu finds these modules when it
// collects its results.
#pragma once

#include "base/comparison.h"

namespace unibank {

class Compared {
 public:
  virtual ~Compared() = default;
  // Null: the module compares nothing.
  virtual const Comparison* comparison() const = 0;
  // Called when the machine makes no progress (run.no_progress_cycles): throws RunError if a request waits for an
  // answer of this module, and a comparison misses it.
  virtual void no_progress() const {}
};

}  // namespace unibank
