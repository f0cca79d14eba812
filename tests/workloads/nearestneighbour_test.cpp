// nearestneighbour: distances by hand; the kernel on lists that the blocks do not fill.
#include "workloads/nearestneighbour/nearestneighbour.h"

#include <catch2/catch.hpp>

#include "run_without.h"
#include "run_workload.h"
#include "thread_needs.h"

using namespace unibank;

TEST_CASE("nearestneighbour: the distance is that of a plane of degrees") {
  const std::vector<nearestneighbour::Place> places{{30, 90}, {27, 86}, {35, 78}, {30, 450}};
  CHECK(nearestneighbour::distances(places, {30, 90}) == std::vector<float>{0, 5, 13, 360});
}

TEST_CASE("nearestneighbour: places are spread over the northern half") {
  const std::vector<nearestneighbour::Place> places = nearestneighbour::random_places(2000, 1);
  nearestneighbour::Place least{90, 360}, most{0, 0};
  for (const nearestneighbour::Place& place : places) {
    least = {std::min(least.latitude, place.latitude), std::min(least.longitude, place.longitude)};
    most = {std::max(most.latitude, place.latitude), std::max(most.longitude, place.longitude)};
  }
  CHECK((least.latitude >= 0 && least.latitude < 1 && most.latitude > 89 && most.latitude < 90));
  CHECK((least.longitude >= 0 && least.longitude < 4 && most.longitude > 356 && most.longitude < 360));
  CHECK(nearestneighbour::random_places(1, 1)[0].latitude != nearestneighbour::random_places(1, 2)[0].latitude);
}

TEST_CASE("nearestneighbour is right on lists that the blocks do not fill") {
  for (const unsigned records : {1u, 255u, 256u, 257u, 1000u}) {
    const std::string count = std::to_string(records);
    const Outcome outcome = run_functionally("nearestneighbour", Size::kTiny, {{"records", count}});
    CHECK(outcome.verdict.text == count + " distances equal");
    CHECK(outcome.counts.blocks == (records + 255) / 256);
  }
}

TEST_CASE("nearestneighbour: the verdict notices an omitted kernel") {
  CHECK_FALSE(run_without("nearestneighbour", "nearestneighbour").right);
}

TEST_CASE("nearestneighbour: the run script's records and no scratchpad and at most ten registers") {
  CHECK(complete_arguments(find_workload("nearestneighbour"), Size::kPaper, {}) ==
        WorkloadArguments{{"records", 42764}});
  CHECK(scratchpad_bytes("nearestneighbour", "nearestneighbour") == 0);
  CHECK(thread_needs("nearestneighbour", "nearestneighbour").registers == 9);  // the suite's: 10
}
