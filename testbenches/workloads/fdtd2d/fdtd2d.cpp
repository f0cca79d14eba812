#include "workloads/fdtd2d/fdtd2d.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_signed.h"

namespace unibank {
namespace fdtd2d {

void step(Field& field, float source) {
  const std::size_t height = field.height, width = field.width;
  for (std::size_t x = 0; x < width; ++x) field.ey[x] = source;
  for (std::size_t y = 1; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t here = y * width + x;
      field.ey[here] = std::fma(-0.5f, field.hz[here] - field.hz[here - width], field.ey[here]);
    }
  }
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 1; x < width; ++x) {
      float& ex = field.ex[y * (width + 1) + x];
      ex = std::fma(-0.5f, field.hz[y * width + x] - field.hz[y * width + x - 1], ex);
    }
  }
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t here = y * width + x, left = y * (width + 1) + x;
      const float curl = field.ex[left + 1] - field.ex[left] + field.ey[here + width] - field.ey[here];
      field.hz[here] = std::fma(-0.7f, curl, field.hz[here]);
    }
  }
}

}  // namespace fdtd2d

namespace {

constexpr unsigned kWidth = 32, kHeight = 8;  // fdtd2d.cu's

fdtd2d::Field random_field(std::size_t height, std::size_t width) {
  return {height, width, random_signed(height * (width + 1), 1), random_signed((height + 1) * width, 2),
          random_signed(height * width, 3)};
}

class Fdtd2d : public Workload {
 public:
  std::string name() const override { return "fdtd2d"; }
  std::string description() const override {
    return "finite differences of a 2D electromagnetic field in time, streaming (PolyBench/GPU's fdtd2d)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"width", "columns of the field", 1, 1 << 13, 40, 256, 1024, {}},
            {"height", "rows of the field", 1, 1 << 13, 20, 256, 1024, {}},
            {"steps", "steps in time, three launches each", 1, 500, 2, 2, 2, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto width = static_cast<unsigned>(arguments.at("width"));
    const auto height = static_cast<unsigned>(arguments.at("height"));
    const auto steps = static_cast<std::size_t>(arguments.at("steps"));
    const Dim3 block{kWidth, kHeight, 1}, grid{(width + kWidth - 1) / kWidth, (height + kHeight - 1) / kHeight, 1};
    device.plan({{"fdtd2d_ey", block}, {"fdtd2d_ex", block}, {"fdtd2d_hz", block}});
    fdtd2d::Field cpu = random_field(height, width);
    const std::vector<float> source = random_signed(steps, 4);
    const std::uint64_t source_at = device.upload(source, "source"), ex = device.upload(cpu.ex, "ex");
    const std::uint64_t ey = device.upload(cpu.ey, "ey"), hz = device.upload(cpu.hz, "hz");
    const auto rows = static_cast<std::int32_t>(height), columns = static_cast<std::int32_t>(width);
    for (std::size_t step = 0; step < steps; ++step) {
      device.launch("fdtd2d_ey", grid, block,
                    Arguments(source_at, ey, hz, rows, columns, static_cast<std::int32_t>(step)));
      device.launch("fdtd2d_ex", grid, block, Arguments(ex, hz, rows, columns));
      device.launch("fdtd2d_hz", grid, block, Arguments(ex, ey, hz, rows, columns));
      fdtd2d::step(cpu, source[step]);
    }
    const Verdict of_ex = compare(device.download<float>(ex, cpu.ex.size()), cpu.ex, "ex point", width + 1);
    if (!of_ex.right) return of_ex;
    const Verdict of_ey = compare(device.download<float>(ey, cpu.ey.size()), cpu.ey, "ey point", width);
    if (!of_ey.right) return of_ey;
    Verdict verdict = compare(device.download<float>(hz, cpu.hz.size()), cpu.hz, "hz point", width);
    if (verdict.right) verdict.text = of_ex.text + ", " + of_ey.text + ", " + verdict.text;
    return verdict;
  }
};

}  // namespace

std::unique_ptr<Workload> make_fdtd2d() { return std::make_unique<Fdtd2d>(); }

}  // namespace unibank
