// stencil_async: the CPU's result compared with values by hand; grids that fill no block, every number of planes in
// flight.
#include <catch2/catch.hpp>

#include "../run_without.h"
#include "../run_workload.h"
#include "workloads/today/stencil_async/stencil_async.h"

using namespace unibank;

TEST_CASE("stencil_async: a single point spreads to its six neighbours") {
  std::vector<float> in(27, 0);
  in[13] = 2;
  const std::vector<float> out = stencil_async::step(in, {3, 3, 3}, -6, 1);
  for (std::size_t i = 0; i < 27; ++i)
    CHECK(out[i] == (i == 13 ? -12 : i == 4 || i == 10 || i == 12 || i == 14 || i == 16 || i == 22 ? 2 : 0));
}

TEST_CASE("stencil_async: every ring is right for grids of every depth") {
  for (const char* ahead : {"1", "2", "4", "8"}) {
    for (const char* depth : {"1", "2", "3", "13"}) {
      for (const char* width : {"1", "32", "40"}) {
        INFO(ahead << " ahead, depth " << depth << ", width " << width);
        CHECK(run_functionally("stencil_async", Size::kTiny, {{"ahead", ahead}, {"depth", depth}, {"width", width}})
                  .verdict.right);
      }
    }
  }
  CHECK_FALSE(run_without("stencil_async", "stencil_async_4").right);
}
