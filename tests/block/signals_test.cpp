#include "block/signals.h"

#include <catch2/catch.hpp>

namespace unibank {

TEST_CASE("signals of a block whose name ends in a digit are in the group of that block") {
  SignalGroups groups;
  groups.declare({"level", "a cache with a number in its name", {"test_l15", "bank"}});
  groups.declare({"other", "blocks that are counted", {"test_l"}});
  CHECK(groups.group_of("sm0.test_l15.hit") == "level");
  CHECK(groups.group_of("sm0.test_l2.hit") == "other");
  CHECK(groups.group_of("test_l15.hit") == "level");
  CHECK(groups.group_of("sm12.bank3.read") == "level");
  CHECK(groups.group_of("sm0.test_l15x.hit").empty());
}

}  // namespace unibank
