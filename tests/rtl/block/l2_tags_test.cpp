// The tags of an L2 slice as RTL beside the model's.
#include <catch2/catch.hpp>

#include "rtl/l2_tags_rtl.h"
#include "rtl/lock_step.h"
#include "support/random.h"

using namespace unibank;

namespace {

// Sends random requests to the RTL in lock-step; "" when all answers are equal.
std::string random_requests(unsigned sets, unsigned ways, unsigned fault = 0) {
  return test::in_lock_step(fault, [&](const BlockOptions& options) {
    rtl::L2TagsRtl tags("l2", {sets, ways}, options);
    test::Random random(sets + ways);
    for (unsigned request = 0; request < 20000; ++request) {
      const std::uint64_t address = random.below(3 * sets * ways) * kLineBytes;
      switch (random.below(3)) {
        case 0: tags.probe(address); break;
        case 1: tags.lookup(address); break;
        default: tags.fill(address);
      }
    }
    return std::string();
  });
}

}  // namespace

TEST_CASE("L2 tags as RTL: 20000 requests as the model answers them") {
  for (const auto& [sets, ways] : std::vector<std::pair<unsigned, unsigned>>{{128, 8}, {1, 16}, {24, 6}, {512, 1}}) {
    INFO(sets << " sets of " << ways << " ways");
    CHECK(random_requests(sets, ways) == "");
  }
}

TEST_CASE("L2 tags as RTL: every fault is found") {
  for (unsigned fault = 1; fault <= rtl::L2TagsPins::kFaults; ++fault) {
    INFO("fault " << fault);
    CHECK_THAT(random_requests(16, 4, fault), Catch::Contains("l2: RTL and model differ in cycle 0: "));
  }
}

TEST_CASE("L2 tags as RTL: more sets or ways than the RTL has are refused with both numbers") {
  using rtl::L2TagsRtl;
  CHECK_THROWS_WITH(L2TagsRtl("l2", {513, 8}, {}),
                    "l2_tags as RTL: the number of sets is 513, the RTL has been built with 512");
  CHECK_THROWS_WITH(L2TagsRtl("l2", {64, 17}, {}),
                    "l2_tags as RTL: the number of ways is 17, the RTL has been built with 16");
}
