#include "workloads/sgemv/sgemv.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace sgemv {

std::vector<float> multiply(const std::vector<float>& a, const std::vector<float>& x, std::size_t rows,
                            std::size_t stride, float alpha) {
  std::vector<float> y(rows, 0.0f);
  for (std::size_t column = 0; column < x.size(); ++column) {
    for (std::size_t row = 0; row < rows; ++row) y[row] = std::fma(a[column * stride + row], x[column], y[row]);
  }
  for (float& value : y) value *= alpha;
  return y;
}

}  // namespace sgemv

namespace {

constexpr unsigned kThreads = 128;  // rows of a block, and elements of x that a block stages
constexpr float kAlpha = 1.5f;

std::vector<float> random_values(std::size_t count, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = 2.0f * random.unit() - 1.0f;
  return values;
}

class Sgemv : public Workload {
 public:
  std::string name() const override { return "sgemv"; }
  std::string description() const override {
    return "matrix times vector, one thread per row of a column-major matrix: streaming (MAGMA's sgemv N for Fermi)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"rows", "rows of the matrix", 1, 1 << 14, 128, 1024, 4096, {}},
            {"columns", "columns of the matrix", 1, 1 << 14, 512, 1024, 4096, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto rows = static_cast<std::size_t>(arguments.at("rows"));
    const auto columns = static_cast<std::size_t>(arguments.at("columns"));
    const std::size_t stride = (rows + kThreads - 1) / kThreads * kThreads;
    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>(stride / kThreads), 1, 1};
    device.plan({{"sgemv", block}});
    const std::vector<float> a = random_values(stride * columns, 1), x = random_values(columns, 2);
    const std::uint64_t a_at = device.upload(a, "A"), x_at = device.upload(x, "x");
    const std::uint64_t y = device.allocate(rows * sizeof(float), "y");
    device.launch("sgemv", grid, block,
                  Arguments(a_at, x_at, y, static_cast<std::int32_t>(rows), static_cast<std::int32_t>(columns),
                            static_cast<std::int32_t>(stride), kAlpha));
    return compare(device.download<float>(y, rows), sgemv::multiply(a, x, rows, stride, kAlpha), "element");
  }
};

}  // namespace

std::unique_ptr<Workload> make_sgemv() { return std::make_unique<Sgemv>(); }

}  // namespace unibank
