// kmeans: the CPU's centres on points with known clusters; the kernels on points that the blocks do not fill.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "run_workload.h"
#include "workloads/kmeans/kmeans.h"

using namespace unibank;

namespace {

// The sum of the squared distances of all points to their centres.
double spread(const kmeans::Points& points, const std::vector<float>& centres,
              const std::vector<std::int32_t>& nearest) {
  double sum = 0;
  for (std::size_t i = 0; i < points.values.size(); ++i) {
    const std::size_t centre = static_cast<std::size_t>(nearest[i / points.features]);
    const float to = centres[centre * points.features + i % points.features];
    const double difference = double{points.values[i]} - double{to};
    sum += difference * difference;
  }
  return sum;
}

}  // namespace

TEST_CASE("kmeans: four points on a line by hand") {
  const kmeans::Points points{4, 1, {1, 2, 10, 12}};
  std::vector<float> centres = kmeans::first_centres(points, 2);
  CHECK(centres == std::vector<float>{1, 2});
  CHECK(kmeans::nearest(points, centres) == std::vector<std::int32_t>{0, 1, 1, 1});
  kmeans::move(centres, points, {0, 1, 1, 1});
  CHECK(centres == std::vector<float>{1, 8});
  CHECK(kmeans::nearest(points, centres) == std::vector<std::int32_t>{0, 0, 1, 1});
}

TEST_CASE("kmeans: of centres that are equally close the first is taken and one without points stays") {
  const kmeans::Points points{2, 2, {0, 0, 4, 0}};
  std::vector<float> centres{2, 0, -2, 0, 2, 0};
  const std::vector<std::int32_t> nearest = kmeans::nearest(points, centres);
  CHECK(nearest == std::vector<std::int32_t>{0, 0});
  centres[0] = 1;
  kmeans::move(centres, points, nearest);
  CHECK(centres == std::vector<float>{2, 0, -2, 0, 2, 0});
}

TEST_CASE("kmeans: every point has the centre that is closest in double precision") {
  const kmeans::Points points = kmeans::random_points(200, 7, 3, 5);
  const std::vector<float> centres = kmeans::first_centres(points, 9);
  const std::vector<std::int32_t> nearest = kmeans::nearest(points, centres);
  for (std::size_t point = 0; point < points.count; ++point) {
    const kmeans::Points one{1, 7, {points.values.data() + 7 * point, points.values.data() + 7 * point + 7}};
    const double least = spread(one, centres, {nearest[point]});
    for (std::int32_t centre = 0; centre < 9; ++centre) CHECK(least <= spread(one, centres, {centre}) + 1e-6);
  }
}

TEST_CASE("kmeans: points grow closer to their centres with every iteration") {
  const kmeans::Points points = kmeans::random_points(3000, 5, 6, 4);
  std::vector<float> centres = kmeans::first_centres(points, 6);
  std::vector<std::int32_t> nearest = kmeans::nearest(points, centres);
  double before = spread(points, centres, nearest);
  for (int iteration = 0; iteration < 5; ++iteration) {
    kmeans::move(centres, points, nearest);
    nearest = kmeans::nearest(points, centres);
    const double now = spread(points, centres, nearest);
    CHECK(now < before * (1 + 1e-6));
    before = now;
  }
  CHECK(before < 0.75 * spread(points, kmeans::first_centres(points, 6),
                               kmeans::nearest(points, kmeans::first_centres(points, 6))));
}

TEST_CASE("kmeans: points lie in as many cubes of side a half as there are clusters") {
  const kmeans::Points points = kmeans::random_points(500, 1, 2, 3);
  CHECK(points.values == kmeans::random_points(500, 1, 2, 3).values);
  CHECK(points.values != kmeans::random_points(500, 1, 2, 4).values);
  for (const float value : points.values) CHECK((value >= 0 && value < 1.5f));
  // A single cube: no two values differ by a half.
  const kmeans::Points cube = kmeans::random_points(500, 1, 1, 3);
  const auto [least, most] = std::minmax_element(cube.values.begin(), cube.values.end());
  CHECK(*most - *least < 0.5f);
  // With 40 features no two cubes overlap: two points belong to one cluster if they differ by less than a half in every
  // feature.
  const kmeans::Points wide = kmeans::random_points(500, 40, 3, 3);
  std::vector<float> seen;
  for (std::size_t point = 0; point < wide.count; ++point) {
    const float* values = wide.values.data() + point * 40;
    const auto same_heap = [values](const float* other) {
      for (int i = 0; i < 40; ++i) {
        if (std::abs(values[i] - other[i]) >= 0.5f) return false;
      }
      return true;
    };
    std::size_t heap = 0;
    while (heap < seen.size() / 40 && !same_heap(seen.data() + 40 * heap)) ++heap;
    if (heap == seen.size() / 40) seen.insert(seen.end(), values, values + 40);
  }
  CHECK(seen.size() == 3 * 40);
}

TEST_CASE("kmeans: the kernels agree on points that the blocks do not fill") {
  for (const char* points : {"4", "31", "255", "256", "257", "600"}) {
    const Outcome outcome = run_functionally("kmeans", Size::kTiny, {{"points", points}});
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.verdict.text == std::string(points) + " nearest centres equal");
  }
}

TEST_CASE("kmeans: features are read four at a time and the rest one by one") {
  for (const char* features : {"1", "2", "3", "4", "5", "7", "8", "34", "64"}) {
    const Outcome outcome = run_functionally("kmeans", Size::kTiny, {{"points", "60"}, {"features", features}});
    INFO(features << " features: " << outcome.verdict.text);
    CHECK(outcome.verdict.right);
  }
}

TEST_CASE("kmeans: one launch transposes the features and each iteration is one launch without scratchpad") {
  const auto counts = run_functionally("kmeans", Size::kTiny, {{"points", "300"}, {"iterations", "7"}}).counts;
  CHECK(counts.launches == 8);
  CHECK(counts.blocks == 16);
  CHECK(scratchpad_bytes("kmeans", "kmeans_turn") == 0);
  CHECK(scratchpad_bytes("kmeans", "kmeans_nearest") == 0);
}

TEST_CASE("kmeans: more centres than constant memory holds or than points are refused") {
  const auto refused = [](const Given& given, const std::string& message) {
    CHECK_THROWS_MATCHES(run_functionally("kmeans", Size::kTiny, given), InputError,
                         Catch::Matchers::Message("argument 'clusters' of workload 'kmeans' is " + message));
  };
  refused({{"features", "35"}, {"clusters", "32"}}, "32; expected at most 31 of 35 features");
  refused({{"points", "3"}}, "4; expected at most points = 3");
  CHECK(run_functionally("kmeans", Size::kTiny, {{"features", "34"}, {"clusters", "32"}}).verdict.right);
}
