// Policies that exclude each other: they are refused by what each declares of itself, also if it is not in the library.
#include <catch2/catch.hpp>
#include <stdexcept>

#include "design/design_text.h"
#include "design/load.h"
#include "policy/throttle.h"

namespace unibank {
namespace {

class Holds : public Throttle {
 public:
  bool may_hold() const override { return true; }
};

const ThrottleRegistry::Registration kHolds({"test-holds", "for this test", {}, [](const PolicyValues&) {
                                               return std::make_unique<Holds>();
                                             }});

// Its factory fails as those of a user may.
const ThrottleRegistry::Registration kBroken(
    {"test-broken",
     "for this test",
     {PolicyParameter::word("how", "not", {"not", "null", "throws"}, "for this test", "this test")},
     [](const PolicyValues& values) -> std::unique_ptr<Throttle> {
       const std::string& how = values.at("how").word();
       if (how == "throws") throw std::runtime_error("the moon is not full");
       if (how == "null") return nullptr;
       return std::make_unique<Holds>();
     }});

const std::string kThrottle = "[throttle]\npolicy = \"test-holds\"\n";
const std::string kSharing = "[scratchpad_gate]\npolicy = \"sharing\"\n[warp_order]\npolicy = \"owf\"\n";

TEST_CASE("a policy that cannot be made is refused with its kind and its name") {
  const std::string broken = "[throttle]\npolicy = \"test-broken\"\n";
  CHECK(error_of(broken) == "no error");
  CHECK(error_of(broken + "how = \"null\"\n") ==
        "d.toml:2: throttle \"test-broken\": its factory returns null, expected an object");
  CHECK(error_of(broken + "how = \"throws\"\n") ==
        "d.toml:2: throttle \"test-broken\" cannot be made: the moon is not full");
}

TEST_CASE("a throttle that holds warps is refused where others wait for what a held warp has") {
  CHECK(error_of(kThrottle) == "no error");
  CHECK(
      error_of(kThrottle + kSharing) ==
      "d.toml:2: throttle.policy \"test-holds\" does not go with scratchpad_gate.policy \"sharing\": a held block may "
      "own the lock that others wait for; expected throttle.policy \"none\" or scratchpad_gate.policy \"open\"");
  const std::string strands = "[register_hierarchy]\nenabled = true\n";
  CHECK(
      error_of(kThrottle + strands) ==
      "d.toml:2: throttle.policy \"test-holds\" does not go with warp_order.policy \"two-level\" and strands: a warp "
      "that is held inside a strand keeps its place in the active set; expected register_hierarchy.enabled = false or "
      "another order");
  CHECK(error_of(kThrottle + strands + "[warp_order]\npolicy = \"gto\"\n") == "no error");
  const std::string in_turn = "extends = \"today/regmutex\"\n";
  CHECK(error_of(in_turn) == "no error");
  CHECK_THAT(
      error_of(in_turn + kThrottle),
      Catch::EndsWith("register_store.policy \"regmutex\" does not go with throttle.policy \"test-holds\": a held "
                      "warp may have the registers that others wait for; expected throttle.policy \"none\""));
}

TEST_CASE("a division that changes during a launch is refused with pairs of blocks and with launches beside it") {
  const std::string changes = "extends = \"today/run-time-carve-out\"\n";
  CHECK(error_of(changes) == "no error");
  CHECK_THAT(
      error_of(changes + kSharing),
      Catch::EndsWith("partition.policy \"run-time-carve-out\" does not go with scratchpad_gate.policy \"sharing\": "
                      "it changes the division while a launch runs, but pairs of blocks that share scratchpad are "
                      "formed at its start"));
  // With a window of 0 the division changes between launches, by the counters of those before.
  for (const char* window : {"", "[partition]\nwindow = 0\n"})
    CHECK_THAT(
        error_of(changes + window + "[gpu]\nconcurrent_kernels = 2\n"),
        Catch::EndsWith("gpu.concurrent_kernels 2 does not go with partition.policy \"run-time-carve-out\": it "
                        "changes the division by what the machine has counted for one launch, and counters of L2 "
                        "and DRAM are those of all that run; expected 1"));
}

TEST_CASE("registers that a design forces have no values of their own to be followed") {
  const std::string forced = "[kernel]\nregisters_per_thread = 24\n";
  CHECK(error_of(forced) == "no error");
  CHECK(error_of(forced + "[run]\ncheck_data = true\n") ==
        "d.toml:4: run.check_data does not go with kernel.registers_per_thread 24: registers beyond that number share "
        "the "
        "rows of others, and have no values of their own");
}

}  // namespace
}  // namespace unibank
