#include "workloads/today/stencil_async/stencil_async.h"

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"
#include "workloads/random_signed.h"

namespace unibank {
namespace stencil_async {

std::vector<float> step(const std::vector<float>& in, const Grid& grid, float centre, float side) {
  const std::size_t plane = grid.width * grid.height;
  std::vector<float> out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t x = i % grid.width, y = i / grid.width % grid.height, z = i / plane;
    const float west = x > 0 ? in[i - 1] : 0, east = x + 1 < grid.width ? in[i + 1] : 0;
    const float north = y > 0 ? in[i - grid.width] : 0, south = y + 1 < grid.height ? in[i + grid.width] : 0;
    const float below = z > 0 ? in[i - plane] : 0, above = z + 1 < grid.depth ? in[i + plane] : 0;
    out[i] = std::fma(side, (west + east) + (north + south) + (below + above), centre * in[i]);
  }
  return out;
}

}  // namespace stencil_async

namespace {

constexpr unsigned kWidth = 32, kHeight = 8;  // stencil_async.cu's
constexpr float kCentre = -6.5f, kSide = 0.4375f;

class StencilAsync : public Workload {
 public:
  std::string name() const override { return "stencil_async"; }
  std::string description() const override {
    return "a seven-point stencil, planes copied into a ring of the scratchpad by cp.async ahead of their use";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"width", "points along x", 1, 1024, 37, 96, 256, {}},
            {"height", "points along y", 1, 1024, 8, 96, 256, {}},
            {"depth", "points along z", 1, 1024, 5, 32, 64, {}},
            {"ahead", "planes in flight", 1, 8, 4, 4, 4, {1, 2, 4, 8}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto number = [&](const char* name) { return static_cast<unsigned>(arguments.at(name)); };
    const unsigned width = number("width"), height = number("height"), depth = number("depth");
    const std::string kernel = "stencil_async_" + std::to_string(number("ahead"));
    const Dim3 block{kWidth * kHeight, 1, 1};
    const Dim3 grid{(width + kWidth - 1) / kWidth, (height + kHeight - 1) / kHeight, 1};
    device.plan({{kernel, block}});
    const std::vector<float> in = random_signed(std::size_t{width} * height * depth, 1);
    const std::uint64_t from = device.upload(in, "in"), to = device.upload(std::vector<float>(in.size(), 1e9f), "out");
    device.launch(kernel, grid, block,
                  Arguments(from, to, static_cast<std::int32_t>(width), static_cast<std::int32_t>(height),
                            static_cast<std::int32_t>(depth), kCentre, kSide));
    return compare(device.download<float>(to, in.size()),
                   stencil_async::step(in, {width, height, depth}, kCentre, kSide), "point", width);
  }
};

}  // namespace

std::unique_ptr<Workload> make_stencil_async() { return std::make_unique<StencilAsync>(); }

}  // namespace unibank
