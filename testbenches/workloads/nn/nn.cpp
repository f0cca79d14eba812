#include "workloads/nn/nn.h"

#include <algorithm>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace nn {
namespace {

using Layer = std::vector<double>;

std::vector<float> random_weights(RandomInput& random, std::size_t neurons, std::size_t inputs) {
  const float bound = 1.0f / std::sqrt(static_cast<float>(inputs));
  std::vector<float> weights(neurons * (1 + inputs));
  for (float& weight : weights) weight = (2.0f * random.unit() - 1.0f) * bound;
  return weights;
}

double activation(double sum) { return 1.7159 * std::tanh(2.0 / 3.0 * sum); }

// Computes maps of `side` x `side` neurons from maps of `from_side`, by windows in steps of 2 over all maps of the
// layer before.
Layer convolved(const Layer& before, std::size_t from_maps, std::size_t from_side, const std::vector<float>& weights,
                std::size_t maps, std::size_t side) {
  Layer after;
  for (std::size_t map = 0; map < maps; ++map) {
    const float* const bias = &weights[map * (1 + from_maps * kWindow * kWindow)];
    for (std::size_t y = 0; y < side; ++y) {
      for (std::size_t x = 0; x < side; ++x) {
        const float* weight = bias;
        double sum = *weight++;
        for (std::size_t from = 0; from < from_maps; ++from) {
          for (std::size_t i = 0; i < kWindow * kWindow; ++i, ++weight) {
            const std::size_t row = 2 * y + i / kWindow, column = 2 * x + i % kWindow;
            sum += before[(from * from_side + row) * from_side + column] * *weight;
          }
        }
        after.push_back(activation(sum));
      }
    }
  }
  return after;
}

Layer connected(const Layer& before, const std::vector<float>& weights, std::size_t neurons) {
  Layer after;
  const float* weight = weights.data();
  for (std::size_t neuron = 0; neuron < neurons; ++neuron) {
    double sum = *weight++;
    for (const double value : before) sum += value * *weight++;
    after.push_back(activation(sum));
  }
  return after;
}

}  // namespace

Network random_network(std::size_t maps2, std::size_t neurons3, std::uint32_t seed) {
  RandomInput random(seed);
  Network network{maps2, neurons3, {}, {}, {}, {}};
  network.weights1 = random_weights(random, kMaps1, kWindow * kWindow);
  network.weights2 = random_weights(random, maps2, kMaps1 * kWindow * kWindow);
  network.weights3 = random_weights(random, neurons3, maps2 * kMap2 * kMap2);
  network.weights4 = random_weights(random, kDigits, neurons3);
  return network;
}

std::vector<float> random_images(std::size_t count, std::uint32_t seed) {
  constexpr std::uint32_t kStrokes = 4, kSteps = 12;
  RandomInput random(seed);
  std::vector<float> images(count * kImage * kImage, -1.0f);
  for (std::size_t image = 0; image < count; ++image) {
    for (std::uint32_t stroke = 0; stroke < kStrokes; ++stroke) {
      // Strokes like those of a pen two pixels wide, inside a margin.
      std::uint32_t x = 4 + random.below(20), y = 4 + random.below(20);
      for (std::uint32_t step = 0; step < kSteps; ++step) {
        float* const at = &images[(image * kImage + y) * kImage + x];
        at[0] = at[1] = at[kImage] = at[kImage + 1] = 1.0f;
        x = std::clamp(x + random.below(3) - 1, 2u, 25u);
        y = std::clamp(y + random.below(3) - 1, 2u, 25u);
      }
    }
  }
  return images;
}

std::vector<float> scores(const Network& network, const std::vector<float>& images) {
  std::vector<float> all;
  for (auto from = images.begin(); from != images.end(); from += kImage * kImage) {
    const Layer image(from, from + kImage * kImage);
    const Layer first = convolved(image, 1, kImage, network.weights1, kMaps1, kMap1);
    const Layer second = convolved(first, kMaps1, kMap1, network.weights2, network.maps2, kMap2);
    const Layer third = connected(second, network.weights3, network.neurons3);
    for (const double score : connected(third, network.weights4, kDigits)) all.push_back(static_cast<float>(score));
  }
  return all;
}

}  // namespace nn

namespace {

// The device adds 1,250 products in single precision and uses approximate exponentials.
constexpr double kTolerance = 1e-3;

class Nn : public Workload {
 public:
  std::string name() const override { return "nn"; }
  std::string description() const override {
    return "digit recognition by a neural network of four layers, down to blocks of one thread (ISPASS 2009's NN)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"images", "digits to read", 1, 1024, 1, 2, 28, {}},
            {"maps", "feature maps of the second layer", 1, 1024, 4, 25, 50, {}},
            {"neurons", "neurons of the third layer", 1, 1024, 10, 50, 100, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto images = static_cast<unsigned>(arguments.at("images"));
    const auto maps = static_cast<unsigned>(arguments.at("maps"));
    const auto neurons = static_cast<unsigned>(arguments.at("neurons"));
    const nn::Network network = nn::random_network(maps, neurons, 1);
    const std::vector<float> pixels = nn::random_images(images, 2);

    const Dim3 block1{nn::kMap1, nn::kMap1, 1}, block2{nn::kMap2, nn::kMap2, 1}, one{1, 1, 1};
    device.plan({{"nn_first_layer", block1}, {"nn_second_layer", block2}, {"nn_third_layer", one},
                 {"nn_fourth_layer", one}});
    const auto layer = [&device, images](std::size_t each, const char* called) {
      return device.allocate(images * each * sizeof(float), called);
    };
    const std::uint64_t in = device.upload(pixels, "images");
    const std::uint64_t first = layer(nn::kMaps1 * nn::kMap1 * nn::kMap1, "layer 1");
    const std::uint64_t second = layer(maps * nn::kMap2 * nn::kMap2, "layer 2");
    const std::uint64_t third = layer(neurons, "layer 3"), fourth = layer(nn::kDigits, "layer 4");
    device.launch("nn_first_layer", {nn::kMaps1, images, 1}, block1,
                  Arguments(in, device.upload(network.weights1, "weights 1"), first));
    device.launch("nn_second_layer", {maps, images, 1}, block2,
                  Arguments(first, device.upload(network.weights2, "weights 2"), second,
                            static_cast<std::int32_t>(nn::kMaps1)));
    device.launch("nn_third_layer", {neurons, images, 1}, one,
                  Arguments(second, device.upload(network.weights3, "weights 3"), third,
                            static_cast<std::int32_t>(maps * nn::kMap2 * nn::kMap2)));
    device.launch("nn_fourth_layer", {nn::kDigits, images, 1}, one,
                  Arguments(third, device.upload(network.weights4, "weights 4"), fourth,
                            static_cast<std::int32_t>(neurons)));
    const auto found = device.download<float>(fourth, images * nn::kDigits);
    return compare(found, nn::scores(network, pixels), "score", nn::kDigits, kTolerance);
  }
};

}  // namespace

std::unique_ptr<Workload> make_nn() { return std::make_unique<Nn>(); }

}  // namespace unibank
