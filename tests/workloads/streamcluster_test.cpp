// streamcluster: the saving that the CPU computes for a candidate, compared with the costs of the clustering before and
// after.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

#include "run_workload.h"
#include "workloads/streamcluster/streamcluster.h"

using namespace unibank;
using streamcluster::Changes;
using streamcluster::Clustering;

namespace {

double cost(const Clustering& clustering, double price) {
  return std::accumulate(clustering.costs.begin(), clustering.costs.end(), 0.0) +
         price * static_cast<double>(clustering.centres.size());
}

// Points 0 to 3 on a line; the last has weight 2; point 0 is the centre.
streamcluster::Points line() { return {4, 1, {0, 1, 5, 6}, {1, 1, 1, 2}}; }

}  // namespace

TEST_CASE("streamcluster: a candidate on a line by hand") {
  Clustering clustering = streamcluster::first_clustering(line(), 1);
  CHECK(clustering.costs == std::vector<float>{0, 1, 25, 72});
  // The squared distance to the candidate is 25 for point 0 and 16 for point 1.
  const Changes changes = streamcluster::weigh(line(), clustering, 2);
  CHECK(changes.switches == std::vector<std::uint8_t>{0, 0, 1, 1});
  CHECK(changes.sums == std::vector<float>{-25, 0, -15, 0, 0, -25, 0, -70});

  // The switches save 95, and a new centre costs 100. Closing the old centre saves its price of 100 and costs 40.
  CHECK(streamcluster::open(clustering, line(), 2, changes, 100) == Approx(95 - 100 + (100 - 40)));
  CHECK(clustering.centres == std::vector<std::int32_t>{2});
  CHECK(clustering.centre == std::vector<std::int32_t>{2, 2, 2, 2});
  CHECK(clustering.costs == std::vector<float>{25, 16, 0, 2});
}

TEST_CASE("streamcluster: a cheap centre is opened beside the old one and one that saves nothing is not") {
  Clustering clustering = streamcluster::first_clustering(line(), 1);
  CHECK(streamcluster::open(clustering, line(), 2, streamcluster::weigh(line(), clustering, 2), 10) == Approx(85));
  CHECK(clustering.centres == std::vector<std::int32_t>{2, 0});
  CHECK(clustering.centre == std::vector<std::int32_t>{0, 0, 2, 2});
  CHECK(streamcluster::numbers(clustering) == std::vector<std::int32_t>{1, -1, 0, -1});

  // Opening point 1 saves 1, and its price by closing point 0, which then costs 1.
  const Clustering before = clustering;
  CHECK(streamcluster::open(clustering, line(), 1, streamcluster::weigh(line(), clustering, 1), 1.5) == 0);
  CHECK(clustering.centres == before.centres);
  CHECK(clustering.costs == before.costs);
}

TEST_CASE("streamcluster: a candidate's saving equals the drop in the clustering's cost") {
  const streamcluster::Points points = streamcluster::random_points(500, 3, 4);
  for (const double price : {0.5, 5.0, 40.0}) {
    Clustering clustering = streamcluster::first_clustering(points, 12);
    unsigned opened = 0;
    for (std::size_t candidate = 20; candidate < 60; ++candidate) {
      const double before = cost(clustering, price);
      const Changes changes = streamcluster::weigh(points, clustering, candidate);
      const double saved = streamcluster::open(clustering, points, candidate, changes, price);
      CHECK(cost(clustering, price) == Approx(before - std::max(saved, 0.0)).epsilon(1e-6));
      opened += saved > 0;
      for (std::size_t point = 0; point < points.count; ++point) {
        const std::int32_t centre = clustering.centre[point];
        CHECK(std::count(clustering.centres.begin(), clustering.centres.end(), centre) == 1);
        CHECK(clustering.costs[point] == streamcluster::distance(points, point, static_cast<std::size_t>(centre)));
      }
    }
    CHECK(opened > 0);
    CHECK(opened < 40);
  }
}

TEST_CASE("streamcluster: points begin with the closest of the first points") {
  const streamcluster::Points points = streamcluster::random_points(100, 4, 2);
  const Clustering clustering = streamcluster::first_clustering(points, 7);
  CHECK(clustering.centres == std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6});
  for (std::size_t point = 0; point < 100; ++point) {
    for (std::size_t centre = 0; centre < 7; ++centre) {
      CHECK(clustering.costs[point] <= streamcluster::distance(points, point, centre));
    }
  }
}

TEST_CASE("streamcluster: a distance adds the squares of all dimensions") {
  const streamcluster::Points points{2, 3, {1, 4, 7, 5, 2, 14}, {1, 1}};
  CHECK(streamcluster::distance(points, 0, 1) == 3 * 3 + 2 * 2 + 12 * 12);
  for (const float coordinate : streamcluster::random_points(50, 9, 1).coordinates) {
    CHECK((coordinate >= 0 && coordinate < 1));
  }
  CHECK(streamcluster::random_points(50, 9, 1).coordinates != streamcluster::random_points(50, 9, 2).coordinates);
}

TEST_CASE("streamcluster: both kernels agree to the last bit on points that the blocks do not fill") {
  for (const char* scratchpad : {"0", "1"}) {
    for (const char* points : {"5", "511", "512", "513", "1100"}) {
      for (const char* dimensions : {"1", "3", "4", "7"}) {
        const Given given{{"points", points}, {"dimensions", dimensions}, {"scratchpad", scratchpad}};
        const Outcome outcome = run_functionally("streamcluster", Size::kTiny, given);
        INFO(points << " points of " << dimensions << " dimensions: " << outcome.verdict.text);
        CHECK(outcome.verdict.right);
        CHECK(outcome.verdict.text.find(" sums equal") != std::string::npos);
        CHECK(outcome.counts.launches == 3);
      }
    }
  }
}

TEST_CASE("streamcluster: one launch for each candidate while centres open and close") {
  const Outcome outcome = run_functionally("streamcluster", Size::kTiny, {{"candidates", "40"}, {"dimensions", "2"}});
  INFO(outcome.verdict.text);
  CHECK(outcome.verdict.right);
  CHECK(outcome.counts.launches == 40);
  CHECK(outcome.counts.blocks == 80);
}

TEST_CASE("streamcluster: no coordinate of the candidate is read before it is written") {
  const FunctionalBackend::Counts counts = run_functionally("streamcluster", Size::kTiny).counts;
  CHECK(counts.uninitialised_scratchpad_reads.count == 0);
  CHECK(scratchpad_bytes("streamcluster", "streamcluster_global") == 0);
}

TEST_CASE("streamcluster refuses more centres than there are points") {
  CHECK_THROWS_MATCHES(
      run_functionally("streamcluster", Size::kTiny, {{"points", "4"}}), InputError,
      Catch::Matchers::Message("argument 'centres' of workload 'streamcluster' is 5; expected at most points = 4"));
}
