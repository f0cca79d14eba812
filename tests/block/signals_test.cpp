#include "block/signals.h"

#include <catch2/catch.hpp>

namespace unibank {

TEST_CASE("signals of a block whose name ends in a digit are in the group of that block") {
  SignalGroups groups;
  groups.declare({"level",
                  "a cache with a number in its name",
                  {{"smN.test_l15.hit", "a hit"}, {"smN.bankN.read", "a read"}}});
  groups.declare({"other", "blocks that are counted", {{"test_lN.hit", "another hit"}}});
  CHECK(groups.group_of("sm0.test_l15.hit") == "level");
  CHECK(groups.group_of("sm0.test_l2.hit") == "other");
  CHECK(groups.group_of("test_l15.hit") == "level");
  CHECK(groups.group_of("sm12.bank3.read") == "level");
  CHECK(groups.group_of("sm0.test_l15x.hit").empty());
}

TEST_CASE("a signal means what the declaration of its name says") {
  SignalGroups groups;
  groups.declare({"entries", "entries", {{"smN.table.entry_N", "in use"}, {"table.full", "no entry is free"}}});
  groups.declare({"entries", "entries", {{"smN.table.*", "another"}, {"smN.table.row.first", "the first"}}});
  const auto meaning = [&groups](const char* path) { return groups.find(path)->meaning; };
  CHECK(meaning("sm3.table.entry_017") == "in use");
  CHECK(meaning("table.full") == "no entry is free");
  CHECK(meaning("sm0.table.full") == "another");  // of another place
  CHECK(meaning("sm0.table.entry_") == "another");  // without a number
  CHECK(meaning("sm0.table.row.second") == "another");
  CHECK(meaning("sm0.table.row.first") == "the first");
  for (const char* path : {"sm0.table", "sm0.tables.entry_1", "entry_1"}) {
    INFO(path);
    CHECK(groups.find(path) == nullptr);
  }
  CHECK(groups.all().front().signals.size() == 4);
}

}  // namespace unibank
