#include "workloads/backprop48/backprop48.h"

#include "workloads/all_workloads.h"
#include "workloads/compare.h"

namespace unibank {
namespace backprop48 {

std::vector<float> trees(const backprop::Network& network) {
  using backprop::kHidden;
  using backprop::kRow;
  constexpr std::size_t kGroup = 16;  // inputs of a block
  std::vector<float> weights = network.weights;
  for (std::size_t first = 1; first < network.inputs.size(); first += kGroup) {
    const auto at = [&weights, first](std::size_t input, std::size_t hidden) -> float& {
      return weights[(first + input) * kRow + hidden];
    };
    for (std::size_t hidden = 1; hidden <= kHidden; ++hidden) {
      for (std::size_t i = 0; i < kGroup; ++i) at(i, hidden) *= network.inputs[first + i];
      for (std::size_t half = 1; half < kGroup; half *= 2) {
        for (std::size_t i = 0; i < kGroup; i += 2 * half) at(i, hidden) += at(i + half, hidden);
      }
    }
  }
  return weights;
}

}  // namespace backprop48

namespace {

constexpr unsigned kSide = 16;  // backprop48.cu's

class Backprop48 : public Workload {
 public:
  std::string name() const override { return "backprop48"; }
  std::string description() const override {
    return "forward pass of a neural network in scratchpad arrays of 48 x 48 (Rodinia's backprop as Jatala changes it)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"inputs", "input units, a multiple of 16; the hidden units are 16", kSide, 1 << 19, 256, 4096, 65536, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto inputs = static_cast<unsigned>(arguments.at("inputs"));
    require_multiple(arguments, "inputs", kSide);
    const Dim3 block{kSide, kSide, 1}, grid{1, inputs / kSide, 1};
    device.plan({{"backprop48_forward", block}});
    const backprop::Network network = backprop::random_network(inputs, 1);
    const std::vector<float> sums = backprop::partial_sums(network);
    const std::uint64_t inputs_on = device.upload(network.inputs, "inputs");
    const std::uint64_t weights_on = device.upload(network.weights, "weights");
    const std::uint64_t sums_on = device.allocate(sums.size() * sizeof(float), "partial sums");
    device.launch("backprop48_forward", grid, block, Arguments(inputs_on, weights_on, sums_on));

    const Verdict of_sums = compare(device.download<float>(sums_on, sums.size()), sums, "sum", kSide);
    if (!of_sums.right) return of_sums;
    Verdict verdict = compare(device.download<float>(weights_on, network.weights.size()), backprop48::trees(network),
                              "tree number", backprop::kRow);
    if (verdict.right) verdict.text = of_sums.text + ", " + verdict.text;
    return verdict;
  }
};

}  // namespace

std::unique_ptr<Workload> make_backprop48() { return std::make_unique<Backprop48>(); }

}  // namespace unibank
