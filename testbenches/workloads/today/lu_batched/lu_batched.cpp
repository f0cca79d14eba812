#include "workloads/today/lu_batched/lu_batched.h"

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"
#include "workloads/random_signed.h"

namespace unibank {
namespace lu_batched {

Factors factorise(std::vector<float> matrix, std::size_t size) {
  Factors factors;
  std::vector<bool> taken(size, false);
  for (std::size_t k = 0; k < size; ++k) {
    std::size_t pivot = size;
    for (std::size_t row = 0; row < size; ++row)
      if (!taken[row] && (pivot == size || std::abs(matrix[row * size + k]) > std::abs(matrix[pivot * size + k])))
        pivot = row;
    taken[pivot] = true;
    factors.order.push_back(static_cast<std::int32_t>(pivot));
    for (std::size_t row = 0; row < size; ++row) {
      if (taken[row]) continue;
      const float factor = matrix[row * size + k] /= matrix[pivot * size + k];
      for (std::size_t j = k + 1; j < size; ++j)
        matrix[row * size + j] = std::fma(-factor, matrix[pivot * size + j], matrix[row * size + j]);
    }
  }
  for (const std::int32_t row : factors.order) {
    const auto from = matrix.begin() + row * static_cast<std::ptrdiff_t>(size);
    factors.rows.insert(factors.rows.end(), from, from + static_cast<std::ptrdiff_t>(size));
  }
  return factors;
}

}  // namespace lu_batched

namespace {

constexpr unsigned kWarps = 4;  // lu_batched.cu's

class LuBatched : public Workload {
 public:
  std::string name() const override { return "lu_batched"; }
  std::string description() const override {
    return "LU factors of many small matrices with partial pivoting, one warp per matrix, one row in each lane's "
           "registers";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"matrices", "matrices", 1, 65536, 5, 128, 2048, {}},
            {"size", "rows and columns of a matrix", 8, 32, 16, 32, 32, {8, 16, 32}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto matrices = static_cast<unsigned>(arguments.at("matrices"));
    const auto size = static_cast<std::size_t>(arguments.at("size"));
    const std::string kernel = "lu_batched_" + std::to_string(size);
    const Dim3 block{kWarps * 32, 1, 1};
    device.plan({{kernel, block}});
    const std::vector<float> in = random_signed(matrices * size * size, 1);
    const std::uint64_t from = device.upload(in, "matrices");
    const std::uint64_t to = device.upload(std::vector<float>(in.size(), 1e9f), "factors");
    const std::uint64_t order = device.upload(std::vector<std::int32_t>(matrices * size, -1), "order");
    device.launch(kernel, {(matrices + kWarps - 1) / kWarps, 1, 1}, block,
                  Arguments(from, to, order, static_cast<std::int32_t>(matrices)));
    lu_batched::Factors expected;
    for (auto first = in.begin(); first != in.end(); first += static_cast<std::ptrdiff_t>(size * size)) {
      const lu_batched::Factors one =
          lu_batched::factorise({first, first + static_cast<std::ptrdiff_t>(size * size)}, size);
      expected.rows.insert(expected.rows.end(), one.rows.begin(), one.rows.end());
      expected.order.insert(expected.order.end(), one.order.begin(), one.order.end());
    }
    const Verdict rows = compare(device.download<float>(to, in.size()), expected.rows, "element", size);
    if (!rows.right) return rows;
    const Verdict places = compare(device.download<std::int32_t>(order, matrices * size), expected.order, "row", size);
    return places.right ? rows : places;
  }
};

}  // namespace

std::unique_ptr<Workload> make_lu_batched() { return std::make_unique<LuBatched>(); }

}  // namespace unibank
