#include "workloads/today/layer_norm/layer_norm.h"

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace layer_norm {

std::vector<double> rows(const std::vector<float>& in, const std::vector<float>& weight,
                         const std::vector<float>& bias) {
  const std::size_t columns = weight.size();
  std::vector<double> out(in.size());
  for (std::size_t first = 0; first < in.size(); first += columns) {
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < columns; ++i) sum += in[first + i];
    const double mean = sum / static_cast<double>(columns);
    for (std::size_t i = 0; i < columns; ++i) squares += (in[first + i] - mean) * (in[first + i] - mean);
    const double deviation = std::sqrt(squares / static_cast<double>(columns) + double{kEpsilon});
    for (std::size_t i = 0; i < columns; ++i) out[first + i] = (in[first + i] - mean) / deviation * weight[i] + bias[i];
  }
  return out;
}

}  // namespace layer_norm

namespace {

constexpr unsigned kThreads = 256, kChunk = 8, kMostChunks = 4;  // layer_norm.cu's

class LayerNorm : public Workload {
 public:
  std::string name() const override { return "layer_norm"; }
  std::string description() const override { return "layer norm of rows of halves, each in the registers of a block"; }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"rows", "rows", 1, 65536, 3, 128, 1024, {}},
            {"columns", "columns, a multiple of 8", 8, kThreads * kChunk * kMostChunks, 776, 2048, 4096, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    require_multiple(arguments, "columns", kChunk);
    const auto rows = static_cast<unsigned>(arguments.at("rows"));
    const auto columns = static_cast<unsigned>(arguments.at("columns"));
    unsigned chunks = 1;
    while (chunks * kThreads * kChunk < columns) chunks *= 2;
    const std::string kernel = "layer_norm_" + std::to_string(chunks);
    const Dim3 block{kThreads, 1, 1};
    device.plan({{kernel, block}});
    const std::size_t count = std::size_t{rows} * columns;
    const std::vector<float> in = today::random_halves(count, 1, 4), weight = today::random_halves(columns, 2);
    const std::vector<float> bias = today::random_halves(columns, 3);
    const std::uint64_t from = device.upload(today::halves_of(in), "in");
    const std::uint64_t weight_at = device.upload(today::halves_of(weight), "weight");
    const std::uint64_t bias_at = device.upload(today::halves_of(bias), "bias");
    const std::uint64_t to = device.upload(std::vector<std::uint16_t>(count, 0xffff), "out");
    device.launch(kernel, {rows, 1, 1}, block,
                  Arguments(from, weight_at, bias_at, to, static_cast<std::int32_t>(columns), layer_norm::kEpsilon));
    // A half has 11 bits. The error before this rounding is relative to the product and to the bias, which are at most
    // 3.
    return today::compare_within(today::values_of_halves(device.download<std::uint16_t>(to, count)),
                                 layer_norm::rows(in, weight, bias), "value", columns, {1e-5, 0x1p-11});
  }
};

}  // namespace

std::unique_ptr<Workload> make_layer_norm() { return std::make_unique<LayerNorm>(); }

}  // namespace unibank
