// The post-dominator placement checked against its definition, by walking from every block.
#include <catch2/catch.hpp>

#include "compiler/dominators.h"
#include "compiler/place_release.h"
#include "compiler/random_kernel.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

// Nodes that can be reached from `from` by at least one edge without going through `without`.
std::vector<bool> behind(const Graph& graph, std::uint32_t from, std::uint32_t without = kNoBlock) {
  std::vector<bool> found(graph.size());
  std::vector<std::uint32_t> work{from};
  while (!work.empty()) {
    const std::uint32_t node = work.back();
    work.pop_back();
    for (const std::uint32_t to : graph.successors[node]) {
      if (found[to] || to == without) continue;
      found[to] = true;
      work.push_back(to);
    }
  }
  return found;
}

bool any_of(const std::vector<bool>& nodes, const std::vector<bool>& marked) {
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i] && marked[i]) return true;
  return false;
}

// The node is on every way from the entry to the exit, is met only once, and no access follows it.
bool would_do(const Graph& graph, std::uint32_t exit, const std::vector<bool>& accesses, std::uint32_t node) {
  const bool on_every_way = node == 0 || node == exit || !behind(graph, 0, node)[exit];
  const std::vector<bool> after = behind(graph, node);
  return on_every_way && !after[node] && !any_of(after, accesses);
}

// Every node is reached and reaches the exit: the definition assumes so.
bool connected(const Graph& graph, std::uint32_t exit) {
  const std::vector<bool> reached = behind(graph, 0);
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (node != 0 && !reached[node]) return false;
    if (node != exit && !behind(graph, node)[exit]) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("The post-dominator of the last accesses is the first block on every path after which there is no access") {
  unsigned inside = 0, at_exit = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    const ControlFlow flow = control_flow(random_kernel(seed, 3 + seed % 30, 2));
    const Graph& graph = flow.graph;
    const std::uint32_t exit = flow.exit();
    if (graph.size() < 3 || !connected(graph, exit)) continue;
    Dice dice(seed);
    const unsigned rarity = 1 + dice.below(6);
    std::vector<bool> accesses;
    for (std::uint32_t node = 0; node < graph.size(); ++node) accesses.push_back(node != exit && dice.one_in(rarity));
    INFO("seed " << seed);
    const std::uint32_t chosen = post_dominator_release(graph, exit, accesses);
    if (std::find(accesses.begin(), accesses.end(), true) == accesses.end()) {
      CHECK(chosen == kNoBlock);
      continue;
    }
    REQUIRE(chosen != kNoBlock);
    CHECK(would_do(graph, exit, accesses, chosen));
    const std::vector<bool> after = behind(graph, chosen);
    for (std::uint32_t node = 0; node < graph.size(); ++node)
      if (node != chosen && would_do(graph, exit, accesses, node)) CHECK(after[node]);
    ++(chosen == exit ? at_exit : inside);
  }
  CHECK(inside > 200);
  CHECK(at_exit > 200);
}

TEST_CASE("Random graphs have exactly the early releases of the paper's equations") {
  unsigned at_start = 0, behind_accesses = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    const ControlFlow flow = control_flow(random_kernel(seed, 3 + seed % 30, 2));
    const SplitGraph split = split_critical_edges(flow.graph, flow.exit());
    const Graph& graph = split.graph;
    if (!connected(graph, flow.exit())) continue;
    Dice dice(seed);
    std::vector<bool> accesses;
    for (std::uint32_t node = 0; node < graph.size(); ++node)
      accesses.push_back(node < flow.exit() && dice.one_in(4));
    if (std::find(accesses.begin(), accesses.end(), true) == accesses.end()) continue;
    // Safe at the end: no access on any way that starts there. Safe at the start: no access in the block, and safe at
    // its end.
    std::vector<bool> safe_end, safe_start;
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      safe_end.push_back(!any_of(behind(graph, node), accesses));
      safe_start.push_back(safe_end[node] && !accesses[node]);
    }
    const ReleaseNodes got = optimal_release(graph, flow.exit(), accesses);
    INFO("seed " << seed);
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      const auto is_in = [node](const std::vector<std::uint32_t>& all) {
        return std::find(all.begin(), all.end(), node) != all.end();
      };
      bool late = false;
      for (const std::uint32_t before : graph.predecessors[node]) late = late || !safe_end[before];
      CHECK(is_in(got.behind_accesses) == (safe_end[node] && !safe_start[node]));
      CHECK(is_in(got.at_start) == (safe_start[node] && late));
    }
    at_start += static_cast<unsigned>(got.at_start.size());
    behind_accesses += static_cast<unsigned>(got.behind_accesses.size());
  }
  CHECK(at_start > 200);
  CHECK(behind_accesses > 200);
}
