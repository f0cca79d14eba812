// Calls of `unibank exec` whose results and errors must be those of CUDA's documentation.
#include <catch2/catch.hpp>

#include <string>

#include "exec/run_program.h"

using Catch::Contains;

namespace {

// The program finds its results right without timing.
void check_passes(const std::string& program) {
  const Folder folder;
  const auto ended = exec(folder, "--functional", program);
  CAPTURE(ended.err);
  CHECK(ended.out == "PASSED\n");
}

}  // namespace

TEST_CASE("calls that CUDA refuses are refused and answers about kernels and pointers are those of a card") {
  const Folder folder;
  const auto ended = exec(folder, kOnUnified, "arguments");
  CAPTURE(ended.err);
  CHECK(ended.out == "PASSED\n");
  CHECK_THAT(ended.err, Contains("launches in clusters (attribute 11 of a kernel) are not supported"));
}

TEST_CASE("a reset frees memory and restores variables and attributes") {
  const Folder folder;
  for (const std::string& options : {std::string("--functional"), kOnUnified}) {
    const auto ended = exec(folder, options, "reset");
    CAPTURE(options, ended.err);
    CHECK(ended.out == "PASSED\n");
  }
}

TEST_CASE("threads that capture or build graphs leave the launches of other threads alone") {
  check_passes("threads");
}

TEST_CASE("a graph has no event that was destroyed and does not record one") {
  check_passes("graph_rules events");
}

TEST_CASE("device memory of graphs and captures that are left is released") {
  check_passes("graph_rules memory");
}

TEST_CASE("the work of a stream that is destroyed in a capture must be joined") {
  check_passes("graph_rules destroyed");
}

TEST_CASE("a capture that waits for work outside of it is invalid until it is ended") {
  check_passes("graph_rules isolation");
}

TEST_CASE("functions have their names of programs with a default stream per thread") {
  check_passes("per_thread");
}

TEST_CASE("programs of CUDA 9 to 12 get the arguments and structures of their version") {
  const Folder folder;
  const auto ended = exec(folder, kOnUnified, "older");
  CAPTURE(ended.err);
  CHECK(ended.out == "PASSED\n");
  CHECK_THAT(ended.err, Contains("cudaGraphRemoveDependencies_v2 is not supported by 'unibank exec'"));
}
