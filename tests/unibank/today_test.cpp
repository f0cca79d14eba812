// Programs of today from the command line.
#include <catch2/catch.hpp>

#include "unibank/folder.h"

TEST_CASE("the list of today names its programs and the list of workloads does not") {
  const Folder folder;
  const std::string today = folder.run("list today").out, workloads = folder.run("list workloads").out;
  for (const char* name : {"gemm_mma: ", "attention: ", "monte_carlo: ", "  stages: "}) {
    CHECK_THAT(today, Catch::Contains(name));
    CHECK_THAT(workloads, !Catch::Contains(name));
  }
  CHECK_THAT(today, !Catch::Contains("needle: "));
}

TEST_CASE("a program of today runs on an H100 whose pool is smaller") {
  const Folder folder;
  const auto ran = folder.run("run gemm_mma --size tiny --design nvidia/h100 --set storage.unified_bytes=131072");
  CHECK(ran.status == 0);
  CHECK_THAT(ran.out, Catch::Contains("gemm_mma, size tiny, k 72, m 72, n 120, stages 3, tile 64"));
}

TEST_CASE("a program of today is refused where there are no tensor units and in the style of the papers' compilers") {
  const Folder folder;
  const auto units = folder.run("run gemm_mma --size tiny --design gebhart2012/unified-384k");
  CHECK(units.status == 2);
  CHECK_THAT(units.err, Catch::Contains("expected one with sm.tensor_products above 0"));
  const auto style = folder.run("run gemm_mma --size tiny --style period --design nvidia/a100");
  CHECK(style.status == 2);
  CHECK_THAT(style.err, Catch::Contains("workload 'gemm_mma' has no PTX of style 'period'; expected style 'modern'"));
}
