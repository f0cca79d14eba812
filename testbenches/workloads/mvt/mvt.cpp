#include "workloads/mvt/mvt.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_signed.h"

namespace unibank {
namespace mvt {

std::vector<float> add_product(std::vector<float> x, const std::vector<float>& a, const std::vector<float>& y) {
  const std::size_t n = x.size();
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = 0; column < n; ++column) x[row] = std::fma(a[row * n + column], y[column], x[row]);
  }
  return x;
}

std::vector<float> add_transposed_product(std::vector<float> x, const std::vector<float>& a,
                                          const std::vector<float>& y) {
  const std::size_t n = x.size();
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = 0; column < n; ++column) x[column] = std::fma(a[row * n + column], y[row], x[column]);
  }
  return x;
}

}  // namespace mvt

namespace {

constexpr unsigned kThreads = 256;  // mvt.cu's

class Mvt : public Workload {
 public:
  std::string name() const override { return "mvt"; }
  std::string description() const override {
    return "a matrix and its transpose times a vector each, added to vectors in global memory (PolyBench/GPU's mvt)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"size", "rows and columns of the matrix", 1, 1 << 14, 144, 1024, 1536, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto size = static_cast<std::size_t>(arguments.at("size"));
    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>((size + kThreads - 1) / kThreads), 1, 1};
    device.plan({{"mvt_product", block}, {"mvt_transposed", block}});
    const std::vector<float> a = random_signed(size * size, 1);
    const std::vector<float> x1 = random_signed(size, 2), x2 = random_signed(size, 3);
    const std::vector<float> y1 = random_signed(size, 4), y2 = random_signed(size, 5);
    const std::uint64_t a_at = device.upload(a, "A");
    const std::uint64_t x1_at = device.upload(x1, "x1"), x2_at = device.upload(x2, "x2");
    const std::uint64_t y1_at = device.upload(y1, "y1"), y2_at = device.upload(y2, "y2");
    const auto n = static_cast<std::int32_t>(size);
    device.launch("mvt_product", grid, block, Arguments(a_at, y1_at, x1_at, n));
    device.launch("mvt_transposed", grid, block, Arguments(a_at, y2_at, x2_at, n));

    const Verdict of_x1 = compare(device.download<float>(x1_at, size), mvt::add_product(x1, a, y1), "x1 element");
    if (!of_x1.right) return of_x1;
    Verdict verdict =
        compare(device.download<float>(x2_at, size), mvt::add_transposed_product(x2, a, y2), "x2 element");
    if (verdict.right) verdict.text = of_x1.text + ", " + verdict.text;
    return verdict;
  }
};

}  // namespace

std::unique_ptr<Workload> make_mvt() { return std::make_unique<Mvt>(); }

}  // namespace unibank
