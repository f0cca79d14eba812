// radix_sort, hash_join and bfs_queue: the CPU's results compared with values by hand; inputs that do not fill one
// block, and inputs of several blocks.
#include <algorithm>
#include <catch2/catch.hpp>

#include "../run_without.h"
#include "../run_workload.h"
#include "workloads/today/bfs_queue/bfs_queue.h"
#include "workloads/today/hash_join/hash_join.h"
#include "workloads/today/radix_sort/radix_sort.h"

using namespace unibank;

TEST_CASE("radix_sort: pairs are in the order of their lowest bits and stay in order") {
  const radix_sort::Pairs in{{0x102, 1}, {0x001, 2}, {0x202, 3}, {0x101, 4}};
  CHECK(radix_sort::sorted(in, 8) == radix_sort::Pairs{{0x001, 2}, {0x101, 4}, {0x102, 1}, {0x202, 3}});
  CHECK(radix_sort::sorted(in, 32) == radix_sort::Pairs{{0x001, 2}, {0x101, 4}, {0x102, 1}, {0x202, 3}});
  CHECK(radix_sort::sorted({{~0u, 1}, {0, 2}}, 32) == radix_sort::Pairs{{0, 2}, {~0u, 1}});
}

TEST_CASE("radix_sort: every count and number of passes is right") {
  for (const char* count : {"1", "33", "2047", "2049", "9000"}) {
    for (const char* passes : {"1", "3", "4"}) {
      INFO(count << " keys, " << passes << " passes");
      CHECK(run_functionally("radix_sort", Size::kTiny, {{"count", count}, {"passes", passes}}).verdict.right);
    }
  }
  for (const char* kernel : {"radix_histogram", "radix_scan", "radix_scatter"})
    CHECK_FALSE(run_without("radix_sort", kernel).right);
}

TEST_CASE("hash_join: keys differ and the given share of rows finds a partner") {
  const hash_join::Relations in = hash_join::random_relations(1000, 5000, 30, 1);
  std::vector<std::uint32_t> keys = in.build.keys;
  std::sort(keys.begin(), keys.end());
  CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
  const std::vector<std::uint32_t> joined = hash_join::join(in);
  std::size_t found = 0;
  for (std::size_t i = 0; i < joined.size(); ++i) {
    const auto it = std::find(in.build.keys.begin(), in.build.keys.end(), in.probe[i]);
    const bool there = it != in.build.keys.end();
    const auto at = static_cast<std::size_t>(it - in.build.keys.begin());
    CHECK(joined[i] == (there ? in.build.payloads[at] : hash_join::kNothing));
    found += there;
  }
  CHECK(static_cast<double>(found) / 5000 == Approx(0.3).margin(0.02));
  CHECK(hash_join::slots_for(1) == 32);
  CHECK(hash_join::slots_for(17) == 64);
}

TEST_CASE("hash_join: every share of partners is right") {
  for (const char* percent : {"0", "7", "100"}) {
    for (const char* probe : {"1", "1025"})
      CHECK(run_functionally("hash_join", Size::kTiny, {{"percent", percent}, {"probe", probe}}).verdict.right);
  }
  CHECK_FALSE(run_without("hash_join", "hash_build").right);
  CHECK_FALSE(run_without("hash_join", "hash_probe").right);
}

TEST_CASE("bfs_queue: levels by hand and a node that no path leads to") {
  CHECK(bfs_queue::levels({{0, 2, 3, 3, 4, 4}, {1, 2, 3, 0}}) == std::vector<std::int32_t>{0, 1, 1, 2, -1});
}

TEST_CASE("bfs_queue: degrees are uneven and all nodes can be reached") {
  const bfs_queue::Graph graph = bfs_queue::random_graph(5000, 4, 1);
  std::int32_t most = 0;
  for (std::size_t i = 0; i < 5000; ++i) most = std::max(most, graph.starts[i + 1] - graph.starts[i]);
  CHECK(most > 6 * static_cast<std::int32_t>(graph.edges.size()) / 5000);
  for (const std::int32_t level : bfs_queue::levels(graph)) CHECK(level >= 0);
}

TEST_CASE("bfs_queue: graphs of one node and of many are right") {
  for (const char* nodes : {"1", "2", "5", "1500"})
    CHECK(run_functionally("bfs_queue", Size::kTiny, {{"nodes", nodes}}).verdict.right);
  CHECK_FALSE(run_without("bfs_queue", "bfs_queue").right);
}
