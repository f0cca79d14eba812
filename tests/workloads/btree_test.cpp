// btree: the tree's shape; the CPU's search judged by hand; the kernel on trees of several heights.
#include "workloads/btree/btree.h"

#include <catch2/catch.hpp>

#include <limits>

#include "scratchpad_shape.h"
#include "run_without.h"
#include "run_workload.h"

using namespace unibank;

TEST_CASE("btree: 300 records are three leaves under a root") {
  const std::vector<std::int32_t> keys = btree::random_keys(300, 1);
  const btree::Tree tree = btree::grow(keys);
  CHECK(tree.height == 1);
  REQUIRE(tree.nodes.size() == 4);
  const btree::Node& root = tree.nodes[0];
  CHECK(root.leaf == 0);
  CHECK(root.count == 3);
  for (std::size_t child = 0; child < 3; ++child) {
    const btree::Node& leaf = tree.nodes[child + 1];
    CHECK(root.indices[child] == static_cast<std::int32_t>(child + 1));
    CHECK(root.keys[child] == keys[128 * child]);
    CHECK(leaf.location == root.indices[child]);
    CHECK(leaf.leaf == 1);
    CHECK(leaf.count == (child == 2 ? 44 : 128));
    for (std::int32_t i = 0; i < leaf.count; ++i) {
      const std::size_t record = 128 * child + static_cast<std::size_t>(i);
      CHECK(leaf.keys[static_cast<std::size_t>(i)] == keys[record]);
      CHECK(leaf.indices[static_cast<std::size_t>(i)] == static_cast<std::int32_t>(record));
    }
    CHECK(leaf.keys[static_cast<std::size_t>(leaf.count)] == std::numeric_limits<std::int32_t>::max());
  }
  CHECK(root.keys[3] == std::numeric_limits<std::int32_t>::max());
}

TEST_CASE("btree: keys ascend with gaps and ranges end at the last key") {
  const std::vector<std::int32_t> keys = btree::random_keys(1000, 5);
  CHECK(keys != btree::random_keys(1000, 6));
  bool gap = false;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    CHECK(keys[i] > keys[i - 1]);
    gap |= keys[i] > keys[i - 1] + 1;
  }
  CHECK(gap);
  const btree::Ranges ranges = btree::random_ranges(50, keys, 400, 2);
  for (std::size_t i = 0; i < 50; ++i) CHECK((ranges.end[i] >= ranges.start[i] && ranges.end[i] <= keys.back()));
}

TEST_CASE("btree: a range between two keys includes both") {
  const btree::Found found = btree::find({2, 3, 7, 9}, {{3, 2, 9}, {9, 2, 9}});
  CHECK(found.first == std::vector<std::int32_t>{1, 0, 3});
  CHECK(found.length == std::vector<std::int32_t>{3, 1, 1});
}

TEST_CASE("btree is right for a leaf alone and for two and three levels") {
  for (const char* records : {"1", "128", "129", "16384", "16385"}) {
    for (const char* length : {"1", "200"}) {
      const Outcome outcome =
          run_functionally("btree", Size::kTiny, {{"records", records}, {"ranges", "9"}, {"length", length}});
      INFO(records << " records");
      CHECK(outcome.verdict.text == "9 first records equal, 9 lengths equal");
      CHECK(outcome.counts.blocks == 9);
    }
  }
}

TEST_CASE("btree: the verdict notices an omitted kernel") { CHECK_FALSE(run_without("btree", "btree").right); }

TEST_CASE("btree: no scratchpad and resident blocks limited by registers") {
  const ScratchpadShape shape = scratchpad_shape("btree", "btree", 256);
  CHECK(shape == ScratchpadShape{0, 0, 256});
  CHECK(resident(shape).limited_by == "register file");
}
