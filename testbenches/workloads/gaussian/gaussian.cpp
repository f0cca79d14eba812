#include "workloads/gaussian/gaussian.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace gaussian {

System random_system(std::size_t size, std::uint32_t seed) {
  System system{size, std::vector<float>(size * size), std::vector<float>(size), std::vector<float>(size * size)};
  double element = 10;
  for (std::size_t away = 0; away < size; ++away, element *= 0.99) {
    for (std::size_t i = away; i < size; ++i) {
      system.matrix[i * size + i - away] = system.matrix[(i - away) * size + i] = static_cast<float>(element);
    }
  }
  RandomInput random(seed);
  for (float& right : system.right) right = 0.5f + random.unit();
  return system;
}

void eliminate(System& system) {
  const std::size_t size = system.size;
  std::vector<float>&matrix = system.matrix, &right = system.right;
  for (std::size_t step = 0; step + 1 < size; ++step) {
    const float* pivot = matrix.data() + step * size;
    for (std::size_t row = step + 1; row < size; ++row) {
      const float factor = matrix[row * size + step] / pivot[step];
      system.factors[row * size + step] = factor;
      for (std::size_t column = step; column < size; ++column) {
        matrix[row * size + column] = std::fma(-factor, pivot[column], matrix[row * size + column]);
      }
      right[row] = std::fma(-factor, right[step], right[row]);
    }
  }
}

std::vector<double> substitute_back(const System& system) {
  const std::size_t size = system.size;
  std::vector<double> unknowns(size);
  for (std::size_t row = size; row-- > 0;) {
    double rest = double{system.right[row]};
    for (std::size_t i = row + 1; i < size; ++i) rest -= double{system.matrix[row * size + i]} * unknowns[i];
    unknowns[row] = rest / double{system.matrix[row * size + row]};
  }
  return unknowns;
}

}  // namespace gaussian

namespace {

constexpr unsigned kFactorThreads = 512;  // the block size of Rodinia's first kernel

class Gaussian : public Workload {
 public:
  std::string name() const override { return "gaussian"; }
  std::string description() const override {
    return "Gaussian elimination, two launches per column, the second in small square blocks (Rodinia's gaussian)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"size", "equations of the system", 2, 1024, 16, 64, 208, {}},
            {"block", "threads along each side of the second kernel's blocks", 4, 16, 4, 4, 4, {4, 8, 16}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto size = static_cast<unsigned>(arguments.at("size")), side = static_cast<unsigned>(arguments.at("block"));
    gaussian::System cpu = gaussian::random_system(size, 1);
    const Dim3 line{kFactorThreads, 1, 1}, square{side, side, 1};
    device.plan({{"gaussian_factors", line}, {"gaussian_eliminate", square}});
    const std::uint64_t matrix = device.upload(cpu.matrix, "matrix"), right = device.upload(cpu.right, "right sides");
    const std::uint64_t factors = device.upload(cpu.factors, "factors");

    const unsigned lines = (size + kFactorThreads - 1) / kFactorThreads, squares = (size + side - 1) / side;
    const int n = static_cast<int>(size);
    for (int step = 0; step + 1 < n; ++step) {
      device.launch("gaussian_factors", {lines, 1, 1}, line, Arguments(factors, matrix, n, step));
      device.launch("gaussian_eliminate", {squares, squares, 1}, square, Arguments(factors, matrix, right, n, step));
    }
    gaussian::eliminate(cpu);
    const std::size_t count = cpu.matrix.size();
    const Verdict of_factors = compare(device.download<float>(factors, count), cpu.factors, "factor", size);
    if (!of_factors.right) return of_factors;
    const Verdict of_right = compare(device.download<float>(right, size), cpu.right, "right side");
    if (!of_right.right) return of_right;
    Verdict verdict = compare(device.download<float>(matrix, count), cpu.matrix, "element", size);
    if (verdict.right) verdict.text += ", " + of_factors.text + ", " + of_right.text;
    return verdict;
  }
};

}  // namespace

std::unique_ptr<Workload> make_gaussian() { return std::make_unique<Gaussian>(); }

}  // namespace unibank
