#include "workloads/kmeans/kmeans.h"

#include <cmath>
#include <limits>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace kmeans {

Points random_points(std::size_t count, std::size_t features, std::size_t clusters, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<float> heaps(clusters * features);
  for (float& corner : heaps) corner = random.unit();
  Points points{count, features, {}};
  points.values.reserve(count * features);
  for (std::size_t point = 0; point < count; ++point) {
    const float* heap = heaps.data() + random.below(static_cast<std::uint32_t>(clusters)) * features;
    for (std::size_t i = 0; i < features; ++i) points.values.push_back(heap[i] + 0.5f * random.unit());
  }
  return points;
}

std::vector<float> first_centres(const Points& points, std::size_t clusters) {
  return {points.values.data(), points.values.data() + clusters * points.features};
}

std::vector<std::int32_t> nearest(const Points& points, const std::vector<float>& centres) {
  const std::size_t features = points.features;
  std::vector<std::int32_t> closest(points.count, -1);
  for (std::size_t point = 0; point < points.count; ++point) {
    float least = std::numeric_limits<float>::max();
    for (std::size_t centre = 0; centre < centres.size() / features; ++centre) {
      float sum = 0;
      for (std::size_t i = 0; i < features; ++i) {
        const float difference = points.values[point * features + i] - centres[centre * features + i];
        sum = std::fma(difference, difference, sum);
      }
      if (sum >= least) continue;
      least = sum;
      closest[point] = static_cast<std::int32_t>(centre);
    }
  }
  return closest;
}

void move(std::vector<float>& centres, const Points& points, const std::vector<std::int32_t>& nearest) {
  const std::size_t features = points.features;
  std::vector<double> sums(centres.size());
  std::vector<std::size_t> members(centres.size() / features);
  for (std::size_t point = 0; point < points.count; ++point) {
    const auto centre = static_cast<std::size_t>(nearest[point]);
    ++members[centre];
    for (std::size_t i = 0; i < features; ++i) {
      sums[centre * features + i] += double{points.values[point * features + i]};
    }
  }
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const std::size_t count = members[i / features];
    if (count != 0) centres[i] = static_cast<float>(sums[i] / static_cast<double>(count));
  }
}

}  // namespace kmeans

namespace {

constexpr unsigned kThreads = 256;  // the block size of Rodinia

class Kmeans : public Workload {
 public:
  std::string name() const override { return "kmeans"; }
  std::string description() const override {
    return "the centre nearest to each point, features by texture and centres in constant memory (Rodinia's kmeans)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"points", "points to group", 1, 1 << 20, 300, 8000, 65536, {}},
            {"features", "features of a point", 1, 64, 10, 34, 34, {}},
            {"clusters", "centres, at most 1088 / features", 1, 32, 4, 5, 5, {}},
            {"iterations", "times that the points are grouped; the centres are moved in between", 1, 500, 2, 2, 1, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    check(arguments);
    const auto count = static_cast<std::size_t>(arguments.at("points"));
    const auto features = static_cast<std::size_t>(arguments.at("features"));
    const auto clusters = static_cast<std::size_t>(arguments.at("clusters"));
    const kmeans::Points points = kmeans::random_points(count, features, clusters, 1);
    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>((count + kThreads - 1) / kThreads), 1, 1};
    device.plan({{"kmeans_turn", block}, {"kmeans_nearest", block}});

    const std::uint64_t by_point = device.upload(points.values, "features by point");
    Texture by_feature;
    by_feature.address = device.allocate(points.values.size() * sizeof(float), "features by feature");
    by_feature.dimensions = 1;
    by_feature.width = points.values.size();
    const std::uint64_t texture = device.create_texture(by_feature);
    const std::uint64_t nearest = device.allocate(count * sizeof(std::int32_t), "nearest centres");
    const auto n = static_cast<std::int32_t>(count), width = static_cast<std::int32_t>(features);
    device.launch("kmeans_turn", grid, block, Arguments(by_point, by_feature.address, n, width));

    std::vector<float> centres = kmeans::first_centres(points, clusters);
    Verdict verdict;
    for (std::int64_t left = arguments.at("iterations"); left > 0; --left) {
      device.write(device.symbol("centres"), centres.data(), centres.size() * sizeof(float));
      device.fill(nearest, 0xff, count * sizeof(std::int32_t));  // no centre
      device.launch("kmeans_nearest", grid, block,
                    Arguments(texture, nearest, n, width, static_cast<std::int32_t>(clusters)));
      const std::vector<std::int32_t> cpu = kmeans::nearest(points, centres);
      verdict = compare(device.download<std::int32_t>(nearest, count), cpu, "nearest centre");
      if (!verdict.right) return verdict;
      kmeans::move(centres, points, cpu);
    }
    return verdict;
  }

 private:
  void check(const WorkloadArguments& arguments) const {
    const std::int64_t fit = static_cast<std::int64_t>(kmeans::kMostCentres) / arguments.at("features");
    if (arguments.at("clusters") > fit) {
      refuse(arguments, "clusters",
             "at most " + std::to_string(fit) + " of " + std::to_string(arguments.at("features")) + " features");
    }
    if (arguments.at("clusters") > arguments.at("points")) {
      refuse(arguments, "clusters", "at most points = " + std::to_string(arguments.at("points")));
    }
  }
};

}  // namespace

std::unique_ptr<Workload> make_kmeans() { return std::make_unique<Kmeans>(); }

}  // namespace unibank
