#include "workloads/hotspot/hotspot.h"

#include <algorithm>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace hotspot {
namespace {

Grid random_grid(std::size_t rows, std::size_t columns, std::uint32_t seed, float least, float range) {
  RandomInput random(seed);
  Grid grid{rows, columns, std::vector<float>(rows * columns)};
  for (float& cell : grid.cells) cell = least + range * random.unit();
  return grid;
}

}  // namespace

Chip silicon(std::size_t rows, std::size_t columns) {
  // Rodinia's constants, in SI units.
  constexpr double kSide = 0.016, kThickness = 0.0005, kConductivity = 100, kSpecificHeat = 1.75e6;
  constexpr double kFactor = 0.5, kMostPower = 3e6, kPrecision = 0.001;
  const double height = kSide / static_cast<double>(rows), width = kSide / static_cast<double>(columns);
  Chip chip;
  chip.capacity = static_cast<float>(kFactor * kSpecificHeat * kThickness * width * height);
  chip.rx = static_cast<float>(width / (2 * kConductivity * kThickness * height));
  chip.ry = static_cast<float>(height / (2 * kConductivity * kThickness * width));
  chip.rz = static_cast<float>(kThickness / (kConductivity * width * height));
  chip.time = static_cast<float>(kPrecision * kFactor * kThickness * kSpecificHeat / kMostPower);
  return chip;
}

Grid random_temperatures(std::size_t rows, std::size_t columns, std::uint32_t seed) {
  return random_grid(rows, columns, seed, 323, 20);
}

Grid random_powers(std::size_t rows, std::size_t columns, std::uint32_t seed) {
  return random_grid(rows, columns, seed, 0, 0.003f);
}

Grid step(const Grid& temperatures, const Grid& powers, const Chip& chip) {
  // Rounds where hotspot.cu rounds.
  const float per_joule = chip.time / chip.capacity;
  const float across = 1 / chip.rx, along = 1 / chip.ry, out = 1 / chip.rz;
  const std::size_t rows = temperatures.rows, columns = temperatures.columns;
  const std::vector<float>& now = temperatures.cells;
  Grid after = temperatures;
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t x = 0; x < columns; ++x) {
      const std::size_t here = y * columns + x;
      const float own = now[here];
      const float north = y == 0 ? own : now[here - columns], south = y + 1 == rows ? own : now[here + columns];
      const float west = x == 0 ? own : now[here - 1], east = x + 1 == columns ? own : now[here + 1];
      float flow = powers.cells[here];
      flow = std::fma(std::fma(-2.0f, own, south + north), along, flow);
      flow = std::fma(std::fma(-2.0f, own, east + west), across, flow);
      flow = std::fma(kAmbient - own, out, flow);
      after.cells[here] = std::fma(per_joule, flow, own);
    }
  }
  return after;
}

}  // namespace hotspot

namespace {

constexpr unsigned kTile = 16;  // hotspot.cu's

class Hotspot : public Workload {
 public:
  std::string name() const override { return "hotspot"; }
  std::string description() const override {
    return "temperatures of a chip, a 5-point stencil of several steps per launch in 16 x 16 tiles (Rodinia's hotspot)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"size", "rows and columns of the chip's cells", 1, 1024, 24, 128, 512, {}},
            {"steps", "steps of time", 1, 1000, 2, 2, 2, {}},
            {"pyramid", "steps of a launch; its blocks give 16 - 2 pyramid rows and columns", 1, 7, 2, 2, 2, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto size = static_cast<unsigned>(arguments.at("size"));
    const Dim3 block{kTile, kTile, 1};
    device.plan({{"hotspot", block}});

    const hotspot::Chip chip = hotspot::silicon(size, size);
    const hotspot::Grid powers = hotspot::random_powers(size, size, 2);
    hotspot::Grid cpu = hotspot::random_temperatures(size, size, 1);
    std::uint64_t before = device.upload(cpu.cells, "temperatures");
    std::uint64_t after = device.allocate(cpu.cells.size() * sizeof(float), "temperatures after the launch");
    const std::uint64_t power = device.upload(powers.cells, "powers");
    const int side = static_cast<int>(size);
    for (std::int64_t left = arguments.at("steps"); left > 0; left -= arguments.at("pyramid")) {
      const auto steps = static_cast<unsigned>(std::min(left, arguments.at("pyramid")));
      const unsigned inner = kTile - 2 * steps, blocks = (size + inner - 1) / inner;
      device.launch("hotspot", {blocks, blocks, 1}, block,
                    Arguments(after, before, power, side, side, static_cast<int>(steps), chip));
      std::swap(before, after);
      for (unsigned i = 0; i < steps; ++i) cpu = hotspot::step(cpu, powers, chip);
    }
    return compare(device.download<float>(before, cpu.cells.size()), cpu.cells, "cell", size);
  }
};

}  // namespace

std::unique_ptr<Workload> make_hotspot() { return std::make_unique<Hotspot>(); }

}  // namespace unibank
