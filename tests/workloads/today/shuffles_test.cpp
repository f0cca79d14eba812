// scan and reduce: inputs that do not fill a tile, and inputs of more tiles than one look-back covers.
#include <catch2/catch.hpp>

#include "../run_without.h"
#include "../run_workload.h"

using namespace unibank;
using Catch::Matchers::Message;

TEST_CASE("scan: every count is right and more tiles than a warp looks back over at once") {
  for (const char* count : {"4", "8", "2044", "2048", "2052", "200000"}) {
    INFO(count);
    CHECK(run_functionally("scan", Size::kTiny, {{"count", count}}).verdict.right);
  }
}

TEST_CASE("reduce: every count and number of blocks is right") {
  for (const char* count : {"4", "1020", "1024", "50000"}) {
    for (const char* blocks : {"1", "3", "300"}) {
      INFO(count << " numbers, " << blocks << " blocks");
      CHECK(run_functionally("reduce", Size::kTiny, {{"count", count}, {"blocks", blocks}}).verdict.right);
    }
  }
}

TEST_CASE("scan and reduce: the verdict notices omitted kernels and odd counts are refused") {
  for (const std::string name : {"scan", "reduce"}) {
    CHECK_FALSE(run_without(name, name).right);
    CHECK_THROWS_MATCHES(run_functionally(name, Size::kTiny, {{"count", "6"}}), InputError,
                         Message("argument 'count' of workload '" + name + "' is 6; expected a multiple of 4"));
  }
}
