#include "workloads/today/spmv/spmv.h"

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace spmv {

Matrix random_matrix(std::size_t rows, std::size_t entries, std::uint32_t seed) {
  constexpr std::uint32_t kNear = 64;
  RandomInput random(seed);
  const auto all = static_cast<std::uint32_t>(rows);
  Matrix matrix;
  matrix.starts.push_back(0);
  for (std::uint32_t row = 0; row < all; ++row) {
    for (std::uint32_t left = random.below(static_cast<std::uint32_t>(2 * entries + 1)); left > 0; --left) {
      const bool near = random.below(2) == 0;
      matrix.columns.push_back(static_cast<std::int32_t>(near ? (row + random.below(kNear)) % all : random.below(all)));
    }
    std::sort(matrix.columns.begin() + matrix.starts.back(), matrix.columns.end());
    matrix.starts.push_back(static_cast<std::int32_t>(matrix.columns.size()));
  }
  matrix.values = today::random_eighths(matrix.columns.size(), seed + 1);
  return matrix;
}

Ell ell_of(const Matrix& matrix) {
  const std::size_t rows = matrix.starts.size() - 1;
  Ell ell;
  for (std::size_t row = 0; row < rows; ++row)
    ell.width = std::max(ell.width, static_cast<std::size_t>(matrix.starts[row + 1] - matrix.starts[row]));
  ell.columns.assign(std::max<std::size_t>(ell.width, 1) * rows, -1);
  ell.values.assign(ell.columns.size(), 0);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto first = static_cast<std::size_t>(matrix.starts[row]),
               end = static_cast<std::size_t>(matrix.starts[row + 1]);
    for (std::size_t i = first; i < end; ++i) {
      ell.columns[(i - first) * rows + row] = matrix.columns[i];
      ell.values[(i - first) * rows + row] = matrix.values[i];
    }
  }
  return ell;
}

std::vector<float> multiply(const Matrix& matrix, const std::vector<float>& x) {
  std::vector<float> y(matrix.starts.size() - 1);
  for (std::size_t row = 0; row < y.size(); ++row)
    for (auto i = static_cast<std::size_t>(matrix.starts[row]); i < static_cast<std::size_t>(matrix.starts[row + 1]);
         ++i)
      y[row] += matrix.values[i] * x[static_cast<std::size_t>(matrix.columns[i])];
  return y;
}

}  // namespace spmv

namespace {

constexpr unsigned kThreads = 128;  // spmv.cu's

class Spmv : public Workload {
 public:
  std::string name() const override { return "spmv"; }
  std::string description() const override {
    return "y = A x of a sparse matrix: CSR, one warp per row, or ELL, one thread per row";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"rows", "rows and columns", 1, 1 << 20, 150, 4096, 65536, {}},
            {"entries", "entries of a row on average", 1, 512, 12, 32, 32, {}},
            {"format", "0: CSR, 1: ELL", 0, 1, 0, 0, 0, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto rows = static_cast<unsigned>(arguments.at("rows"));
    const bool csr = arguments.at("format") == 0;
    const spmv::Matrix matrix = spmv::random_matrix(rows, static_cast<std::size_t>(arguments.at("entries")), 1);
    const std::vector<float> x = today::random_eighths(rows, 3);
    const std::string kernel = csr ? "spmv_csr" : "spmv_ell";
    const Dim3 block{kThreads, 1, 1};
    device.plan({{kernel, block}});
    const std::uint64_t x_at = device.upload(x, "x"), y_at = device.upload(std::vector<float>(rows, 1e9f), "y");
    const unsigned threads = csr ? rows * 32 : rows;
    const Dim3 grid{(threads + kThreads - 1) / kThreads, 1, 1};
    device.launch(kernel, grid, block,
                  csr ? csr_arguments(device, matrix, x_at, y_at) : ell_arguments(device, matrix, x_at, y_at));
    return compare(device.download<float>(y_at, rows), spmv::multiply(matrix, x), "element");
  }

 private:
  static Arguments csr_arguments(Device& device, const spmv::Matrix& matrix, std::uint64_t x, std::uint64_t y) {
    std::vector<std::int32_t> columns = matrix.columns;
    std::vector<float> values = matrix.values;
    columns.push_back(0);  // so that the buffers exist if all rows are empty
    values.push_back(0);
    const std::uint64_t starts_at = device.upload(matrix.starts, "starts");
    const std::uint64_t columns_at = device.upload(columns, "columns"), values_at = device.upload(values, "values");
    return Arguments(starts_at, columns_at, values_at, x, y, static_cast<std::int32_t>(matrix.starts.size() - 1));
  }
  static Arguments ell_arguments(Device& device, const spmv::Matrix& matrix, std::uint64_t x, std::uint64_t y) {
    const spmv::Ell ell = spmv::ell_of(matrix);
    const std::uint64_t columns_at = device.upload(ell.columns, "columns");
    const std::uint64_t values_at = device.upload(ell.values, "values");
    return Arguments(columns_at, values_at, x, y, static_cast<std::int32_t>(matrix.starts.size() - 1),
                     static_cast<std::int32_t>(ell.width));
  }
};

}  // namespace

std::unique_ptr<Workload> make_spmv() { return std::make_unique<Spmv>(); }

}  // namespace unibank
