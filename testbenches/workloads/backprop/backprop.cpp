#include "workloads/backprop/backprop.h"

#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace backprop {
namespace {

constexpr std::size_t kGroup = 16;  // inputs of a block

float squash(float sum) { return 1.0f / (1.0f + std::exp(-sum)); }

// The error of the sum of a unit whose output is `value` and whose output error is `error`.
float delta_of(float value, float error) { return value * (1.0f - value) * error; }

float sum_of_group(const Network& network, std::size_t group, std::size_t hidden) {
  float sums[kGroup];
  for (std::size_t i = 0; i < kGroup; ++i) {
    const std::size_t input = group * kGroup + i + 1;
    sums[i] = network.weights[input * kRow + hidden] * network.inputs[input];
  }
  for (std::size_t half = 1; half < kGroup; half *= 2) {
    for (std::size_t i = 0; i < kGroup; i += 2 * half) sums[i] += sums[i + half];
  }
  return sums[0];
}

}  // namespace

Network random_network(std::size_t inputs, std::uint32_t seed) {
  RandomInput random(seed);
  const float range = 4.0f / std::sqrt(static_cast<float>(inputs));
  const auto around_zero = [&random, range] { return (random.unit() - 0.5f) * range; };
  Network network;
  network.inputs.resize(inputs + 1);
  for (float& input : network.inputs) input = random.unit();
  network.inputs[0] = 1;
  network.weights.resize((inputs + 1) * kRow);
  for (float& weight : network.weights) weight = around_zero();
  network.changes.resize(network.weights.size());
  for (float& change : network.changes) change = 0.01f * around_zero();
  network.output_weights.resize(kRow);
  for (float& weight : network.output_weights) weight = random.unit() - 0.5f;
  network.target = 0.1f;
  return network;
}

std::vector<float> partial_sums(const Network& network) {
  const std::size_t groups = (network.inputs.size() - 1) / kGroup;
  std::vector<float> sums;
  for (std::size_t group = 0; group < groups; ++group) {
    for (std::size_t hidden = 1; hidden <= kHidden; ++hidden) sums.push_back(sum_of_group(network, group, hidden));
  }
  return sums;
}

std::vector<float> hidden_deltas(const Network& network, const std::vector<float>& partial_sums) {
  std::vector<float> units(kRow, 1.0f);
  float output_sum = network.output_weights[0];
  for (std::size_t hidden = 1; hidden <= kHidden; ++hidden) {
    float sum = network.weights[hidden];
    for (std::size_t i = hidden - 1; i < partial_sums.size(); i += kHidden) sum += partial_sums[i];
    units[hidden] = squash(sum);
    output_sum += network.output_weights[hidden] * units[hidden];
  }
  const float output = squash(output_sum);
  const float output_delta = delta_of(output, network.target - output);
  std::vector<float> deltas(kRow, 0.0f);
  for (std::size_t hidden = 1; hidden <= kHidden; ++hidden) {
    deltas[hidden] = delta_of(units[hidden], output_delta * network.output_weights[hidden]);
  }
  return deltas;
}

void adjust(Network& network, const std::vector<float>& deltas, float rate, float momentum) {
  for (std::size_t input = 0; input < network.inputs.size(); ++input) {
    for (std::size_t hidden = 1; hidden <= kHidden; ++hidden) {
      float &weight = network.weights[input * kRow + hidden], &change = network.changes[input * kRow + hidden];
      const float step = rate * deltas[hidden], before = momentum * change;
      change = input == 0 ? std::fma(rate, deltas[hidden], before) : std::fma(step, network.inputs[input], before);
      weight += change;
    }
  }
}

}  // namespace backprop

namespace {

constexpr unsigned kSide = 16;  // a block: inputs by hidden units
constexpr float kRate = 0.3f, kMomentum = 0.3f;

// The network and the hidden layer's sums in device memory.
struct DeviceNetwork {
  std::uint64_t inputs, weights, changes, partial_sums, deltas;
};

class Backprop : public Workload {
 public:
  std::string name() const override { return "backprop"; }
  std::string description() const override {
    return "training step of a neural network: sums by a tree in the scratchpad, new weights (Rodinia's backprop)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"inputs", "input units, a multiple of 16; the hidden units are 16", kSide, 1 << 19, 128, 4096, 65536, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto inputs = static_cast<unsigned>(arguments.at("inputs"));
    require_multiple(arguments, "inputs", kSide);
    const Dim3 block{kSide, kSide, 1}, grid{1, inputs / kSide, 1};
    device.plan({{"backprop_forward", block}, {"backprop_adjust", block}});
    backprop::Network cpu = backprop::random_network(inputs, 1);
    const std::vector<float> sums = backprop::partial_sums(cpu);
    const DeviceNetwork on = upload(device, cpu, sums.size());

    device.launch("backprop_forward", grid, block, Arguments(on.inputs, on.weights, on.partial_sums));
    const std::vector<float> device_sums = device.download<float>(on.partial_sums, sums.size());
    const Verdict of_sums = compare(device_sums, sums, "sum", kSide);
    if (!of_sums.right) return of_sums;
    const std::vector<float> deltas = backprop::hidden_deltas(cpu, device_sums);
    device.write(on.deltas, deltas.data(), deltas.size() * sizeof(float));
    device.write(on.weights, cpu.weights.data(), cpu.weights.size() * sizeof(float));
    device.launch("backprop_adjust", grid, block,
                  Arguments(on.deltas, on.inputs, on.weights, on.changes, kRate, kMomentum));

    backprop::adjust(cpu, deltas, kRate, kMomentum);
    const std::size_t count = cpu.weights.size(), row = backprop::kRow;
    const Verdict of_changes = compare(device.download<float>(on.changes, count), cpu.changes, "change", row);
    if (!of_changes.right) return of_changes;
    Verdict verdict = compare(device.download<float>(on.weights, count), cpu.weights, "weight", row);
    if (verdict.right) verdict.text = of_sums.text + ", " + of_changes.text + ", " + verdict.text;
    return verdict;
  }

 private:
  static DeviceNetwork upload(Device& device, const backprop::Network& network, std::size_t sums) {
    DeviceNetwork on{};
    on.inputs = device.upload(network.inputs, "inputs");
    on.weights = device.upload(network.weights, "weights");
    on.changes = device.upload(network.changes, "changes");
    on.partial_sums = device.allocate(sums * sizeof(float), "partial sums");
    on.deltas = device.allocate(backprop::kRow * sizeof(float), "deltas");
    return on;
  }
};

}  // namespace

std::unique_ptr<Workload> make_backprop() { return std::make_unique<Backprop>(); }

}  // namespace unibank
