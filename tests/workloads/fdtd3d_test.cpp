// fdtd3d: the CPU's step on volumes with a known result; the kernel's shape and answer.
#include "workloads/fdtd3d/fdtd3d.h"

#include <catch2/catch.hpp>

#include "scratchpad_shape.h"

using namespace unibank;
using fdtd3d::Volume;

namespace {
constexpr fdtd3d::Weights kWeights{0.5f, 0.25f, 0.125f, -0.5f, 2.0f};
}

TEST_CASE("fdtd3d: a single point is spread to a star of its weights") {
  Volume volume{11, 10, 9, {}};
  volume.values.assign(volume.plane_pitch() * (9 + 8), 0.0f);
  volume.values[volume.index(5, 4, 4)] = 1;
  const Volume after = fdtd3d::stepped(volume, kWeights);
  for (std::size_t z = 0; z < 9; ++z) {
    for (std::size_t y = 0; y < 10; ++y) {
      for (std::size_t x = 0; x < 11; ++x) {
        const std::size_t along[] = {x > 5 ? x - 5 : 5 - x, y > 4 ? y - 4 : 4 - y, z > 4 ? z - 4 : 4 - z};
        const std::size_t away = along[0] + along[1] + along[2];
        const bool on_axis = away == along[0] || away == along[1] || away == along[2];
        CHECK(after.values[volume.index(x, y, z)] == (on_axis && away <= 4 ? kWeights[away] : 0.0f));
      }
    }
  }
}

TEST_CASE("fdtd3d: a uniform volume stays uniform and its margin counts as neighbours") {
  Volume volume{6, 5, 4, {}};
  volume.values.assign(volume.plane_pitch() * (4 + 8), 1.0f);
  const Volume after = fdtd3d::stepped(volume, kWeights);
  CHECK(after.values[volume.index(0, 0, 0)] == 0.5f + 6 * (0.25f + 0.125f - 0.5f + 2.0f));
  CHECK(after.values[volume.index(5, 4, 3)] == after.values[volume.index(0, 0, 0)]);
  CHECK(after.values[0] == 0);
}

TEST_CASE("fdtd3d agrees to the last bit in planes that the blocks fill and do not fill") {
  for (const Given& given : {Given{{"width", "32"}, {"height", "4"}, {"depth", "1"}},
                             Given{{"width", "64"}, {"height", "12"}, {"depth", "5"}},
                             Given{{"width", "37"}, {"height", "6"}, {"depth", "3"}},
                             Given{{"width", "1"}, {"height", "1"}, {"depth", "2"}}}) {
    const Outcome outcome = run_functionally("fdtd3d", Size::kTiny, given);
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
  }
}

TEST_CASE("fdtd3d: the scratchpad of Jatala's table I leaves room for four blocks in 16 KB") {
  const ScratchpadShape shape = scratchpad_shapes("fdtd3d").at("fdtd3d_step");
  CHECK(shape == ScratchpadShape{3840, 1, 128});
  CHECK(shape.bytes == 4 * (32 + 8) * (16 + 8));
  CHECK(resident(shape).resident_blocks == 4);
  const WorkloadArguments paper = complete_arguments(find_workload("fdtd3d"), Size::kPaper, {});
  // Table VI: 144,384 threads, twice as many.
  CHECK((paper.at("width") + 31) / 32 * ((paper.at("height") + 3) / 4) * 128 * 2 == 144384);
}
