// srad24: the values that its first kernel leaves to the second; the kernels' shapes and answers, alone and together.
#include <catch2/catch.hpp>

#include "run_without.h"
#include "scratchpad_shape.h"
#include "workloads/srad/srad.h"

using namespace unibank;

TEST_CASE("srad24: coefficients and update one after the other make the step that srad makes") {
  const srad::Image image = srad::random_image(30, 41, 7);
  const float q0_squared = srad::speckle_scale(image);
  const srad::Step step = srad::coefficients(image, q0_squared);
  CHECK(srad::updated(image, step, 0.5f).pixels == srad::diffuse(image, q0_squared, 0.5f).pixels);
}

TEST_CASE("srad24: differences point to the neighbours and are none across the border") {
  srad::Image image{2, 3, {1, 2, 4, 8, 16, 32}};
  const srad::Step step = srad::coefficients(image, 0.1f);
  CHECK(step.north == std::vector<float>{0, 0, 0, -7, -14, -28});
  CHECK(step.south == std::vector<float>{7, 14, 28, 0, 0, 0});
  CHECK(step.west == std::vector<float>{0, -1, -2, 0, -8, -16});
  CHECK(step.east == std::vector<float>{1, 2, 0, 8, 16, 0});
}

TEST_CASE("srad24 is right with each kernel alone and with both") {
  const auto run = [](const char* kernel) {
    const Outcome outcome = run_functionally("srad24", Size::kTiny, {{"size", "72"}, {"kernel", kernel}});
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
    return outcome;
  };
  const Outcome first = run("1"), second = run("2"), both = run("0");
  CHECK(first.verdict.text == "5184 coefficients within 0.0001 of the CPU's, relative");
  CHECK(both.verdict.text == "5184 pixels within 0.0001 of the CPU's, relative");
  CHECK(first.counts.blocks == 9);
  CHECK(second.counts.blocks == 9);
  CHECK(both.counts.warp_instructions == first.counts.warp_instructions + second.counts.warp_instructions);
}

TEST_CASE("srad24: the verdict notices a missing kernel") {
  CHECK_FALSE(run_without("srad24", "srad24_coefficient").right);
  CHECK_FALSE(run_without("srad24", "srad24_update").right);
}

TEST_CASE("srad24: six and five tiles of Jatala's table I leave room for one block in 16 KB") {
  const auto shapes = scratchpad_shapes("srad24");
  CHECK(shapes.at("srad24_coefficient") == ScratchpadShape{13824, 6, 576});
  CHECK(shapes.at("srad24_update") == ScratchpadShape{11520, 5, 576});
  for (const auto& [name, shape] : shapes) {
    CHECK(shape.bytes == shape.variables * 24 * 24 * 4);
    CHECK(resident(shape).resident_blocks == 1);
  }
}

TEST_CASE("srad24: an image that the tiles do not fill is refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("srad24", Size::kTiny, {{"size", "40"}}), InputError,
      Catch::Matchers::Message("argument 'size' of workload 'srad24' is 40; expected a multiple of 24"));
}
