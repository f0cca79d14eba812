// heartwall: one frame and several frames, and the kernels' shapes. The CPU reference is that of hwt and is tested
// there.
#include <catch2/catch.hpp>

#include "scratchpad_shape.h"

using namespace unibank;

TEST_CASE("heartwall is right over several frames for several points and for each template") {
  const auto run = [](const Given& given) {
    const Outcome outcome = run_functionally("heartwall", Size::kTiny, given);
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
    return outcome;
  };
  const Outcome several = run({{"points", "5"}, {"frames", "4"}});
  CHECK(several.verdict.text == "245 template pixels within 1e-05 of the CPU's, relative");
  CHECK(several.counts.launches == 5);
  CHECK(several.counts.blocks == 25);
  run({{"points", "3"}, {"frames", "2"}, {"radius", "8"}});
  run({{"points", "1"}, {"frames", "1"}, {"radius", "25"}});
}

TEST_CASE("heartwall at paper size is the first frame of 140 points") {
  const Outcome outcome = run_functionally("heartwall", Size::kPaper);
  CHECK(outcome.verdict.text == "364140 template pixels within 1e-05 of the CPU's, relative");
  CHECK(outcome.counts.blocks == 140);
  CHECK(outcome.counts.blocks * 128 == 17920);  // Jatala's table VI
}

TEST_CASE("heartwall: eight variables of Jatala's table I leave room for one block in 16 KB") {
  for (const char* radius : {"3", "8", "25"}) {
    const ScratchpadShape shape =
        scratchpad_shapes("heartwall", {{"radius", radius}, {"frames", "0"}}).at(std::string("heartwall_") + radius);
    CHECK(shape == ScratchpadShape{11872, 8, 128});
    CHECK(resident(shape).resident_blocks == 1);
    CHECK(resident(shape, {64}).resident_blocks == 5);
  }
}

TEST_CASE("heartwall refuses templates that it has no kernel for") {
  CHECK_THROWS_MATCHES(
      run_functionally("heartwall", Size::kTiny, {{"radius", "10"}}), InputError,
      Catch::Matchers::Message("argument 'radius' of workload 'heartwall' is '10'; expected one of 3, 8, 25"));
}
