// Input and CPU reference of bfs_queue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::bfs_queue {

struct Graph {
  std::vector<std::int32_t> starts;  // start of each node's edges, and end of the last one's
  std::vector<std::int32_t> edges;   // the node at the end of each edge
};

// The numbers of outgoing and of incoming edges are uneven, as in social graphs: a node in the middle has about
// `degree` edges, some nodes have up to 16 times as many, so that the average is over twice `degree`, and edges lead
// more often to nodes with low numbers. Node i > 0 has an edge from node (i - 1) / 4.
Graph random_graph(std::size_t nodes, std::size_t degree, std::uint32_t seed);
// Each node's distance from node 0 in edges; -1 if no path leads to the node.
std::vector<std::int32_t> levels(const Graph& graph);

}  // namespace unibank::bfs_queue
