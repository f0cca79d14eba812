#include "workloads/syrk/syrk.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_signed.h"

namespace unibank {
namespace syrk {

Matrix update(float alpha, const Matrix& a, float beta, const Matrix& c, std::size_t n, std::size_t k) {
  Matrix result(n * n);
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      float sum = beta * c[row * n + column];
      for (std::size_t i = 0; i < k; ++i) sum = std::fma(alpha * a[row * k + i], a[column * k + i], sum);
      result[row * n + column] = sum;
    }
  }
  return result;
}

}  // namespace syrk

namespace {

constexpr unsigned kWidth = 32, kHeight = 8;  // syrk.cu's
constexpr std::int64_t kMost = 4096;
constexpr float kAlpha = 0.75f, kBeta = 0.625f;

class Syrk : public Workload {
 public:
  std::string name() const override { return "syrk"; }
  std::string description() const override {
    return "C = alpha A A^T + beta C from global memory alone, one thread per element (PolyBench/GPU's syrk)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"n", "rows of A, rows and columns of C", 1, kMost, 36, 128, 160, {}},
            {"k", "columns of A", 1, kMost, 24, 128, 160, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto n = static_cast<unsigned>(arguments.at("n")), k = static_cast<unsigned>(arguments.at("k"));
    const Dim3 block{kWidth, kHeight, 1}, grid{(n + kWidth - 1) / kWidth, (n + kHeight - 1) / kHeight, 1};
    device.plan({{"syrk", block}});
    const syrk::Matrix a = random_signed(std::size_t{n} * k, 1), c = random_signed(std::size_t{n} * n, 2);
    const std::uint64_t a_at = device.upload(a, "A"), c_at = device.upload(c, "C");
    device.launch("syrk", grid, block,
                  Arguments(a_at, c_at, static_cast<std::int32_t>(n), static_cast<std::int32_t>(k), kAlpha, kBeta));
    return compare(device.download<float>(c_at, c.size()), syrk::update(kAlpha, a, kBeta, c, n, k), "element", n);
  }
};

}  // namespace

std::unique_ptr<Workload> make_syrk() { return std::make_unique<Syrk>(); }

}  // namespace unibank
