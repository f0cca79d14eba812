// A module whose answers are compared with those of another one, or with rules, but not by cycles. The Gpu finds these
// modules when it collects its results.
#pragma once

#include "base/comparison.h"

namespace unibank {

class Compared {
 public:
  virtual ~Compared() = default;
  // Null: the module also compares cycles, or compares nothing.
  virtual const Comparison* comparison() const = 0;
};

}  // namespace unibank
