#include "workloads/gemm/gemm.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_signed.h"

namespace unibank {
namespace gemm {

Matrix multiply(float alpha, const Matrix& a, const Matrix& b, float beta, const Matrix& c, const Sizes& sizes) {
  const std::size_t n = sizes.n, k = sizes.k;
  Matrix result(sizes.m * n);
  for (std::size_t row = 0; row < sizes.m; ++row) {
    float* const own = &result[row * n];
    for (std::size_t column = 0; column < n; ++column) own[column] = beta * c[row * n + column];
    for (std::size_t i = 0; i < k; ++i) {
      const float factor = alpha * a[row * k + i];
      for (std::size_t column = 0; column < n; ++column) {
        own[column] = std::fma(factor, b[i * n + column], own[column]);
      }
    }
  }
  return result;
}

}  // namespace gemm

namespace {

constexpr unsigned kWidth = 32, kHeight = 8;  // gemm.cu's
constexpr std::int64_t kMost = 4096;
constexpr float kAlpha = 0.75f, kBeta = 0.625f;

class Gemm : public Workload {
 public:
  std::string name() const override { return "gemm"; }
  std::string description() const override {
    return "C = alpha A B + beta C from global memory alone, one thread per element (PolyBench/GPU's gemm)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"m", "rows of A and C", 1, kMost, 20, 128, 256, {}},
            {"n", "columns of B and C", 1, kMost, 50, 128, 256, {}},
            {"k", "columns of A and rows of B", 1, kMost, 32, 128, 256, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto m = static_cast<unsigned>(arguments.at("m")), n = static_cast<unsigned>(arguments.at("n"));
    const auto k = static_cast<unsigned>(arguments.at("k"));
    const Dim3 block{kWidth, kHeight, 1}, grid{(n + kWidth - 1) / kWidth, (m + kHeight - 1) / kHeight, 1};
    device.plan({{"gemm", block}});
    const gemm::Matrix a = random_signed(std::size_t{m} * k, 1), b = random_signed(std::size_t{k} * n, 2);
    const gemm::Matrix c = random_signed(std::size_t{m} * n, 3);
    const std::uint64_t a_at = device.upload(a, "A"), b_at = device.upload(b, "B"), c_at = device.upload(c, "C");
    device.launch("gemm", grid, block,
                  Arguments(a_at, b_at, c_at, static_cast<std::int32_t>(m), static_cast<std::int32_t>(n),
                            static_cast<std::int32_t>(k), kAlpha, kBeta));
    return compare(device.download<float>(c_at, c.size()), gemm::multiply(kAlpha, a, b, kBeta, c, {m, n, k}),
                   "element", n);
  }
};

}  // namespace

std::unique_ptr<Workload> make_gemm() { return std::make_unique<Gemm>(); }

}  // namespace unibank
