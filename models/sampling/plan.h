// Which launches of a program are timed: a stratified random sample, and the launches that fill caches for it.
#pragma once

#include <cstdint>
#include <vector>

#include "sampling/features.h"
#include "sampling/sample.h"

namespace unibank {

struct SamplePlan {
  static constexpr unsigned kNotCounted = ~0u;
  struct Role {
    bool timed = false;
    unsigned stratum = kNotCounted;  // the stratum of a counted launch, which is always timed
  };
  std::vector<Role> launches;
  std::vector<std::uint64_t> strata;  // the number of launches in each; stratum 0 has the launches that are counted
                                      // unscaled
};

// Equal features and an equal sample give the same plan on every machine.
//
// Launches with the same kernel, block shape, registers and scratchpad are a family. The first launch of a family is
// counted unscaled: it may find caches cold. The others with equal features form classes. In a class of at least six
// launches the first is counted unscaled, and some of the others are drawn, from strata of neighbours in time; at least
// three of each stratum. Classes of fewer launches are counted completely. So more launches may be timed than the
// sample requests.
SamplePlan plan_sample(const std::vector<LaunchFeatures>& launches, const Sample& sample);

}  // namespace unibank
