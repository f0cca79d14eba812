#include "workloads/matrixmul/matrixmul.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace matrixmul {

std::vector<float> multiply(const std::vector<float>& a, const std::vector<float>& b, std::size_t m, std::size_t n,
                            std::size_t k) {
  std::vector<float> c(m * n, 0.0f);
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t i = 0; i < k; ++i) {
      const float factor = a[row * k + i];
      for (std::size_t column = 0; column < n; ++column) {
        c[row * n + column] = std::fma(factor, b[i * n + column], c[row * n + column]);
      }
    }
  }
  return c;
}

}  // namespace matrixmul

namespace {

constexpr unsigned kTile = 16;  // matrixmul.cu's
constexpr std::int64_t kMost = 4096;

std::vector<float> random_matrix(std::size_t items, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<float> matrix(items);
  for (float& item : matrix) item = random.unit();
  return matrix;
}

class MatrixMul : public Workload {
 public:
  std::string name() const override { return "matrixmul"; }
  std::string description() const override {
    return "C = A x B in 16 x 16 tiles staged in the scratchpad (CUDA samples' matrixMul)";
  }
  // The samples multiply 320 x 320 by 320 x 640.
  std::vector<WorkloadArgument> arguments() const override {
    return {{"m", "rows of A and C, a multiple of 16", kTile, kMost, 32, 160, 320, {}},
            {"n", "columns of B and C, a multiple of 16", kTile, kMost, 64, 160, 640, {}},
            {"k", "columns of A and rows of B, a multiple of 16", kTile, kMost, 48, 160, 320, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    for (const auto& [argument, value] : arguments) require_multiple(arguments, argument, kTile);
    const auto m = static_cast<unsigned>(arguments.at("m")), n = static_cast<unsigned>(arguments.at("n"));
    const auto k = static_cast<unsigned>(arguments.at("k"));
    const std::vector<float> a = random_matrix(std::size_t{m} * k, 1), b = random_matrix(std::size_t{k} * n, 2);

    const Dim3 block{kTile, kTile, 1}, grid{n / kTile, m / kTile, 1};
    device.plan({{"matrixmul", block}});
    const std::uint64_t device_a = device.upload(a, "A"), device_b = device.upload(b, "B");
    const std::size_t items = std::size_t{m} * n;
    const std::uint64_t device_c = device.allocate(items * sizeof(float), "C");
    device.launch("matrixmul", grid, block,
                  Arguments(device_a, device_b, device_c, static_cast<int>(n), static_cast<int>(k)));
    return compare(device.download<float>(device_c, items), matrixmul::multiply(a, b, m, n, k), "element", n);
  }
};

}  // namespace

std::unique_ptr<Workload> make_matrixmul() { return std::make_unique<MatrixMul>(); }

}  // namespace unibank
