#include "workloads/kmeans_scratchpad/kmeans_scratchpad.h"

#include "workloads/all_workloads.h"
#include "workloads/compare.h"

namespace unibank {
namespace kmeans_scratchpad {

Grouping group(const Points& points, const std::vector<float>& centres, const std::vector<std::int32_t>& before) {
  const std::size_t features = points.features, blocks = (points.count + kThreads - 1) / kThreads;
  Grouping grouping{kmeans::nearest(points, centres), std::vector<std::int32_t>(blocks),
                    std::vector<float>(blocks * centres.size())};
  for (std::size_t point = 0; point < points.count; ++point) {
    const float* const own = points.values.data() + point * features;
    const std::int32_t centre = grouping.memberships[point];
    if (before[point] != centre) ++grouping.changes[point / kThreads];
    float* const sums = &grouping.sums[point / kThreads * centres.size() + static_cast<std::size_t>(centre) * features];
    for (std::size_t i = 0; i < features; ++i) sums[i] += own[i];
  }
  return grouping;
}

std::vector<float> moved(const std::vector<float>& centres, const Grouping& grouping, std::size_t features) {
  std::vector<double> sums(centres.size());
  for (std::size_t i = 0; i < grouping.sums.size(); ++i) sums[i % centres.size()] += double{grouping.sums[i]};
  std::vector<std::size_t> members(centres.size() / features);
  for (const std::int32_t centre : grouping.memberships) ++members[static_cast<std::size_t>(centre)];
  std::vector<float> result = centres;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const std::size_t count = members[i / features];
    if (count != 0) result[i] = static_cast<float>(sums[i] / static_cast<double>(count));
  }
  return result;
}

}  // namespace kmeans_scratchpad

namespace {

using kmeans_scratchpad::Grouping;
using kmeans_scratchpad::kThreads;
using kmeans_scratchpad::Points;

struct Buffers {  // kmeans_scratchpad.cu's
  std::uint64_t by_feature, by_point, memberships, changes, sums;
};

// The kernel's buffers, and the addresses of the features, which the kernel reads through textures.
struct OnDevice {
  std::uint64_t by_point, by_feature;
  Buffers buffers;
};

std::uint64_t texture_of(Device& device, std::uint64_t address, std::size_t floats) {
  Texture texture;
  texture.address = address;
  texture.dimensions = 1;
  texture.width = floats;
  return device.create_texture(texture);
}

OnDevice upload(Device& device, const Points& points, std::size_t blocks, std::size_t centres) {
  OnDevice on{};
  const std::size_t floats = points.values.size();
  on.by_point = device.upload(points.values, "features by point");
  on.by_feature = device.allocate(floats * sizeof(float), "features by feature");
  Buffers& buffers = on.buffers;
  buffers.by_point = texture_of(device, on.by_point, floats);
  buffers.by_feature = texture_of(device, on.by_feature, floats);
  buffers.memberships = device.allocate(points.count * sizeof(std::int32_t), "memberships");
  device.fill(buffers.memberships, 0xff, points.count * sizeof(std::int32_t));  // no centre
  buffers.changes = device.allocate(blocks * sizeof(std::int32_t), "changes");
  buffers.sums = device.allocate(blocks * centres * sizeof(float), "sums");
  device.write(device.symbol("buffers"), &buffers, sizeof buffers);
  return on;
}

Verdict judge(const Device& device, const Buffers& on, const Grouping& cpu, std::size_t centres) {
  const Verdict of_points = compare(device.download<std::int32_t>(on.memberships, cpu.memberships.size()),
                                    cpu.memberships, "membership");
  if (!of_points.right) return of_points;
  const Verdict of_changes =
      compare(device.download<std::int32_t>(on.changes, cpu.changes.size()), cpu.changes, "count of changes");
  if (!of_changes.right) return of_changes;
  Verdict verdict = compare(device.download<float>(on.sums, cpu.sums.size()), cpu.sums, "sum", centres);
  if (verdict.right) verdict.text = of_points.text + ", " + verdict.text;
  return verdict;
}

class KmeansScratchpad : public Workload {
 public:
  std::string name() const override { return "kmeans_scratchpad"; }
  std::string description() const override {
    return "the centre nearest to each point, changes and new centres added up by blocks of 576 (Rodinia's kmeans)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"points", "points to group", 1, 1 << 20, 600, 4032, 72576, {}},
            {"features", "features of a point", 1, 64, 3, 16, 34, {}},
            {"clusters", "centres, at most 576 / features", 1, 64, 2, 5, 5, {}},
            {"iterations", "times that the points are grouped; the centres are moved in between", 1, 500, 1, 2, 1, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    check(arguments);
    const auto value = [&arguments](const char* name) { return static_cast<std::size_t>(arguments.at(name)); };
    const Points points = kmeans::random_points(value("points"), value("features"), value("clusters"), 1);
    const std::size_t blocks = (points.count + kThreads - 1) / kThreads, size = value("clusters") * points.features;
    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>(blocks), 1, 1};
    device.plan({{"kmeans_scratchpad_turn", block}, {"kmeans_scratchpad", block}});
    const OnDevice on = upload(device, points, blocks, size);
    const auto count = static_cast<unsigned>(points.count), features = static_cast<unsigned>(points.features);
    device.launch("kmeans_scratchpad_turn", grid, block, Arguments(on.by_point, on.by_feature, count, features));

    std::vector<float> centres = kmeans::first_centres(points, value("clusters"));
    Grouping cpu{std::vector<std::int32_t>(points.count, -1), {}, {}};
    Verdict verdict;
    for (std::size_t left = value("iterations"); left > 0; --left) {
      device.write(device.symbol("centres"), centres.data(), size * sizeof(float));
      device.launch("kmeans_scratchpad", grid, block,
                    Arguments(count, features, static_cast<unsigned>(value("clusters"))));
      cpu = kmeans_scratchpad::group(points, centres, cpu.memberships);
      verdict = judge(device, on.buffers, cpu, size);
      if (!verdict.right) return verdict;
      centres = kmeans_scratchpad::moved(centres, cpu, points.features);
    }
    return verdict;
  }

 private:
  void check(const WorkloadArguments& arguments) const {
    const std::int64_t fit = static_cast<std::int64_t>(kmeans_scratchpad::kMostCentres) / arguments.at("features");
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

std::unique_ptr<Workload> make_kmeans_scratchpad() { return std::make_unique<KmeansScratchpad>(); }

}  // namespace unibank
