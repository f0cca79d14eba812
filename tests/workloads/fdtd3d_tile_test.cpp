// fdtd3d_tile: the kernel's shapes, and its answer where the number of planes is below, at and above a multiple of
// nine.
#include <catch2/catch.hpp>

#include "run_without.h"
#include "scratchpad_shape.h"
#include "thread_needs.h"

using namespace unibank;

TEST_CASE("fdtd3d_tile agrees to the last bit for every number of planes around two groups of nine") {
  for (unsigned depth = 1; depth <= 19; ++depth) {
    const Outcome outcome = run_functionally(
        "fdtd3d_tile", Size::kTiny, {{"width", "5"}, {"height", "3"}, {"depth", std::to_string(depth)}});
    INFO(depth << " planes: " << outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
  }
}

TEST_CASE("fdtd3d_tile agrees to the last bit in planes that the blocks fill and do not fill") {
  for (const char* rows : {"4", "8", "12", "16"}) {
    for (const Given& plane : {Given{{"width", "32"}, {"height", "48"}}, Given{{"width", "37"}, {"height", "17"}},
                               Given{{"width", "1"}, {"height", "1"}}}) {
      Given given = plane;
      given["rows"] = rows;
      given["depth"] = "2";
      CHECK(run_functionally("fdtd3d_tile", Size::kTiny, given).verdict.right);
    }
  }
}

TEST_CASE("fdtd3d_tile: the verdict notices an omitted kernel") {
  CHECK_FALSE(run_without("fdtd3d_tile", "fdtd3d_tile").right);
}

TEST_CASE("fdtd3d_tile: 7.5 or 10 bytes of the scratchpad a thread and 48 registers") {
  CHECK(scratchpad_shapes("fdtd3d_tile").at("fdtd3d_tile") == ScratchpadShape{3840, 1, 512});
  CHECK(scratchpad_shapes("fdtd3d_tile", {{"rows", "12"}}).at("fdtd3d_tile") == ScratchpadShape{3840, 1, 384});
  const ThreadNeeds needs = thread_needs("fdtd3d_tile", "fdtd3d_tile");
  CHECK(needs.registers == 48);  // Hayes and Zhang, table 1: 57 and 48
  CHECK(needs.functions == 0);
}
