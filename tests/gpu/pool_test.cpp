// Programs on a machine with separate registers and one pool for scratchpad and cache: right answers and
// conservation laws.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/workload_run.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Design pooled(const std::vector<std::string>& overrides = {}) {
  return load_design("crossover/pooled", {}, overrides).design;
}

}  // namespace

TEST_CASE("every workload is right with scratchpad and cache in one pool") {
  for (const std::string& workload : workload_names()) {
    INFO(workload);
    CHECK(checked(workload, pooled({"gpu.sms=2", "run.check_data=true"})) == "right");
  }
}

TEST_CASE("a pool is right under the per-instruction model, with none, half or all for scratchpad, and with sharing") {
  for (const char* workload : {"needle", "matrixmul", "srad", "bfs"}) {
    INFO(workload);
    CHECK(checked(workload, pooled({"gpu.sms=1", "conflicts.model=per-instruction", "storage.bank_ports=1r1w"})) ==
          "right");
    for (const char* percent : {"0", "50", "100"}) {
      CHECK(checked(workload, pooled({"gpu.sms=1", std::string("partition.scratchpad_percent=") + percent})) ==
            "right");
    }
    CHECK(checked(workload, pooled({"gpu.sms=1", "scratchpad_gate.policy=sharing", "warp_order.policy=owf",
                                    "run.check_data=true"})) == "right");
  }
}
