#include "workloads/mv_shared/mv_shared.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_signed.h"
#include "workloads/thread_block_form.h"

namespace unibank {
namespace mv_shared {

std::vector<float> product(const std::vector<float>& matrix, const std::vector<float>& vector) {
  std::vector<float> result(matrix.size() / vector.size(), 0.0f);
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    float& sum = result[i / vector.size()];
    sum = std::fma(matrix[i], vector[i % vector.size()], sum);
  }
  return result;
}

}  // namespace mv_shared

namespace {

constexpr unsigned kTile = 32;  // rows and threads of a block, and columns of a tile, as in mv_shared.cu

class MvShared : public Workload {
 public:
  std::string name() const override { return "mv_shared"; }
  std::string description() const override {
    return "matrix times vector, tiles of 32 x 32 transposed in the scratchpad (MV of Jatala et al.)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"rows", "rows of the matrix, a multiple of 64", 64, 1 << 15, 64, 1024, 8192, {}},
            {"columns", "columns of the matrix, a multiple of 32", kTile, 1 << 15, 160, 512, 1024, {}},
            form_argument({2, 2})};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto rows = static_cast<unsigned>(arguments.at("rows")), columns = static_cast<unsigned>(
                                                                       arguments.at("columns"));
    const ThreadBlockForm form = form_of(arguments, name(), {2, 2});
    require_multiple(arguments, "rows", 2 * kTile);
    require_multiple(arguments, "columns", kTile);
    const Dim3 block{form.parts * kTile, 1, 1};
    device.plan({{form.kernel, block}});
    const std::vector<float> matrix = random_signed(std::size_t{rows} * columns, 1), vector = random_signed(columns, 2);
    const std::uint64_t matrix_at = device.upload(matrix, "matrix"), vector_at = device.upload(vector, "vector");
    const std::uint64_t result = device.allocate(rows * sizeof(float), "result");
    device.launch(form.kernel, {rows / block.x, 1, 1}, block, Arguments(matrix_at, vector_at, result, columns));
    return compare(device.download<float>(result, rows), mv_shared::product(matrix, vector), "element");
  }
};

}  // namespace

std::unique_ptr<Workload> make_mv_shared() { return std::make_unique<MvShared>(); }

}  // namespace unibank
