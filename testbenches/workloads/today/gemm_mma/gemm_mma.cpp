#include "workloads/today/gemm_mma/gemm_mma.h"

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace gemm_mma {

std::vector<std::uint16_t> multiply(const std::vector<float>& a, const std::vector<float>& b, std::size_t m,
                                    std::size_t n, std::size_t k) {
  std::vector<std::uint16_t> c;
  c.reserve(m * n);
  std::vector<float> sums(n);
  for (std::size_t row = 0; row < m; ++row) {
    std::fill(sums.begin(), sums.end(), 0.0f);
    for (std::size_t i = 0; i < k; ++i) {
      const float factor = a[row * k + i];
      for (std::size_t column = 0; column < n; ++column) sums[column] += factor * b[i * n + column];
    }
    for (const float sum : sums) c.push_back(today::half_of(sum));
  }
  return c;
}

}  // namespace gemm_mma

namespace {

constexpr std::int64_t kMost = 8192;

class GemmMma : public Workload {
 public:
  std::string name() const override { return "gemm_mma"; }
  std::string description() const override {
    return "C = A B in halves on tensor units, through a pipeline of cp.async stages in the scratchpad";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"m", "rows of A and C", 1, kMost, 72, 256, 512, {}},
            {"n", "columns of B and C, a multiple of 8", 8, kMost, 120, 256, 512, {}},
            {"k", "columns of A and rows of B, a multiple of 8", 8, kMost, 72, 1024, 4096, {}},
            {"tile", "rows of C of a block, which has 64, 128 or 128 columns", 64, 256, 64, 128, 128, {64, 128, 256}},
            {"stages", "stages of the pipeline", 2, 5, 3, 3, 3, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    require_multiple(arguments, "n", 8);
    require_multiple(arguments, "k", 8);
    const auto m = static_cast<unsigned>(arguments.at("m")), n = static_cast<unsigned>(arguments.at("n"));
    const auto k = static_cast<unsigned>(arguments.at("k")), rows = static_cast<unsigned>(arguments.at("tile"));
    const auto stages = static_cast<unsigned>(arguments.at("stages"));
    const unsigned columns = rows == 64 ? 64 : 128, bytes = gemm_mma::scratchpad_bytes(rows, columns, stages);
    const std::string kernel =
        "gemm_mma_" + std::to_string(rows) + "x" + std::to_string(columns) + "_" + std::to_string(stages);
    const Dim3 block{rows == 64 ? 128u : 256u, 1, 1}, grid{(n + columns - 1) / columns, (m + rows - 1) / rows, 1};
    device.plan({{kernel, block, bytes}});
    const std::vector<float> a = today::random_eighths(std::size_t{m} * k, 1);
    const std::vector<float> b = today::random_eighths(std::size_t{k} * n, 2);
    const std::uint64_t a_at = device.upload(today::halves_of(a), "A"), b_at = device.upload(today::halves_of(b), "B");
    const std::uint64_t c_at = device.upload(std::vector<std::uint16_t>(std::size_t{m} * n, 0xffff), "C");
    device.launch(kernel, grid, block,
                  Arguments(a_at, b_at, c_at, static_cast<std::int32_t>(m), static_cast<std::int32_t>(n),
                            static_cast<std::int32_t>(k)),
                  bytes);
    return compare(device.download<std::uint16_t>(c_at, std::size_t{m} * n), gemm_mma::multiply(a, b, m, n, k),
                   "half", n);
  }
};

}  // namespace

std::unique_ptr<Workload> make_gemm_mma() { return std::make_unique<GemmMma>(); }

}  // namespace unibank
