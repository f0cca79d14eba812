// The CPU reference of kmeans_scratchpad; the points are kmeans's, and so is the search for the nearest centre.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "workloads/kmeans/kmeans.h"

namespace unibank::kmeans_scratchpad {

constexpr std::size_t kThreads = 576, kMostCentres = 576;  // kmeans_scratchpad.cu's

using kmeans::Points;

// What one launch finds.
struct Grouping {
  std::vector<std::int32_t> memberships;  // [point]: its centre
  std::vector<std::int32_t> changes;      // [block of 576 points]: how many of them had another centre before
  std::vector<float> sums;                // [block][centre][feature], added up point by point
};

// With the kernel's operations; `centres` is [centre][feature], `before` the points' centres, -1 where there is none.
Grouping group(const Points& points, const std::vector<float>& centres, const std::vector<std::int32_t>& before);

// The centres that the sums of a grouping make; a centre without points stays where it is.
std::vector<float> moved(const std::vector<float>& centres, const Grouping& grouping, std::size_t features);

}  // namespace unibank::kmeans_scratchpad
