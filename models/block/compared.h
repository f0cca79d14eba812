// A module that is compared with another one, or with rules, independently of cycles. The Gpu searches for these when
// it collects its results.
#pragma once

#include "base/comparison.h"

namespace unibank {

class Compared {
 public:
  virtual ~Compared() = default;
  // Null: cycles are compared too, or nothing is.
  virtual const Comparison* comparison() const = 0;
};

}  // namespace unibank
