#include "workloads/lud22/lud22.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace lud22 {

Matrix random_matrix(std::size_t n, std::uint32_t seed) {
  RandomInput random(seed);
  Matrix matrix(n * n);
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    matrix[i] = random.unit() - 0.5f + (i % (n + 1) == 0 ? static_cast<float>(n) : 0.0f);
  }
  return matrix;
}

namespace {

// Element (row, column) of the step's diagonal tile, or of a tile in its row or column of tiles.
void finish(Matrix& matrix, std::size_t n, std::size_t first, std::size_t row, std::size_t column) {
  float value = matrix[row * n + column];
  for (std::size_t i = first; i < row && i < column; ++i) {
    value = std::fma(-matrix[row * n + i], matrix[i * n + column], value);
  }
  matrix[row * n + column] = row > column ? value / matrix[column * n + column] : value;
}

}  // namespace

Matrix factors(Matrix matrix, std::size_t n) {
  for (std::size_t first = 0; first < n; first += kSide) {
    const std::size_t end = first + kSide;
    for (std::size_t row = first; row < n; ++row) {
      for (std::size_t column = first; column < (row < end ? n : end); ++column) finish(matrix, n, first, row, column);
    }
    for (std::size_t row = end; row < n; ++row) {
      for (std::size_t column = end; column < n; ++column) {
        float sum = 0;
        for (std::size_t i = first; i < end; ++i) sum = std::fma(matrix[row * n + i], matrix[i * n + column], sum);
        matrix[row * n + column] -= sum;
      }
    }
  }
  return matrix;
}

}  // namespace lud22

namespace {

class Lud22 : public Workload {
 public:
  std::string name() const override { return "lud22"; }
  std::string description() const override {
    return "LU decomposition without pivoting, in tiles of 22 x 22 (Rodinia's lud as Jatala et al. change it)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"size", "rows and columns of the matrix, a multiple of 22", 22, 2046, 44, 220, 396, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    constexpr unsigned kSide = lud22::kSide;
    const auto size = static_cast<unsigned>(arguments.at("size"));
    require_multiple(arguments, "size", kSide);
    const Dim3 row{kSide, 1, 1}, two_rows{2 * kSide, 1, 1}, tile{kSide, kSide, 1};
    device.plan({{"lud22_diagonal", row}, {"lud22_perimeter", two_rows}, {"lud22_internal", tile}});
    const lud22::Matrix before = lud22::random_matrix(size, 1);
    const std::uint64_t matrix = device.upload(before, "matrix");

    for (unsigned first = 0, left = size / kSide; left-- > 0; first += kSide) {
      const Arguments step(matrix, size, first);
      device.launch("lud22_diagonal", {1, 1, 1}, row, step);
      if (left == 0) break;
      device.launch("lud22_perimeter", {left, 1, 1}, two_rows, step);
      device.launch("lud22_internal", {left, left, 1}, tile, step);
    }
    return compare(device.download<float>(matrix, before.size()), lud22::factors(before, size), "element", size);
  }
};

}  // namespace

std::unique_ptr<Workload> make_lud22() { return std::make_unique<Lud22>(); }

}  // namespace unibank
