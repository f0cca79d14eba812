#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/fdtd3d/fdtd3d.h"

namespace unibank {
namespace {

constexpr unsigned kColumns = 32;  // of a block
// Floats before the volume. They align a row's first point, which follows its margin, to a line of 128 bytes.
constexpr std::size_t kPadding = 128 / sizeof(float) - fdtd3d::kRadius;
constexpr fdtd3d::Weights kWeights{0.5f, 0.08f, -0.04f, 0.02f, -0.01f};

// The volume and its CPU reference are fdtd3d's.
class Fdtd3dTile : public Workload {
 public:
  std::string name() const override { return "fdtd3d_tile"; }
  std::string description() const override {
    return "a step of finite differences in blocks of up to 512 threads, nine planes per iteration (CUDA samples' "
           "FDTD3d)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"width", "points of a row", 1, 1024, 33, 160, 376, {}},
            {"height", "rows of a plane", 1, 1024, 8, 160, 376, {}},
            {"depth", "planes", 1, 1024, 6, 8, 18, {}},
            {"rows", "rows of a block of 32 columns", 4, 16, 16, 16, 16, {4, 8, 12, 16}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto width = static_cast<unsigned>(arguments.at("width"));
    const auto height = static_cast<unsigned>(arguments.at("height"));
    const auto depth = static_cast<unsigned>(arguments.at("depth"));
    const Dim3 block{kColumns, static_cast<unsigned>(arguments.at("rows")), 1};
    device.plan({{name(), block}});
    const fdtd3d::Volume volume = fdtd3d::random_volume(width, height, depth, 1);
    const Dim3 grid{(width + block.x - 1) / block.x, (height + block.y - 1) / block.y, 1};
    const std::size_t bytes = volume.values.size() * sizeof(float), before = kPadding * sizeof(float);
    // Blocks that reach beyond a plane read points of the four planes after it, and do not use them.
    const std::uint64_t input = device.allocate(before + bytes, "input") + before;
    const std::uint64_t output = device.allocate(before + bytes, "output") + before;
    device.write(input, volume.values.data(), bytes);
    device.fill(output, 0, bytes);
    device.write(device.symbol("weights"), kWeights.data(), sizeof(kWeights));
    device.launch(name(), grid, block, Arguments(output, input, width, height, depth));
    return compare(device.download<float>(output, volume.values.size()), fdtd3d::stepped(volume, kWeights).values,
                   "point", volume.row_pitch());
  }
};

}  // namespace

std::unique_ptr<Workload> make_fdtd3d_tile() { return std::make_unique<Fdtd3dTile>(); }

}  // namespace unibank
