#include "compiler/loops.h"

#include <algorithm>
#include <boost/graph/vector_as_graph.hpp>  // before the algorithm's header, which must find the functions of this one

#include <boost/graph/strong_components.hpp>
#include <utility>

namespace unibank::compiler {
namespace {

using Nodes = std::vector<std::uint32_t>;
constexpr std::uint32_t kOutside = ~std::uint32_t{0};

// The strongly connected components of `nodes` that are loops: more than one node, or an edge to itself. Edges between
// parts (`part` differs) and edges to nodes that are `closed` do not count.
std::vector<Nodes> loops_among(const Nodes& nodes, const Graph& graph, const std::vector<std::uint32_t>& part,
                               const std::vector<bool>& closed) {
  std::vector<std::uint32_t> local(graph.size(), kOutside);  // [node] -> its place in `nodes`
  for (std::uint32_t i = 0; i < nodes.size(); ++i) local[nodes[i]] = i;
  std::vector<Nodes> edges(nodes.size());
  std::vector<bool> repeats(nodes.size());  // [component], at most as many as nodes
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    for (const std::uint32_t to : graph.successors[nodes[i]])
      if (part[nodes[i]] == part[to] && !closed[to] && local[to] != kOutside) edges[i].push_back(local[to]);
  }
  Nodes component(nodes.size());
  const std::size_t count = boost::strong_components(edges, component.data());
  std::vector<Nodes> all(count);
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    Nodes& members = all[component[i]];
    members.push_back(nodes[i]);
    if (members.size() > 1 || std::find(edges[i].begin(), edges[i].end(), i) != edges[i].end())
      repeats[component[i]] = true;
  }
  std::vector<Nodes> loops;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (repeats[i]) loops.push_back(std::move(all[i]));
  return loops;
}

}  // namespace

std::vector<unsigned> loop_depths(const Graph& graph) {
  std::vector<unsigned> depth(graph.size());
  std::vector<std::uint32_t> part(graph.size());  // the innermost loop found so far
  std::vector<bool> closed(graph.size());
  Nodes all(graph.size());
  for (std::uint32_t node = 0; node < graph.size(); ++node) all[node] = node;
  // Level by level: the loops of one level are disjoint, so a level takes one pass over the graph.
  for (std::uint32_t parts = 1;;) {
    const std::vector<Nodes> loops = loops_among(all, graph, part, closed);
    if (loops.empty()) return depth;
    all.clear();
    std::vector<std::uint32_t> inner(graph.size());
    for (const Nodes& loop : loops) {
      for (const std::uint32_t node : loop) {
        inner[node] = parts;
        ++depth[node];
      }
      ++parts;
      all.insert(all.end(), loop.begin(), loop.end());
    }
    const auto outside = [&](std::uint32_t before, std::uint32_t node) { return inner[before] != inner[node]; };
    for (const Nodes& loop : loops) {
      bool entered = false;
      for (const std::uint32_t node : loop) {
        for (const std::uint32_t before : graph.predecessors[node]) {
          if (outside(before, node) && !closed[node]) closed[node] = entered = true;
        }
      }
      // Unreachable code, or the entry of the kernel: any block serves as the entry of the loop.
      if (!entered) closed[*std::min_element(loop.begin(), loop.end())] = true;
    }
    part = std::move(inner);
  }
}

std::vector<double> block_weights(const ControlFlow& flow) {
  constexpr unsigned kDeepest = 8;  // deeper loops count as this deep: the sums stay exact
  std::vector<double> weights;
  for (const unsigned depth : loop_depths(flow.graph)) {
    double weight = 1;
    for (unsigned i = 0; i < std::min(depth, kDeepest); ++i) weight *= 10;
    weights.push_back(weight);
  }
  return weights;
}

}  // namespace unibank::compiler
