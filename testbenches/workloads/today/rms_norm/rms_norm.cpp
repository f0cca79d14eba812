#include "workloads/today/rms_norm/rms_norm.h"

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace rms_norm {

std::vector<double> rows(const std::vector<float>& in, const std::vector<float>& weight) {
  const std::size_t columns = weight.size();
  std::vector<double> out(in.size());
  for (std::size_t first = 0; first < in.size(); first += columns) {
    double squares = 0;
    for (std::size_t i = 0; i < columns; ++i) squares += double{in[first + i]} * in[first + i];
    const double root = std::sqrt(squares / static_cast<double>(columns) + double{kEpsilon});
    for (std::size_t i = 0; i < columns; ++i) out[first + i] = in[first + i] / root * weight[i];
  }
  return out;
}

}  // namespace rms_norm

namespace {

constexpr unsigned kRows = 4, kChunk = 8;  // rms_norm.cu's
constexpr std::int64_t kMostColumns = 8192;

class RmsNorm : public Workload {
 public:
  std::string name() const override { return "rms_norm"; }
  std::string description() const override {
    return "residual sum and RMS norm of rows of halves, one warp per row, the row kept in the scratchpad";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"rows", "rows", 1, 65536, 6, 128, 1024, {}},
            {"columns", "columns, a multiple of 8", 8, kMostColumns, 520, 2048, 4096, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    require_multiple(arguments, "columns", kChunk);
    const auto rows = static_cast<unsigned>(arguments.at("rows"));
    const auto columns = static_cast<unsigned>(arguments.at("columns"));
    const Dim3 block{kRows * 32, 1, 1};
    const unsigned bytes = kRows * columns * 2;
    device.plan({{"rms_norm", block, bytes}});
    const std::size_t count = std::size_t{rows} * columns;
    const std::vector<float> in = today::random_eighths(count, 1), before = today::random_eighths(count, 2);
    const std::vector<float> weight = today::random_halves(columns, 3);
    std::vector<float> sums(count);
    for (std::size_t i = 0; i < count; ++i) sums[i] = in[i] + before[i];
    const std::uint64_t from = device.upload(today::halves_of(in), "in");
    const std::uint64_t residual = device.upload(today::halves_of(before), "residual");
    const std::uint64_t weight_at = device.upload(today::halves_of(weight), "weight");
    const std::uint64_t to = device.upload(std::vector<std::uint16_t>(count, 0xffff), "out");
    device.launch("rms_norm", {(rows + kRows - 1) / kRows, 1, 1}, block,
                  Arguments(from, residual, weight_at, to, static_cast<std::int32_t>(rows),
                            static_cast<std::int32_t>(columns), rms_norm::kEpsilon),
                  bytes);
    const Verdict added =
        compare(device.download<std::uint16_t>(residual, count), today::halves_of(sums), "sum", columns);
    if (!added.right) return added;
    // A half has 11 bits; before this rounding there are three roundings to single precision.
    return today::compare_within(today::values_of_halves(device.download<std::uint16_t>(to, count)),
                                 rms_norm::rows(sums, weight), "value", columns, {0x1p-24, 0x1p-11 + 0x1p-20});
  }
};

}  // namespace

std::unique_ptr<Workload> make_rms_norm() { return std::make_unique<RmsNorm>(); }

}  // namespace unibank
