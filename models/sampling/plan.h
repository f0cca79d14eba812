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
    unsigned stratum = kNotCounted;  // of a launch that is counted; it is timed
  };
  std::vector<Role> launches;
  std::vector<std::uint64_t> strata;  // launches of each
};

// The same features and sample give the same plan on every machine.
//
// Launches of one kernel with one block shape are a family. The first of a family is counted for itself: it may find
// caches cold. Of the others, those with equal features are a class; of a class of at least six the first is counted
// for itself, and some of the others, in strata that follow each other in time. All launches that are not alike are
// counted: nothing but their own run says what they take. Of a stratum three launches or more are counted, or all of
// them. So more may be timed than the sample asks for.
SamplePlan plan_sample(const std::vector<LaunchFeatures>& launches, const Sample& sample);

}  // namespace unibank
