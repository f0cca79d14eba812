// kmeans_scratchpad: the CPU's grouping compared with values by hand; the kernels on points that the blocks do not
// fill.
#include "workloads/kmeans_scratchpad/kmeans_scratchpad.h"

#include <catch2/catch.hpp>

#include "scratchpad_shape.h"
#include "run_without.h"
#include "run_workload.h"

using namespace unibank;
using kmeans_scratchpad::Grouping;

TEST_CASE("kmeans_scratchpad: each point joins the first of the closest centres") {
  const kmeans_scratchpad::Points points{4, 1, {0, 2, 3, 10}};
  const Grouping grouping = kmeans_scratchpad::group(points, {1, 3, 9}, {0, 0, 0, -1});
  CHECK(grouping.memberships == std::vector<std::int32_t>{0, 0, 1, 2});
  CHECK(grouping.changes == std::vector<std::int32_t>{2});
  CHECK(grouping.sums == std::vector<float>{2, 3, 10});
  CHECK(kmeans_scratchpad::moved({1, 3, 9}, grouping, 1) == std::vector<float>{1, 3, 10});
}

TEST_CASE("kmeans_scratchpad: changes and sums are those of blocks of 576 points") {
  kmeans_scratchpad::Points points{577, 2, std::vector<float>(2 * 577, 1.0f)};
  points.values[2 * 576 + 1] = 5;
  const Grouping grouping =
      kmeans_scratchpad::group(points, {1, 1, 9, 9}, std::vector<std::int32_t>(points.count, -1));
  CHECK(grouping.changes == std::vector<std::int32_t>{576, 1});
  CHECK(grouping.sums == std::vector<float>{576, 576, 0, 0, 1, 5, 0, 0});
  // The second centre has no points, so it does not move.
  const std::vector<float> moved = kmeans_scratchpad::moved({1, 1, 9, 9}, grouping, 2);
  CHECK(moved == std::vector<float>{1, static_cast<float>(581.0 / 577.0), 9, 9});
}

TEST_CASE("kmeans_scratchpad: the kernels agree on points that the blocks do not fill") {
  for (const unsigned points : {3u, 575u, 576u, 577u, 1152u}) {
    const std::string count = std::to_string(points);
    const Outcome outcome = run_functionally("kmeans_scratchpad", Size::kTiny, {{"points", count}});
    const unsigned blocks = (points + 575) / 576;
    CHECK(outcome.verdict.text == count + " memberships equal, " + std::to_string(6 * blocks) + " sums equal");
    CHECK(outcome.counts.blocks == 2 * blocks);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
  }
}

TEST_CASE("kmeans_scratchpad: centres move from launch to launch and changes are counted against the previous launch") {
  const Outcome outcome = run_functionally("kmeans_scratchpad", Size::kTiny, {{"iterations", "4"}});
  CHECK(outcome.verdict.right);
  CHECK(outcome.counts.launches == 5);
}

TEST_CASE("kmeans_scratchpad: the verdict notices an omitted kernel") {
  for (const char* kernel : {"kmeans_scratchpad", "kmeans_scratchpad_turn"}) {
    CHECK_FALSE(run_without("kmeans_scratchpad", kernel).right);
  }
}

TEST_CASE("kmeans_scratchpad: two variables of 4608 bytes and three resident blocks of 576 threads") {
  const ScratchpadShape shape = scratchpad_shape("kmeans_scratchpad", "kmeans_scratchpad", 576);
  CHECK(shape == ScratchpadShape{4608, 2, 576});
  CHECK(resident(shape).resident_blocks == 3);
  CHECK(resident(shape).limited_by == "scratchpad");
  CHECK(resident_without_scratchpad(shape).resident_blocks == 5);
  CHECK(resident_without_scratchpad(shape).limited_by == "thread limit");
  CHECK(scratchpad_bytes("kmeans_scratchpad", "kmeans_scratchpad_turn") == 0);
}

TEST_CASE("kmeans_scratchpad: more sums than a block has threads and more centres than points are refused") {
  const auto refused = [](const Given& given, const std::string& message) {
    CHECK_THROWS_MATCHES(
        run_functionally("kmeans_scratchpad", Size::kTiny, given), InputError,
        Catch::Matchers::Message("argument 'clusters' of workload 'kmeans_scratchpad' is " + message));
  };
  refused({{"features", "60"}, {"clusters", "10"}}, "10; expected at most 9 of 60 features");
  refused({{"points", "1"}}, "2; expected at most points = 1");
  CHECK(run_functionally("kmeans_scratchpad", Size::kTiny, {{"features", "64"}, {"clusters", "9"}}).verdict.right);
}
