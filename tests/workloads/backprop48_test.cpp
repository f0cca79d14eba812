// backprop48: the CPU's trees judged by backprop's sums; the kernel's shape and its answer.
#include <catch2/catch.hpp>

#include "scratchpad_shape.h"
#include "workloads/backprop48/backprop48.h"

using namespace unibank;
using backprop::kHidden;
using backprop::kRow;

TEST_CASE("backprop48: a tree ends in the sum of its group and leaves products at odd inputs") {
  const backprop::Network network = backprop::random_network(48, 3);
  const std::vector<float> trees = backprop48::trees(network), sums = backprop::partial_sums(network);
  REQUIRE(trees.size() == network.weights.size());
  for (std::size_t hidden = 1; hidden <= kHidden; ++hidden) {
    CHECK(trees[hidden] == network.weights[hidden]);  // the biases are not part of a tree
    for (std::size_t input = 1; input <= 48; ++input) {
      const std::size_t here = input * kRow + hidden, of_group = (input - 1) % 16;
      if (of_group == 0) CHECK(trees[here] == sums[input / 16 * kHidden + hidden - 1]);
      if (of_group % 2 == 1) CHECK(trees[here] == network.weights[here] * network.inputs[input]);
      if (of_group == 14) {
        CHECK(trees[here] == network.weights[here] * network.inputs[input] +
                                 network.weights[here + kRow] * network.inputs[input + 1]);
      }
    }
  }
}

TEST_CASE("backprop48: the kernel agrees to the last bit in one launch of a block for 16 inputs") {
  for (const unsigned groups : {1u, 3u, 20u}) {
    const Outcome outcome = run_functionally("backprop48", Size::kTiny, {{"inputs", std::to_string(16 * groups)}});
    CHECK(outcome.verdict.text == std::to_string(16 * groups) + " sums equal, " +
                                      std::to_string((16 * groups + 1) * kRow) + " tree numbers equal");
    CHECK(outcome.counts.launches == 1);
    CHECK(outcome.counts.blocks == groups);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
  }
}

TEST_CASE("backprop48: the scratchpad of Jatala's table I leaves room for one block in 16 KB") {
  const ScratchpadShape shape = scratchpad_shapes("backprop48").at("backprop48_forward");
  CHECK(shape == ScratchpadShape{9408, 2, 256});
  CHECK(shape.bytes == 4 * 48 + 4 * 48 * 48);
  CHECK(resident(shape).resident_blocks == 1);
  // Table VI: 1,048,576 threads.
  CHECK(complete_arguments(find_workload("backprop48"), Size::kPaper, {}).at("inputs") / 16 * 256 == 1048576);
}

TEST_CASE("backprop48: numbers of inputs that do not fill blocks are refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("backprop48", Size::kTiny, {{"inputs", "40"}}), InputError,
      Catch::Matchers::Message("argument 'inputs' of workload 'backprop48' is 40; expected a multiple of 16"));
}
