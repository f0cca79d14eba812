// Today's programs on one SM of a current GPU, and on Gebhart's unified memory with tensor units added.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/workload_run.h"

using namespace unibank;
using namespace unibank::test;

namespace {

}  // namespace

TEST_CASE("every program of today is right on an SM of the A100") {
  for (const std::string& workload : today_names()) {
    INFO(workload);
    CHECK(checked(workload, load_design("nvidia/a100", {}, {"run.check_data=true"}).design) == "right");
  }
}

TEST_CASE("every program of today is right on a unified memory of 384 KB with tensor units") {
  for (const std::string& workload : today_names()) {
    INFO(workload);
    CHECK(checked(workload, load_design("gebhart2012/unified-384k", {},
                                        {"sm.tensor_products=256", "run.check_data=true"})
                                .design) == "right");
  }
}
