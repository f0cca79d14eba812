// Draws at random from what a kernel of a random program has.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "soak/cases/launch_program.h"
#include "support/random.h"

namespace unibank::test {

class KernelDraws {
 protected:
  KernelDraws(LaunchKernel& kernel, Random& random) : kernel_(kernel), random_(random) {}

  unsigned below(std::uint64_t bound) { return static_cast<unsigned>(random_.below(bound)); }
  bool one_in(unsigned n) { return below(n) == 0; }
  unsigned any_register() { return below(kernel_.registers); }
  // The first of the registers for an access of these bytes.
  unsigned registers_for(unsigned bytes) { return below(kernel_.registers + 1 - std::max(1u, bytes / 4)); }
  std::vector<unsigned> slots_of(Role role) const {
    std::vector<unsigned> all;
    for (unsigned s = 0; s < kernel_.slots.size(); ++s)
      if (kernel_.slots[s].role == role) all.push_back(s);
    return all;
  }

  LaunchKernel& kernel_;
  Random& random_;
};

}  // namespace unibank::test
