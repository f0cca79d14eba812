#include "workloads/lps/lps.h"

#include <utility>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace lps {

Box random_box(std::size_t width, std::size_t height, std::size_t depth, std::uint32_t seed) {
  RandomInput random(seed);
  Box box{width, height, depth, std::vector<float>(width * height * depth)};
  for (float& value : box.values) value = random.unit();
  return box;
}

Box sweep(const Box& box) {
  Box after = box;
  for (std::size_t z = 1; z + 1 < box.depth; ++z) {
    for (std::size_t y = 1; y + 1 < box.height; ++y) {
      for (std::size_t x = 1; x + 1 < box.width; ++x) {
        // Adds in the order of lps.cu.
        const float sum = box.at(x - 1, y, z) + box.at(x + 1, y, z) + box.at(x, y - 1, z) + box.at(x, y + 1, z) +
                          box.at(x, y, z - 1) + box.at(x, y, z + 1);
        after.at(x, y, z) = sum * (1.0f / 6.0f);
      }
    }
  }
  return after;
}

}  // namespace lps

namespace {

constexpr Dim3 kBlock{32, 4, 1};  // lps.cu's

class Lps : public Workload {
 public:
  std::string name() const override { return "lps"; }
  std::string description() const override {
    return "Jacobi sweeps for Laplace's equation in a box, planes staged in the scratchpad (GPGPU-Sim's LPS)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"width", "values of a row", 1, 1024, 40, 64, 100, {}},
            {"height", "rows of a plane", 1, 1024, 10, 64, 100, {}},
            {"depth", "planes of the box", 1, 1024, 8, 50, 100, {}},
            {"sweeps", "sweeps over the box, a launch each", 1, 100, 1, 1, 1, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto width = static_cast<unsigned>(arguments.at("width"));
    const auto height = static_cast<unsigned>(arguments.at("height"));
    const auto depth = static_cast<unsigned>(arguments.at("depth"));
    device.plan({{"lps", kBlock}});

    lps::Box cpu = lps::random_box(width, height, depth, 1);
    std::uint64_t before = device.upload(cpu.values, "box");
    std::uint64_t after = device.allocate(cpu.values.size() * sizeof(float), "box after the sweep");
    const Dim3 grid{(width + kBlock.x - 1) / kBlock.x, (height + kBlock.y - 1) / kBlock.y, 1};
    for (std::int64_t left = arguments.at("sweeps"); left > 0; --left) {
      device.launch("lps", grid, kBlock,
                    Arguments(before, after, static_cast<int>(width), static_cast<int>(height),
                              static_cast<int>(depth)));
      std::swap(before, after);
      cpu = lps::sweep(cpu);
    }
    return compare(device.download<float>(before, cpu.values.size()), cpu.values, "value", width);
  }
};

}  // namespace

std::unique_ptr<Workload> make_lps() { return std::make_unique<Lps>(); }

}  // namespace unibank
