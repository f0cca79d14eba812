// The CPU reference of kmeans_scratchpad; the points and the search for the nearest centre are those of kmeans.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "workloads/kmeans/kmeans.h"

namespace unibank::kmeans_scratchpad {

constexpr std::size_t kThreads = 576, kMostCentres = 576;  // kmeans_scratchpad.cu's

using kmeans::Points;

// The results of one launch.
struct Grouping {
  std::vector<std::int32_t> memberships;  // [point]: its centre
  std::vector<std::int32_t> changes;      // [block of 576 points]: how many of its points changed their centre
  std::vector<float> sums;                // [block][centre][feature], added up point by point
};

// Uses the kernel's operations. `centres` is [centre][feature]; `before` has the points' centres, or -1.
Grouping group(const Points& points, const std::vector<float>& centres, const std::vector<std::int32_t>& before);

// The centres computed from the sums of a grouping; a centre without points stays.
std::vector<float> moved(const std::vector<float>& centres, const Grouping& grouping, std::size_t features);

}  // namespace unibank::kmeans_scratchpad
