#include "workloads/gramschmidt/gramschmidt.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_signed.h"

namespace unibank {
namespace gramschmidt {

Factors decompose(std::vector<float> a, std::size_t columns) {
  const std::size_t rows = a.size() / columns;
  Factors factors{std::vector<float>(rows * columns), std::vector<float>(columns * columns)};
  for (std::size_t k = 0; k < columns; ++k) {
    float* const parts = &factors.r[k * columns];
    float squares = 0;
    for (std::size_t at = k; at < a.size(); at += columns) squares = std::fma(a[at], a[at], squares);
    parts[k] = std::sqrt(squares);
    for (std::size_t at = k; at < a.size(); at += columns) factors.q[at] = a[at] / parts[k];
    for (std::size_t row = 0; row < rows; ++row) {
      const float along = factors.q[row * columns + k];
      for (std::size_t j = k + 1; j < columns; ++j) parts[j] = std::fma(along, a[row * columns + j], parts[j]);
    }
    for (std::size_t row = 0; row < rows; ++row) {
      const float along = factors.q[row * columns + k];
      float* const own = &a[row * columns];
      for (std::size_t j = k + 1; j < columns; ++j) own[j] = std::fma(-along, parts[j], own[j]);
    }
  }
  return factors;
}

}  // namespace gramschmidt

namespace {

constexpr unsigned kThreads = 256;  // gramschmidt.cu's
constexpr std::int64_t kMost = 2048;

Dim3 blocks_for(std::size_t threads) { return {static_cast<unsigned>((threads + kThreads - 1) / kThreads), 1, 1}; }

class Gramschmidt : public Workload {
 public:
  std::string name() const override { return "gramschmidt"; }
  std::string description() const override {
    return "modified Gram-Schmidt, three launches per column, walking columns of row-major matrices (PolyBench/GPU's)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"rows", "rows of the matrix", 1, kMost, 24, 128, 256, {}},
            {"columns", "columns of the matrix, at most its rows", 1, kMost, 16, 128, 256, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto rows = static_cast<std::size_t>(arguments.at("rows"));
    const auto columns = static_cast<std::size_t>(arguments.at("columns"));
    if (columns > rows) refuse(arguments, "columns", "at most rows = " + std::to_string(rows));
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"gramschmidt_length", block}, {"gramschmidt_scale", block}, {"gramschmidt_remove", block}});
    const std::vector<float> a = random_signed(rows * columns, 1);
    const std::uint64_t a_at = device.upload(a, "A"), q = device.allocate(a.size() * sizeof(float), "Q");
    const std::uint64_t r = device.upload(std::vector<float>(columns * columns), "R");
    const auto height = static_cast<std::int32_t>(rows), width = static_cast<std::int32_t>(columns);
    for (std::int32_t k = 0; k < width; ++k) {
      device.launch("gramschmidt_length", {1, 1, 1}, block, Arguments(a_at, r, k, height, width));
      device.launch("gramschmidt_scale", blocks_for(rows), block, Arguments(a_at, r, q, k, height, width));
      device.launch("gramschmidt_remove", blocks_for(columns), block, Arguments(a_at, r, q, k, height, width));
    }

    const gramschmidt::Factors cpu = gramschmidt::decompose(a, columns);
    const Verdict of_q = compare(device.download<float>(q, cpu.q.size()), cpu.q, "Q element", columns);
    if (!of_q.right) return of_q;
    Verdict verdict = compare(device.download<float>(r, cpu.r.size()), cpu.r, "R element", columns);
    if (verdict.right) verdict.text = of_q.text + ", " + verdict.text;
    return verdict;
  }
};

}  // namespace

std::unique_ptr<Workload> make_gramschmidt() { return std::make_unique<Gramschmidt>(); }

}  // namespace unibank
