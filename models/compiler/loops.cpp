#include "compiler/loops.h"

#include <algorithm>
#include <utility>

namespace unibank::compiler {
namespace {

using Nodes = std::vector<std::uint32_t>;
constexpr std::uint32_t kUnseen = ~std::uint32_t{0};

// Tarjan's strongly connected components of the part of a graph whose nodes have `part[node] == which`, without the
// edges to nodes that are `closed`. No recursion: kernels may be long.
class Components {
 public:
  Components(const Graph& graph, const std::vector<std::uint32_t>& part, const std::vector<bool>& closed)
      : graph_(graph), part_(part), closed_(closed), number_(graph.size(), kUnseen), low_(graph.size()),
        open_(graph.size()) {}

  // Components with more than one node, or with an edge to itself.
  std::vector<Nodes> loops(const Nodes& nodes) {
    for (const std::uint32_t node : nodes) {
      if (number_[node] == kUnseen) search(node);
    }
    return std::move(loops_);
  }

 private:
  bool edge(std::uint32_t from, std::uint32_t to) const { return part_[from] == part_[to] && !closed_[to]; }

  void enter(std::uint32_t node) {
    number_[node] = low_[node] = count_++;
    stack_.push_back(node);
    open_[node] = true;
    path_.emplace_back(node, 0);
  }

  void search(std::uint32_t root) {
    enter(root);
    while (!path_.empty()) {
      auto& [node, next] = path_.back();
      const std::uint32_t from = node;
      if (next < graph_.successors[from].size()) {
        const std::uint32_t to = graph_.successors[from][next++];
        if (!edge(from, to)) continue;
        if (number_[to] == kUnseen) enter(to);
        else if (open_[to]) low_[from] = std::min(low_[from], number_[to]);
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back().first] = std::min(low_[path_.back().first], low_[from]);
      if (low_[from] == number_[from]) close(from);
    }
  }

  void close(std::uint32_t first) {
    Nodes found;
    do {
      found.push_back(stack_.back());
      open_[stack_.back()] = false;
      stack_.pop_back();
    } while (found.back() != first);
    const Nodes& out = graph_.successors[first];
    const bool itself = edge(first, first) && std::find(out.begin(), out.end(), first) != out.end();
    if (found.size() > 1 || itself) loops_.push_back(std::move(found));
  }

  const Graph& graph_;
  const std::vector<std::uint32_t>& part_;
  const std::vector<bool>& closed_;
  std::vector<std::uint32_t> number_, low_;
  std::vector<bool> open_;
  Nodes stack_;
  std::vector<std::pair<std::uint32_t, std::size_t>> path_;
  std::uint32_t count_ = 0;
  std::vector<Nodes> loops_;
};

}  // namespace

std::vector<unsigned> loop_depths(const Graph& graph) {
  std::vector<unsigned> depth(graph.size());
  std::vector<std::uint32_t> part(graph.size());  // the innermost loop found so far
  std::vector<bool> closed(graph.size());
  Nodes all(graph.size());
  for (std::uint32_t node = 0; node < graph.size(); ++node) all[node] = node;
  // Level by level: the loops of one level are disjoint, so a level takes one pass over the graph.
  for (std::uint32_t parts = 1;;) {
    const std::vector<Nodes> loops = Components(graph, part, closed).loops(all);
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
