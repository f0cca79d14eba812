#include "workloads/fdtd3d/fdtd3d.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace fdtd3d {

Volume random_volume(std::size_t width, std::size_t height, std::size_t depth, std::uint32_t seed) {
  RandomInput random(seed);
  Volume volume{width, height, depth, {}};
  volume.values.resize(volume.plane_pitch() * (depth + 2 * kRadius));
  for (float& value : volume.values) value = random.unit();
  return volume;
}

Volume stepped(const Volume& volume, const Weights& weights) {
  const std::size_t row = volume.row_pitch(), plane = volume.plane_pitch();
  Volume after = volume;
  after.values.assign(volume.values.size(), 0.0f);
  for (std::size_t z = 0; z < volume.depth; ++z) {
    for (std::size_t y = 0; y < volume.height; ++y) {
      for (std::size_t x = 0; x < volume.width; ++x) {
        const std::size_t here = volume.index(x, y, z);
        const float* const at = &volume.values[here];
        float value = weights[0] * *at;
        for (std::size_t i = 1; i <= kRadius; ++i) {
          const auto away = static_cast<std::ptrdiff_t>(i);
          const auto rows = static_cast<std::ptrdiff_t>(i * row), planes = static_cast<std::ptrdiff_t>(i * plane);
          const float sum = at[planes] + at[-planes] + at[-rows] + at[rows] + at[-away] + at[away];
          value = std::fma(weights[i], sum, value);
        }
        after.values[here] = value;
      }
    }
  }
  return after;
}

}  // namespace fdtd3d

namespace {

constexpr Dim3 kBlock{32, 4, 1};  // Jatala et al.: 128 threads
// Floats before the volume. They align a row's first point, which follows its margin, to a line of 128 bytes.
constexpr std::size_t kPadding = 128 / sizeof(float) - fdtd3d::kRadius;
constexpr fdtd3d::Weights kWeights{0.5f, 0.08f, -0.04f, 0.02f, -0.01f};

class Fdtd3d : public Workload {
 public:
  std::string name() const override { return "fdtd3d"; }
  std::string description() const override {
    return "a step of finite differences of radius 4 in a volume, plane by plane (CUDA samples' FDTD3d)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"width", "points of a row", 1, 1024, 40, 160, 376, {}},
            {"height", "rows of a plane", 1, 1024, 8, 160, 188, {}},
            {"depth", "planes", 1, 1024, 6, 8, 16, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto width = static_cast<unsigned>(arguments.at("width"));
    const auto height = static_cast<unsigned>(arguments.at("height"));
    const auto depth = static_cast<unsigned>(arguments.at("depth"));
    device.plan({{"fdtd3d_step", kBlock}});
    const fdtd3d::Volume volume = fdtd3d::random_volume(width, height, depth, 1);
    const std::uint64_t input = allocate(device, volume, "input"), output = allocate(device, volume, "output");
    const std::size_t bytes = volume.values.size() * sizeof(float);
    device.write(input, volume.values.data(), bytes);
    device.fill(output, 0, bytes);
    device.write(device.symbol("weights"), kWeights.data(), sizeof(kWeights));
    const Dim3 grid{(width + kBlock.x - 1) / kBlock.x, (height + kBlock.y - 1) / kBlock.y, 1};
    device.launch("fdtd3d_step", grid, kBlock, Arguments(output, input, width, height, depth));
    return compare(device.download<float>(output, volume.values.size()), fdtd3d::stepped(volume, kWeights).values,
                   "point", volume.row_pitch());
  }

 private:
  // Blocks that reach beyond the plane read points after the last one, and do not use them.
  static std::uint64_t allocate(Device& device, const fdtd3d::Volume& volume, const char* name) {
    return device.allocate((kPadding + volume.values.size()) * sizeof(float), name) + kPadding * sizeof(float);
  }
};

}  // namespace

std::unique_ptr<Workload> make_fdtd3d() { return std::make_unique<Fdtd3d>(); }

}  // namespace unibank
