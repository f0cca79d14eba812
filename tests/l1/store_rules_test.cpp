// The effect of each store policy on tags, line and memory.
#include <catch2/catch.hpp>

#include "l1/store_rules.h"

using namespace unibank;

TEST_CASE("a write-through store looks its line up and writes line and memory and leaves the line clean") {
  const StoreRules& rules = store_rules(StorePolicy::kWriteThrough, false);
  CHECK(rules.tag_operation(true) == TagOperation::kLookup);
  CHECK(rules.tag_operation(false) == TagOperation::kLookup);
  CHECK(rules.writes_line());
  CHECK_FALSE(rules.evicts());
  CHECK_FALSE(rules.keeps_dirty());
  CHECK_FALSE(rules.allocates());
}

TEST_CASE("a write-evict store invalidates its line's tag and writes only memory") {
  const StoreRules& rules = store_rules(StorePolicy::kWriteEvict, false);
  CHECK(rules.tag_operation(true) == TagOperation::kInvalidate);
  CHECK(rules.tag_operation(false) == TagOperation::kInvalidate);
  CHECK(rules.evicts());
  CHECK_FALSE(rules.writes_line());
  CHECK_FALSE(rules.keeps_dirty());
  CHECK_FALSE(rules.allocates());
}

TEST_CASE("a write-back store makes a present line dirty and enters none") {
  const StoreRules& rules = store_rules(StorePolicy::kWriteBack, false);
  CHECK(rules.tag_operation(true) == TagOperation::kStore);
  CHECK(rules.tag_operation(false) == TagOperation::kStore);
  CHECK(rules.writes_line());
  CHECK(rules.keeps_dirty());
  CHECK_FALSE(rules.evicts());
  CHECK_FALSE(rules.allocates());
}

TEST_CASE("with allocating write-back a store of a whole line enters it at once and one of a part after a read") {
  const StoreRules& rules = store_rules(StorePolicy::kWriteBack, true);
  CHECK(rules.tag_operation(true) == TagOperation::kClaim);
  CHECK(rules.tag_operation(false) == TagOperation::kStore);
  CHECK(rules.keeps_dirty());
  CHECK(rules.allocates());
  CHECK(store_rules(StorePolicy::kWriteThrough, true).tag_operation(true) == TagOperation::kLookup);
}
