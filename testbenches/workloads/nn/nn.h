// The input and the CPU reference of nn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::nn {

constexpr std::size_t kImage = 29, kMap1 = 13, kMap2 = 5, kWindow = 5;  // sides, in pixels or neurons
constexpr std::size_t kMaps1 = 6, kDigits = 10;

// A layer's weights, neuron after neuron (or map after map, if the neurons of a map share them), the bias first.
struct Network {
  std::size_t maps2 = 0, neurons3 = 0;  // 50 and 100 in the original
  std::vector<float> weights1, weights2, weights3, weights4;
};

// Weights within +-1/sqrt(number of a neuron's inputs), so that no layer saturates.
Network random_network(std::size_t maps2, std::size_t neurons3, std::uint32_t seed);

// White (1) strokes on black (-1), 29 x 29 pixels an image.
std::vector<float> random_images(std::size_t count, std::uint32_t seed);

// For each image ten scores, computed in double precision.
std::vector<float> scores(const Network& network, const std::vector<float>& images);

}  // namespace unibank::nn
