#include "workloads/lu/lu.h"

#include <algorithm>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace {
constexpr unsigned kTile = 16;  // lu.cu's
}

namespace lu {

Matrix random_matrix(std::size_t n, std::uint32_t seed) {
  RandomInput random(seed);
  Matrix matrix(n * n);
  for (float& element : matrix) element = random.unit();
  for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] += static_cast<float>(n);
  return matrix;
}

Matrix decompose(const Matrix& matrix, std::size_t n) {
  Matrix result = matrix;
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      const std::size_t terms = std::min(row, column), in_tiles = terms / kTile * kTile;
      float value = result[row * n + column];
      for (std::size_t first = 0; first < in_tiles; first += kTile) {
        float sum = 0;
        for (std::size_t i = first; i < first + kTile; ++i) {
          sum = std::fma(result[row * n + i], result[i * n + column], sum);
        }
        value -= sum;
      }
      for (std::size_t i = in_tiles; i < terms; ++i) {
        value = std::fma(-result[row * n + i], result[i * n + column], value);
      }
      result[row * n + column] = row > column ? value / result[column * n + column] : value;
    }
  }
  return result;
}

}  // namespace lu

namespace {

class Lu : public Workload {
 public:
  std::string name() const override { return "lu"; }
  std::string description() const override {
    return "LU decomposition without pivoting, in place, in 16 x 16 tiles (Rodinia's lud)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"size", "rows and columns of the matrix, a multiple of 16", kTile, 2048, 32, 144, 384, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto size = static_cast<unsigned>(arguments.at("size"));
    require_multiple(arguments, "size", kTile);
    const Dim3 line{kTile, 1, 1}, pair{2 * kTile, 1, 1}, tile{kTile, kTile, 1};
    device.plan({{"lu_diagonal", line}, {"lu_perimeter", pair}, {"lu_internal", tile}});
    const lu::Matrix before = lu::random_matrix(size, 1);
    const std::uint64_t matrix = device.upload(before, "matrix");

    const int n = static_cast<int>(size);
    for (unsigned first = 0; first < size; first += kTile) {
      const Arguments arguments_of_step(matrix, n, static_cast<int>(first));
      device.launch("lu_diagonal", {1, 1, 1}, line, arguments_of_step);
      const unsigned tiles = (size - first) / kTile - 1;  // tiles to the right of the diagonal tile, and below it
      if (tiles == 0) break;
      device.launch("lu_perimeter", {tiles, 1, 1}, pair, arguments_of_step);
      device.launch("lu_internal", {tiles, tiles, 1}, tile, arguments_of_step);
    }
    return compare(device.download<float>(matrix, before.size()), lu::decompose(before, size), "element", size);
  }
};

}  // namespace

std::unique_ptr<Workload> make_lu() { return std::make_unique<Lu>(); }

}  // namespace unibank
