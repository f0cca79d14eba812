#include "workloads/streamcluster/streamcluster.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace streamcluster {

Points random_points(std::size_t count, std::size_t dimensions, std::uint32_t seed) {
  RandomInput random(seed);
  Points points{count, dimensions, std::vector<float>(count * dimensions), std::vector<float>(count, 1.0f)};
  for (float& coordinate : points.coordinates) coordinate = random.unit();
  return points;
}

float distance(const Points& points, std::size_t a, std::size_t b) {
  float sum = 0;
  for (std::size_t row = 0; row < points.coordinates.size(); row += points.count) {
    const float difference = points.coordinates[row + a] - points.coordinates[row + b];
    sum = std::fma(difference, difference, sum);
  }
  return sum;
}

Clustering first_clustering(const Points& points, std::size_t centres) {
  Clustering clustering{std::vector<std::int32_t>(centres), std::vector<std::int32_t>(points.count),
                        std::vector<float>(points.count)};
  std::iota(clustering.centres.begin(), clustering.centres.end(), 0);
  for (std::size_t point = 0; point < points.count; ++point) {
    for (const std::int32_t centre : clustering.centres) {
      const float cost = distance(points, point, static_cast<std::size_t>(centre)) * points.weights[point];
      if (centre != 0 && cost >= clustering.costs[point]) continue;
      clustering.centre[point] = centre;
      clustering.costs[point] = cost;
    }
  }
  return clustering;
}

std::vector<std::int32_t> numbers(const Clustering& clustering) {
  std::vector<std::int32_t> numbers(clustering.centre.size(), -1);
  for (std::size_t i = 0; i < clustering.centres.size(); ++i) {
    numbers[clustering.centres[i]] = static_cast<std::int32_t>(i);
  }
  return numbers;
}

Changes weigh(const Points& points, const Clustering& clustering, std::size_t candidate) {
  const std::size_t centres = clustering.centres.size(), row = centres + 1;
  const std::vector<std::int32_t> number = numbers(clustering);
  Changes changes{std::vector<float>(points.count * row), std::vector<std::uint8_t>(points.count)};
  for (std::size_t point = 0; point < points.count; ++point) {
    const float cost = distance(points, point, candidate) * points.weights[point], now = clustering.costs[point];
    if (cost < now) {
      changes.switches[point] = 1;
      changes.sums[point * row + centres] = cost - now;
    } else {
      changes.sums[point * row + static_cast<std::size_t>(number[clustering.centre[point]])] = now - cost;
    }
  }
  return changes;
}

double open(Clustering& clustering, const Points& points, std::size_t candidate, const Changes& changes, double price) {
  const std::size_t centres = clustering.centres.size(), row = centres + 1;
  std::vector<double> sums(row);
  for (std::size_t i = 0; i < changes.sums.size(); ++i) sums[i % row] += double{changes.sums[i]};
  double saved = -price - sums[centres];
  std::vector<bool> closes(centres);
  for (std::size_t i = 0; i < centres; ++i) {
    closes[i] = price + sums[i] > 0;
    if (closes[i]) saved += price + sums[i];
  }
  if (saved <= 0) return saved;

  const std::vector<std::int32_t> number = numbers(clustering);
  for (std::size_t point = 0; point < points.count; ++point) {
    if (changes.switches[point] == 0 && !closes[number[clustering.centre[point]]]) continue;
    clustering.centre[point] = static_cast<std::int32_t>(candidate);
    clustering.costs[point] = distance(points, point, candidate) * points.weights[point];
  }
  std::vector<std::int32_t> left{static_cast<std::int32_t>(candidate)};
  for (std::size_t i = 0; i < centres; ++i) {
    if (!closes[i]) left.push_back(clustering.centres[i]);
  }
  clustering.centres = left;
  return saved;
}

}  // namespace streamcluster

namespace {

using streamcluster::Changes;
using streamcluster::Clustering;
using streamcluster::Points;

constexpr unsigned kThreads = 512;  // the block size of Rodinia
constexpr double kPrice = 0.0025;   // of a centre, as a share of the points' first cost

struct DevicePoint {  // streamcluster.cu's
  float weight = 0;
  std::uint64_t coordinates = 0;
  std::int64_t centre = 0;
  float cost = 0;
};

// Points and clustering in device memory.
struct DeviceClustering {
  std::uint64_t points, coordinates, numbers, sums, switches;
};

// A row of sums has one element for each centre and one more; `most_centres` sets the space for it.
DeviceClustering upload(Device& device, const Points& points, std::size_t most_centres) {
  DeviceClustering on{};
  on.points = device.allocate(points.count * sizeof(DevicePoint), "points");
  on.coordinates = device.upload(points.coordinates, "coordinates");
  on.numbers = device.allocate(points.count * sizeof(std::int32_t), "numbers of the centres");
  on.sums = device.allocate(points.count * (most_centres + 1) * sizeof(float), "sums");
  on.switches = device.allocate(points.count, "switches");
  return on;
}

void write(Device& device, const DeviceClustering& on, const Points& points, const Clustering& clustering) {
  std::vector<DevicePoint> values(points.count);
  for (std::size_t i = 0; i < points.count; ++i) {
    values[i] = {points.weights[i], on.coordinates + i * sizeof(float), clustering.centre[i], clustering.costs[i]};
  }
  const std::vector<std::int32_t> numbers = streamcluster::numbers(clustering);
  device.write(on.points, values.data(), values.size() * sizeof(DevicePoint));
  device.write(on.numbers, numbers.data(), numbers.size() * sizeof(std::int32_t));
  device.fill(on.sums, 0, points.count * (clustering.centres.size() + 1) * sizeof(float));
  device.fill(on.switches, 0, points.count);
}

Verdict judge(const Device& device, const DeviceClustering& on, const Changes& cpu, std::size_t columns) {
  const std::size_t points = cpu.switches.size();
  // As integers, because a message would print bytes as characters.
  const auto as_numbers = [](const std::vector<std::uint8_t>& flags) {
    return std::vector<std::int32_t>(flags.begin(), flags.end());
  };
  const Verdict of_switches = compare(as_numbers(device.download<std::uint8_t>(on.switches, points)),
                                      as_numbers(cpu.switches), "switch");
  if (!of_switches.right) return of_switches;
  return compare(device.download<float>(on.sums, cpu.sums.size()), cpu.sums, "sum", columns);
}

class Streamcluster : public Workload {
 public:
  std::string name() const override { return "streamcluster"; }
  std::string description() const override {
    return "the gain of a clustering by a new centre, one point per thread (Rodinia's streamcluster)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"points", "points to group", 1, 1 << 18, 600, 5000, 16384, {}},
            {"dimensions", "dimensions of a point", 1, 512, 16, 64, 256, {}},
            {"centres", "centres to begin with", 1, 100, 5, 10, 10, {}},
            {"candidates", "candidates weighed one after the other, a launch each", 1, 10000, 3, 4, 4, {}},
            {"scratchpad", "1: the candidate's coordinates are in the scratchpad; 0: in global memory", 0, 1, 1, 1, 1,
             {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto value = [&arguments](const char* name) { return static_cast<std::size_t>(arguments.at(name)); };
    if (value("centres") > value("points")) {
      refuse(arguments, "centres", "at most points = " + std::to_string(value("points")));
    }
    const bool scratchpad = value("scratchpad") == 1;
    const std::string kernel = scratchpad ? "streamcluster_scratchpad" : "streamcluster_global";
    const unsigned bytes = scratchpad ? static_cast<unsigned>(value("dimensions") * sizeof(float)) : 0;
    const Dim3 block{kThreads, 1, 1};
    device.plan({{kernel, block, bytes}});
    const Points points = streamcluster::random_points(value("points"), value("dimensions"), 1);
    Clustering clustering = streamcluster::first_clustering(points, value("centres"));
    const double price = kPrice * std::accumulate(clustering.costs.begin(), clustering.costs.end(), 0.0);
    const DeviceClustering on = upload(device, points, value("centres") + value("candidates"));

    const auto count = static_cast<unsigned>(points.count), dimensions = static_cast<unsigned>(points.dimensions);
    const Dim3 grid{(count + kThreads - 1) / kThreads, 1, 1};
    RandomInput random(2);
    Verdict verdict;
    for (std::size_t left = value("candidates"); left > 0; --left) {
      const std::uint32_t candidate = random.below(count);
      const auto centres = static_cast<unsigned>(clustering.centres.size());
      write(device, on, points, clustering);
      device.launch(kernel, grid, block,
                    Arguments(on.points, on.coordinates, on.numbers, on.sums, on.switches, count, dimensions, centres,
                              candidate),
                    bytes);
      const Changes cpu = streamcluster::weigh(points, clustering, candidate);
      verdict = judge(device, on, cpu, centres + 1);
      if (!verdict.right) return verdict;
      streamcluster::open(clustering, points, candidate, cpu, price);
    }
    return verdict;
  }
};

}  // namespace

std::unique_ptr<Workload> make_streamcluster() { return std::make_unique<Streamcluster>(); }

}  // namespace unibank
