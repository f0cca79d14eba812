#include "workloads/nearestneighbour/nearestneighbour.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace nearestneighbour {

std::vector<Place> random_places(std::size_t count, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<Place> places(count);
  for (Place& place : places) {
    place.latitude = 90 * random.unit();
    place.longitude = 360 * random.unit();
  }
  return places;
}

std::vector<float> distances(const std::vector<Place>& places, const Place& target) {
  std::vector<float> values;
  values.reserve(places.size());
  for (const Place& place : places) {
    const float north = target.latitude - place.latitude, east = target.longitude - place.longitude;
    values.push_back(std::sqrt(std::fma(north, north, east * east)));
  }
  return values;
}

}  // namespace nearestneighbour

namespace {

using nearestneighbour::Place;

constexpr unsigned kThreads = 256;   // the block size of Rodinia
constexpr Place kTarget{30, 90};     // as in Rodinia's run script

class NearestNeighbour : public Workload {
 public:
  std::string name() const override { return "nearestneighbour"; }
  std::string description() const override {
    return "distances from one place to all of a list, one per thread: streaming and a square root (Rodinia's nn)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"records", "places of the list", 1, 1 << 24, 1 << 13, 1 << 18, 42764, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto count = static_cast<std::size_t>(arguments.at("records"));
    const std::vector<Place> places = nearestneighbour::random_places(count, 1);
    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>((count + kThreads - 1) / kThreads), 1, 1};
    device.plan({{"nearestneighbour", block}});
    const std::uint64_t places_at = device.upload(places, "places");
    const std::uint64_t distances_at = device.allocate(count * sizeof(float), "distances");
    device.launch(
        "nearestneighbour", grid, block,
        Arguments(places_at, distances_at, static_cast<std::int32_t>(count), kTarget.latitude, kTarget.longitude));
    return compare(device.download<float>(distances_at, count), nearestneighbour::distances(places, kTarget),
                   "distance");
  }
};

}  // namespace

std::unique_ptr<Workload> make_nearestneighbour() { return std::make_unique<NearestNeighbour>(); }

}  // namespace unibank
