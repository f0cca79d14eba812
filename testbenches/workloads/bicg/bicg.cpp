#include "workloads/bicg/bicg.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_signed.h"

namespace unibank {
namespace bicg {

std::vector<float> transposed_product(const Matrix& a, const std::vector<float>& r) {
  std::vector<float> s(a.columns, 0.0f);
  for (std::size_t row = 0; row < a.rows; ++row) {
    const float* const own = &a.elements[row * a.columns];
    for (std::size_t column = 0; column < a.columns; ++column) s[column] = std::fma(own[column], r[row], s[column]);
  }
  return s;
}

std::vector<float> product(const Matrix& a, const std::vector<float>& p) {
  std::vector<float> q(a.rows, 0.0f);
  for (std::size_t row = 0; row < a.rows; ++row) {
    const float* const own = &a.elements[row * a.columns];
    for (std::size_t column = 0; column < a.columns; ++column) q[row] = std::fma(own[column], p[column], q[row]);
  }
  return q;
}

}  // namespace bicg

namespace {

constexpr unsigned kThreads = 256;  // bicg.cu's

Dim3 blocks_for(std::size_t elements) { return {static_cast<unsigned>((elements + kThreads - 1) / kThreads), 1, 1}; }

class Bicg : public Workload {
 public:
  std::string name() const override { return "bicg"; }
  std::string description() const override {
    return "the two matrix-vector products of a BiCG step, one along columns, one along rows (PolyBench/GPU's bicg)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"rows", "rows of the matrix", 1, 1 << 14, 128, 1024, 1536, {}},
            {"columns", "columns of the matrix", 1, 1 << 14, 160, 1024, 1536, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto rows = static_cast<std::size_t>(arguments.at("rows"));
    const auto columns = static_cast<std::size_t>(arguments.at("columns"));
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"bicg_transposed", block}, {"bicg_product", block}});
    const bicg::Matrix a{rows, columns, random_signed(rows * columns, 1)};
    const std::vector<float> r = random_signed(rows, 2), p = random_signed(columns, 3);
    const std::uint64_t a_at = device.upload(a.elements, "A"), r_at = device.upload(r, "r");
    const std::uint64_t p_at = device.upload(p, "p"), s = device.allocate(columns * sizeof(float), "s");
    const std::uint64_t q = device.allocate(rows * sizeof(float), "q");
    const auto height = static_cast<std::int32_t>(rows), width = static_cast<std::int32_t>(columns);
    device.launch("bicg_transposed", blocks_for(columns), block, Arguments(a_at, r_at, s, height, width));
    device.launch("bicg_product", blocks_for(rows), block, Arguments(a_at, p_at, q, height, width));

    const Verdict of_s = compare(device.download<float>(s, columns), bicg::transposed_product(a, r), "s element");
    if (!of_s.right) return of_s;
    Verdict verdict = compare(device.download<float>(q, rows), bicg::product(a, p), "q element");
    if (verdict.right) verdict.text = of_s.text + ", " + verdict.text;
    return verdict;
  }
};

}  // namespace

std::unique_ptr<Workload> make_bicg() { return std::make_unique<Bicg>(); }

}  // namespace unibank
