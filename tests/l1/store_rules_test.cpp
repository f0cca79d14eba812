// The effect of each store policy on tags, line and memory.
#include <catch2/catch.hpp>

#include "l1/store_rules.h"

using namespace unibank;

TEST_CASE("a store that is written through looks its line up, writes it and memory, and leaves it clean") {
  const StoreRules& rules = store_rules(StorePolicy::kWriteThrough, false);
  CHECK(rules.tag_operation(true) == TagOperation::kLookup);
  CHECK(rules.tag_operation(false) == TagOperation::kLookup);
  CHECK(rules.writes_line());
  CHECK_FALSE(rules.evicts());
  CHECK_FALSE(rules.keeps_dirty());
  CHECK_FALSE(rules.allocates());
}

TEST_CASE("a store that evicts takes its line's tag away and writes memory alone") {
  const StoreRules& rules = store_rules(StorePolicy::kWriteEvict, false);
  CHECK(rules.tag_operation(true) == TagOperation::kInvalidate);
  CHECK(rules.tag_operation(false) == TagOperation::kInvalidate);
  CHECK(rules.evicts());
  CHECK_FALSE(rules.writes_line());
  CHECK_FALSE(rules.keeps_dirty());
  CHECK_FALSE(rules.allocates());
}

TEST_CASE("a store that is written back leaves the line that it finds dirty, and enters none") {
  const StoreRules& rules = store_rules(StorePolicy::kWriteBack, false);
  CHECK(rules.tag_operation(true) == TagOperation::kStore);
  CHECK(rules.tag_operation(false) == TagOperation::kStore);
  CHECK(rules.writes_line());
  CHECK(rules.keeps_dirty());
  CHECK_FALSE(rules.evicts());
  CHECK_FALSE(rules.allocates());
}

TEST_CASE("where write-back allocates a store of a whole line enters it at once, one of a part when it has been read") {
  const StoreRules& rules = store_rules(StorePolicy::kWriteBack, true);
  CHECK(rules.tag_operation(true) == TagOperation::kClaim);
  CHECK(rules.tag_operation(false) == TagOperation::kStore);
  CHECK(rules.keeps_dirty());
  CHECK(rules.allocates());
  CHECK(store_rules(StorePolicy::kWriteThrough, true).tag_operation(true) == TagOperation::kLookup);
}
