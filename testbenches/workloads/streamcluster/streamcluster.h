// The input and the CPU reference of streamcluster: points that are grouped around some of them, the centres. A centre
// costs something, and so does every point: its weight times the square of its distance to its centre.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::streamcluster {

struct Points {
  std::size_t count = 0, dimensions = 0;
  std::vector<float> coordinates;  // [dimension][point]
  std::vector<float> weights;
};

struct Clustering {
  std::vector<std::int32_t> centres;  // points
  std::vector<std::int32_t> centre;   // [point]: its centre, a point
  std::vector<float> costs;           // [point]
};

// What a candidate changes: point by point, with the centre's number or, for the candidate, the number of centres.
struct Changes {
  std::vector<float> sums;             // [point][centres + 1]: what the point would cost less (candidate) or more
  std::vector<std::uint8_t> switches;  // [point]: 1 where the candidate is closer
};

// Uniform in the unit cube, of weight 1.
Points random_points(std::size_t count, std::size_t dimensions, std::uint32_t seed);

// The squares of a point's differences to another, added up dimension by dimension in fused multiply-adds.
float distance(const Points& points, std::size_t a, std::size_t b);

// The first points as centres, each point with the closest.
Clustering first_clustering(const Points& points, std::size_t centres);

// [point]: where a centre stands in `centres`, -1 for the others.
std::vector<std::int32_t> numbers(const Clustering& clustering);

// With the kernel's operations. What a point would cost more if it had to go to the candidate is negative, as in the
// original: its cost less that of the candidate.
Changes weigh(const Points& points, const Clustering& clustering, std::size_t candidate);

// What the candidate as a centre saves when a centre costs `price`: it closes the centres that cost more than their
// points' ways to the candidate. Above 0 the clustering is changed. In double precision, point by point.
double open(Clustering& clustering, const Points& points, std::size_t candidate, const Changes& changes, double price);

}  // namespace unibank::streamcluster
