// The input and the CPU reference of backprop: a network of many inputs, 16 hidden units and one output unit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::backprop {

constexpr std::size_t kHidden = 16, kRow = kHidden + 1;

// Item 0 of a layer is always 1: its weights are the biases of the next layer.
struct Network {
  std::vector<float> inputs;           // [input], inputs + 1 items
  std::vector<float> weights;          // [input][hidden], rows of kRow; column 0 is not used
  std::vector<float> changes;          // the last training step's changes of the weights, laid out as `weights`
  std::vector<float> output_weights;   // [hidden], kRow items
  float target = 0;                    // the wanted value of the output unit
};

// `inputs` is a multiple of 16. Inputs are uniform in 0 .. 1; the weights are so small that no unit is saturated.
Network random_network(std::size_t inputs, std::uint32_t seed);

// [group of 16 inputs][hidden - 1]: each hidden unit's sum of weight times input, added as a tree of floats.
std::vector<float> partial_sums(const Network& network);

// [hidden], kRow items: the derivative of the error with respect to each hidden unit's sum, negated.
std::vector<float> hidden_deltas(const Network& network, const std::vector<float>& partial_sums);

// Changes the weights and the changes, with the kernel's operations in the kernel's order.
void adjust(Network& network, const std::vector<float>& deltas, float rate, float momentum);

}  // namespace unibank::backprop
