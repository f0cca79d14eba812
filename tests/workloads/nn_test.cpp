// The neural network: its reference on weights with an obvious answer, and networks of unusual shapes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "run_workload.h"
#include "workloads/nn/nn.h"

using namespace unibank;

namespace {

double activation(double sum) { return 1.7159 * std::tanh(sum * 2 / 3); }

// All weights 0.
nn::Network blank_network(std::size_t maps2, std::size_t neurons3) {
  nn::Network network = nn::random_network(maps2, neurons3, 1);
  for (auto* weights : {&network.weights1, &network.weights2, &network.weights3, &network.weights4}) {
    std::fill(weights->begin(), weights->end(), 0.0f);
  }
  return network;
}

}  // namespace

TEST_CASE("nn: the activation does not change 1 and -1") {
  CHECK(activation(1) == Approx(1).epsilon(1e-4));
  CHECK(activation(-1) == Approx(-1).epsilon(1e-4));
}

TEST_CASE("nn: a network of the original's size has 7550 weights in layer 2 and 125100 in layer 3") {
  const nn::Network network = nn::random_network(50, 100, 1);
  CHECK(network.weights1.size() == 6 * 26);
  CHECK(network.weights2.size() == 50 * (1 + 6 * 25));
  CHECK(network.weights3.size() == 125100);
  CHECK(network.weights4.size() == 1010);
  for (const float weight : network.weights3) CHECK(std::abs(weight) <= 1 / std::sqrt(1250.0f));
  CHECK(network.weights3 == nn::random_network(50, 100, 1).weights3);
  CHECK(network.weights3 != nn::random_network(50, 100, 2).weights3);
}

TEST_CASE("nn: a path of single weights carries one pixel to one score") {
  // Map 5's neuron (y, x) of layer 1 reads pixel (2y + 3, 2x + 4); its neuron (2v + 1, 2u + 2) feeds neuron (v, u) of
  // map 1 in layer 2. With v = 3 and u = 4 that is pixel (17, 24).
  nn::Network network = blank_network(2, 3);
  network.weights1[5 * 26 + 1 + 3 * 5 + 4] = 1;
  network.weights2[151 + 1 + 5 * 25 + 1 * 5 + 2] = 2;
  network.weights3[2 * 51 + 1 + 25 + 3 * 5 + 4] = -1;
  network.weights4[7 * 4 + 1 + 2] = 3;
  network.weights4[8 * 4] = 0.25f;  // a bias alone
  std::vector<float> image(nn::kImage * nn::kImage, 0.0f);
  image[17 * nn::kImage + 24] = 0.5f;
  const std::vector<float> scores = nn::scores(network, image);
  REQUIRE(scores.size() == nn::kDigits);
  const double expected = activation(3 * activation(-1 * activation(2 * activation(0.5))));
  for (std::size_t digit = 0; digit < nn::kDigits; ++digit) {
    CHECK(scores[digit] == Approx(digit == 7 ? expected : digit == 8 ? activation(0.25) : 0));
  }
}

TEST_CASE("nn: images are black with white strokes and differ") {
  const std::vector<float> images = nn::random_images(3, 1);
  constexpr std::ptrdiff_t kPixels = nn::kImage * nn::kImage;
  REQUIRE(images.size() == 3 * static_cast<std::size_t>(kPixels));
  for (std::ptrdiff_t i = 0; i < 3; ++i) {
    const auto first = images.begin() + i * kPixels;
    const auto white = std::count(first, first + kPixels, 1.0f);
    CHECK(white + std::count(first, first + kPixels, -1.0f) == kPixels);
    CHECK((white > 40 && white < 200));
  }
  CHECK_FALSE(std::equal(images.begin(), images.begin() + kPixels, images.begin() + kPixels));
}

TEST_CASE("nn is right for one map and one neuron and for numbers that are not round") {
  const auto right = [](const Given& given) { return run_functionally("nn", Size::kTiny, given).verdict; };
  CHECK(right({{"maps", "1"}, {"neurons", "1"}}).text == "10 scores within 0.001 of the CPU's, relative");
  CHECK(right({{"images", "3"}, {"maps", "7"}, {"neurons", "13"}}).right);
}

TEST_CASE("nn has blocks of 13 x 13 and 5 x 5 and single threads and uses no scratchpad") {
  const Outcome outcome =
      run_functionally("nn", Size::kTiny, {{"images", "2"}, {"maps", "3"}, {"neurons", "4"}});
  CHECK(outcome.counts.launches == 4);
  CHECK(outcome.counts.blocks == 2 * (6 + 3 + 4 + 10));
  for (const char* kernel : {"nn_first_layer", "nn_second_layer", "nn_third_layer", "nn_fourth_layer"}) {
    CHECK(scratchpad_bytes("nn", kernel) == 0);
  }
}

TEST_CASE("nn refuses networks without neurons") {
  for (const char* argument : {"images", "maps", "neurons"}) {
    CHECK_THROWS_AS(run_functionally("nn", Size::kTiny, {{argument, "0"}}), InputError);
  }
}
