// backprop: the CPU's step compared with the error's numeric derivative in double precision; the kernels' shapes.
#include <catch2/catch.hpp>

#include <cmath>

#include "run_workload.h"
#include "workloads/backprop/backprop.h"

using namespace unibank;
using backprop::kHidden;
using backprop::kRow;

namespace {

double squash(double sum) { return 1 / (1 + std::exp(-sum)); }

// Half of the squared difference between output and target, with `more` added to one of the weights.
double error_of(const backprop::Network& network, std::size_t weight, double more) {
  double output = network.output_weights[0];
  for (std::size_t hidden = 1; hidden <= kHidden; ++hidden) {
    double sum = 0;
    for (std::size_t input = 0; input < network.inputs.size(); ++input) {
      const std::size_t here = input * kRow + hidden;
      sum += (double{network.weights[here]} + (here == weight ? more : 0)) * double{network.inputs[input]};
    }
    output += double{network.output_weights[hidden]} * squash(sum);
  }
  return 0.5 * std::pow(squash(output) - double{network.target}, 2);
}

}  // namespace

TEST_CASE("backprop: partial sums add up to the products of weights and inputs") {
  constexpr std::size_t inputs = 48;
  const backprop::Network network = backprop::random_network(inputs, 3);
  const std::vector<float> sums = backprop::partial_sums(network);
  REQUIRE(sums.size() == inputs / 16 * kHidden);
  for (std::size_t group = 0; group < inputs / 16; ++group) {
    for (std::size_t hidden = 1; hidden <= kHidden; ++hidden) {
      double sum = 0;
      for (std::size_t input = 16 * group + 1; input <= 16 * group + 16; ++input) {
        sum += double{network.weights[input * kRow + hidden]} * double{network.inputs[input]};
      }
      CHECK(sums[group * kHidden + hidden - 1] == Approx(sum).epsilon(1e-5).margin(1e-6));
    }
  }
}

TEST_CASE("backprop: weights change against the error's derivative") {
  constexpr double kStep = 1e-4, kRate = 0.5;
  const backprop::Network before = backprop::random_network(32, 4);
  backprop::Network after = before;
  after.changes.assign(after.changes.size(), 0.0f);
  backprop::adjust(after, backprop::hidden_deltas(before, backprop::partial_sums(before)), kRate, 0);
  for (std::size_t input = 0; input <= 32; ++input) {
    for (std::size_t hidden = 1; hidden <= kHidden; ++hidden) {
      const std::size_t weight = input * kRow + hidden;
      const double slope = (error_of(before, weight, kStep) - error_of(before, weight, -kStep)) / (2 * kStep);
      CHECK(after.changes[weight] == Approx(-kRate * slope).epsilon(1e-4).margin(1e-8));
      CHECK(after.weights[weight] == before.weights[weight] + after.changes[weight]);
    }
  }
}

TEST_CASE("backprop: momentum repeats a part of the last change and leaves column 0 alone") {
  const backprop::Network before = backprop::random_network(16, 5);
  backprop::Network after = before;
  backprop::adjust(after, std::vector<float>(kRow, 0.0f), 0.5f, 0.25f);
  for (std::size_t i = 0; i < before.weights.size(); ++i) {
    CHECK(after.changes[i] == (i % kRow == 0 ? 1.0f : 0.25f) * before.changes[i]);
    CHECK(after.weights[i] == before.weights[i] + (i % kRow == 0 ? 0 : after.changes[i]));
  }
}

TEST_CASE("backprop: no hidden unit of a large network is saturated") {
  const backprop::Network network = backprop::random_network(4096, 1);
  const std::vector<float> deltas = backprop::hidden_deltas(network, backprop::partial_sums(network));
  CHECK(network.inputs[0] == 1);
  for (std::size_t hidden = 1; hidden <= kHidden; ++hidden) CHECK(std::abs(deltas[hidden]) > 1e-6f);
}

TEST_CASE("backprop: the kernels agree to the last bit in two launches of a block for 16 inputs") {
  for (const unsigned groups : {1u, 3u, 20u}) {
    const Outcome outcome = run_functionally("backprop", Size::kTiny, {{"inputs", std::to_string(16 * groups)}});
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    const std::string weights = std::to_string((16 * groups + 1) * kRow);
    CHECK(outcome.verdict.text == std::to_string(16 * groups) + " sums equal, " + weights + " changes equal, " +
                                      weights + " weights equal");
    CHECK(outcome.counts.launches == 2);
    CHECK(outcome.counts.blocks == 2 * groups);
  }
}

TEST_CASE("backprop: scratchpad bytes of a block are Rodinia's") {
  CHECK(scratchpad_bytes("backprop", "backprop_forward") == 1088);
  CHECK(scratchpad_bytes("backprop", "backprop_adjust") == 0);
}

TEST_CASE("backprop: numbers of inputs that do not fill blocks are refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("backprop", Size::kTiny, {{"inputs", "40"}}), InputError,
      Catch::Matchers::Message("argument 'inputs' of workload 'backprop' is 40; expected a multiple of 16"));
}
