// Calls of `unibank exec` whose results and errors must be those of CUDA's documentation.
#include <catch2/catch.hpp>

#include <string>

#include "exec/run_program.h"

TEST_CASE("threads that capture or build graphs leave the launches of other threads alone") {
  const Folder folder;
  const auto ended = exec(folder, "--functional", "threads");
  CAPTURE(ended.err);
  CHECK(ended.out == "PASSED\n");
}
