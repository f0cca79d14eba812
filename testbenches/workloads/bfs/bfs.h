// The graph and the CPU reference of bfs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::bfs {

struct Node {  // bfs.cu reads it as an int2
  std::int32_t first_edge = 0, edges = 0;
};

struct Graph {
  std::vector<Node> nodes;
  std::vector<std::int32_t> edges;  // the node at the end of each edge
};

// Every node has 4 to 8 edges, 6 on average, to nodes drawn uniformly from all nodes. No edge leads to a share of about
// e^-6 of the nodes.
Graph random_graph(std::size_t nodes, std::uint32_t seed);

// Each node's distance from `source` in edges, -1 where there is no path.
std::vector<std::int32_t> levels(const Graph& graph, std::int32_t source);

}  // namespace unibank::bfs
