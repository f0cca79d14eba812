// The input and the CPU reference of kmeans.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::kmeans {

constexpr std::size_t kMostCentres = 1088;  // floats of centres in constant memory, as in kmeans.cu

struct Points {
  std::size_t count = 0, features = 0;
  std::vector<float> values;  // [point][feature]
};

// Points in `clusters` clusters. The points of a cluster are uniform in a cube of side 0.5, whose lowest corner is at
// random in the unit cube; each point's cluster is drawn at random.
Points random_points(std::size_t count, std::size_t features, std::size_t clusters, std::uint32_t seed);

// [centre][feature]: the first points, as in Rodinia.
std::vector<float> first_centres(const Points& points, std::size_t clusters);

// [point]: the closest centre, or the first of equally close centres; computed with the kernel's operations.
std::vector<std::int32_t> nearest(const Points& points, const std::vector<float>& centres);

// Moves each centre into the middle of its points; a centre without points stays.
void move(std::vector<float>& centres, const Points& points, const std::vector<std::int32_t>& nearest);

}  // namespace unibank::kmeans
