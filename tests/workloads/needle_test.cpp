// needle: what Jatala et al. measure as NW1 and NW2.
#include <catch2/catch.hpp>

#include "scratchpad_shape.h"

using namespace unibank;

TEST_CASE("needle: both kernels with a blocking factor of 32 have the two variables of Jatala's table I") {
  const auto shapes = scratchpad_shapes("needle", {{"block", "32"}});
  for (const char* kernel : {"needle_upper_32", "needle_lower_32"}) {
    CHECK(shapes.at(kernel) == ScratchpadShape{8452, 2, 32});
    CHECK(resident(shapes.at(kernel)).resident_blocks == 1);
  }
}
