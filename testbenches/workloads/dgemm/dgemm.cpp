#include "workloads/dgemm/dgemm.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace dgemm {

Matrix multiply(double alpha, const Matrix& a, const Matrix& b, double beta, const Matrix& c, const Sizes& sizes) {
  const std::size_t m = sizes.m, k = sizes.k;
  Matrix result(m * sizes.n);
  std::vector<double> sums(m);
  for (std::size_t column = 0; column < sizes.n; ++column) {
    sums.assign(m, 0.0);
    for (std::size_t i = 0; i < k; ++i) {
      const double factor = b[column * k + i];
      for (std::size_t row = 0; row < m; ++row) sums[row] = std::fma(a[i * m + row], factor, sums[row]);
    }
    for (std::size_t row = 0; row < m; ++row) {
      const double before = beta * c[column * m + row];
      result[column * m + row] = std::fma(alpha, sums[row], before);
    }
  }
  return result;
}

}  // namespace dgemm

namespace {

// dgemm.cu's
constexpr unsigned kThreads = 16, kTile = 64, kStep = 16;
constexpr std::int64_t kMost = 2048;
constexpr double kAlpha = 0.75, kBeta = 0.5;

dgemm::Matrix random_matrix(std::size_t items, std::uint32_t seed) {
  RandomInput random(seed);
  dgemm::Matrix matrix(items);
  for (double& item : matrix) item = double{random.unit()} + double{random.unit()} * 0x1p-24;
  return matrix;
}

class Dgemm : public Workload {
 public:
  std::string name() const override { return "dgemm"; }
  std::string description() const override {
    return "C = alpha A B + beta C in double precision, 64 x 64 tiles blocked in registers (MAGMA's Fermi dgemm)";
  }
  // 384 makes 36 tiles of C. That is a multiple of the 3 blocks that fit in 64 KB of scratchpad and of the 4 that 1,024
  // threads make.
  std::vector<WorkloadArgument> arguments() const override {
    return {{"m", "rows of A and C, a multiple of 64", kTile, kMost, 64, 128, 384, {}},
            {"n", "columns of B and C, a multiple of 64", kTile, kMost, 64, 192, 384, {}},
            {"k", "columns of A and rows of B, a multiple of 16", kStep, kMost, 48, 160, 384, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    for (const auto& [argument, value] : arguments) {
      require_multiple(arguments, argument, argument == "k" ? kStep : kTile);
    }
    const auto m = static_cast<unsigned>(arguments.at("m")), n = static_cast<unsigned>(arguments.at("n"));
    const auto k = static_cast<unsigned>(arguments.at("k"));
    const dgemm::Matrix a = random_matrix(std::size_t{m} * k, 1), b = random_matrix(std::size_t{k} * n, 2);
    const dgemm::Matrix c = random_matrix(std::size_t{m} * n, 3);

    const Dim3 block{kThreads, kThreads, 1};
    device.plan({{"dgemm", block}});
    const std::uint64_t device_a = device.upload(a, "A"), device_b = device.upload(b, "B");
    const std::uint64_t device_c = device.upload(c, "C");
    device.launch("dgemm", {m / kTile, n / kTile, 1}, block,
                  Arguments(device_a, device_b, device_c, static_cast<int>(m), static_cast<int>(k), kAlpha, kBeta));
    return compare(device.download<double>(device_c, c.size()), dgemm::multiply(kAlpha, a, b, kBeta, c, {m, n, k}),
                   "element");
  }
};

}  // namespace

std::unique_ptr<Workload> make_dgemm() { return std::make_unique<Dgemm>(); }

}  // namespace unibank
