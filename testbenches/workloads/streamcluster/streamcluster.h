// The input and the CPU reference of streamcluster: points that are grouped around some of the points, the centres.
// Each centre has a cost, and each point has a cost: its weight times the square of its distance to its centre.
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
  std::vector<std::int32_t> centre;   // [point]: the point that is its centre
  std::vector<float> costs;           // [point]
};

// The changes if a candidate becomes a centre. A sum has two indices: the point, and the number of the point's centre
// (or, for the candidate, the number of centres).
struct Changes {
  std::vector<float> sums;             // [point][centres + 1]: see weigh()
  std::vector<std::uint8_t> switches;  // [point]: 1 if the candidate is closer
};

// Points uniform in the unit cube, each of weight 1.
Points random_points(std::size_t count, std::size_t dimensions, std::uint32_t seed);

// The sum of the squared differences of two points, dimension by dimension in fused multiply-adds.
float distance(const Points& points, std::size_t a, std::size_t b);

// The first `centres` points are the centres, and each point belongs to the closest centre.
Clustering first_clustering(const Points& points, std::size_t centres);

// [point]: the place of the point in `centres`, or -1 if it is not a centre.
std::vector<std::int32_t> numbers(const Clustering& clustering);

// Uses the kernel's operations. If the candidate is closer to a point than the point's centre, the candidate's sum is
// the point's cost with the candidate minus its cost now. Otherwise the sum of the point's centre is the cost now minus
// the cost with the candidate. So no sum is positive, as in the original.
Changes weigh(const Points& points, const Clustering& clustering, std::size_t candidate);

// Returns the saving if the candidate becomes a centre and a centre costs `price`; computed in double precision, point
// by point. The candidate replaces the centres that cost more than moving their points to the candidate. If the saving
// is above 0, the clustering is changed.
double open(Clustering& clustering, const Points& points, std::size_t candidate, const Changes& changes, double price);

}  // namespace unibank::streamcluster
