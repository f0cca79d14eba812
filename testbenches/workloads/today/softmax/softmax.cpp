#include "workloads/today/softmax/softmax.h"

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace softmax {

std::vector<double> rows(const std::vector<float>& in, std::size_t columns) {
  std::vector<double> out(in.size());
  for (std::size_t first = 0; first < in.size(); first += columns) {
    double largest = in[first], sum = 0;
    for (std::size_t i = first; i < first + columns; ++i) largest = std::max(largest, double{in[i]});
    for (std::size_t i = first; i < first + columns; ++i) sum += out[i] = std::exp(in[i] - largest);
    for (std::size_t i = first; i < first + columns; ++i) out[i] /= sum;
  }
  return out;
}

}  // namespace softmax

namespace {

constexpr unsigned kThreads = 128, kChunk = 8, kMostChunks = 8;  // softmax.cu's

class Softmax : public Workload {
 public:
  std::string name() const override { return "softmax"; }
  std::string description() const override {
    return "softmax of rows of halves, each in the registers of a block";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"rows", "rows", 1, 65536, 5, 512, 2048, {}},
            {"columns", "columns, a multiple of 8", 8, kThreads * kChunk * kMostChunks, 520, 1024, 4096, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    require_multiple(arguments, "columns", kChunk);
    const auto rows = static_cast<unsigned>(arguments.at("rows"));
    const auto columns = static_cast<unsigned>(arguments.at("columns"));
    unsigned chunks = 1;
    while (chunks * kThreads * kChunk < columns) chunks *= 2;
    const std::string kernel = "softmax_" + std::to_string(chunks);
    const Dim3 block{kThreads, 1, 1};
    device.plan({{kernel, block}});
    const std::size_t count = std::size_t{rows} * columns;
    const std::vector<float> in = today::random_halves(count, 1, 8);
    const std::uint64_t from = device.upload(today::halves_of(in), "in");
    const std::uint64_t to = device.upload(std::vector<std::uint16_t>(count, 0xffff), "out");
    device.launch(kernel, {rows, 1, 1}, block, Arguments(from, to, static_cast<std::int32_t>(columns)));
    // A half has 11 bits, or steps of 2^-24 below 2^-14; the single precision before that loses less than another
    // 2^-13.
    return today::compare_within(today::values_of_halves(device.download<std::uint16_t>(to, count)),
                                 softmax::rows(in, columns), "quotient", columns, {0x1p-25, 0x1p-11 + 0x1p-13});
  }
};

}  // namespace

std::unique_ptr<Workload> make_softmax() { return std::make_unique<Softmax>(); }

}  // namespace unibank
