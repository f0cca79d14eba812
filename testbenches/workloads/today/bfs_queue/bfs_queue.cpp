#include "workloads/today/bfs_queue/bfs_queue.h"

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace bfs_queue {

Graph random_graph(std::size_t nodes, std::size_t degree, std::uint32_t seed) {
  RandomInput random(seed);
  Graph graph;
  graph.starts.push_back(0);
  for (std::size_t node = 0; node < nodes; ++node) {
    for (std::size_t next = 4 * node + 1; next <= 4 * node + 4 && next < nodes; ++next)
      graph.edges.push_back(static_cast<std::int32_t>(next));
    const float u = random.unit();
    const float wanted = static_cast<float>(degree) * std::min(16.0f, 0.5f / (u + 0.001f));
    for (auto left = static_cast<std::size_t>(wanted); left > 0; --left) {
      const float to = random.unit();
      graph.edges.push_back(static_cast<std::int32_t>(static_cast<float>(nodes) * to * to));
    }
    graph.starts.push_back(static_cast<std::int32_t>(graph.edges.size()));
  }
  return graph;
}

std::vector<std::int32_t> levels(const Graph& graph) {
  std::vector<std::int32_t> levels(graph.starts.size() - 1, -1);
  std::vector<std::size_t> queue{0};
  levels[0] = 0;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const std::size_t node = queue[at];
    for (auto i = static_cast<std::size_t>(graph.starts[node]); i < static_cast<std::size_t>(graph.starts[node + 1]);
         ++i) {
      const auto to = static_cast<std::size_t>(graph.edges[i]);
      if (levels[to] >= 0) continue;
      levels[to] = levels[node] + 1;
      queue.push_back(to);
    }
  }
  return levels;
}

}  // namespace bfs_queue

namespace {

constexpr unsigned kThreads = 256;  // bfs_queue.cu's

class BfsQueue : public Workload {
 public:
  std::string name() const override { return "bfs_queue"; }
  std::string description() const override {
    return "breadth-first search with one queue per level, one warp per node, over a graph of uneven degrees";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"nodes", "nodes", 1, 1 << 22, 200, 8192, 1 << 17, {}},
            {"degree", "about the median of the nodes' edges; their average is over twice that", 1, 64, 2, 4, 8, {}},
            {"blocks", "blocks of a launch", 1, 65536, 4, 16, 64, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto nodes = static_cast<std::size_t>(arguments.at("nodes"));
    const bfs_queue::Graph graph = bfs_queue::random_graph(nodes, static_cast<std::size_t>(arguments.at("degree")), 1);
    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>(arguments.at("blocks")), 1, 1};
    device.plan({{"bfs_queue", block}});
    std::vector<std::int32_t> levels(nodes, -1);
    levels[0] = 0;
    std::vector<std::int32_t> edges = graph.edges;
    edges.push_back(0);  // so that the buffer exists if no node has an edge
    const std::uint64_t starts_at = device.upload(graph.starts, "starts"), edges_at = device.upload(edges, "edges");
    const std::uint64_t levels_at = device.upload(levels, "levels");
    std::uint64_t queue = device.upload(std::vector<std::int32_t>(nodes, 0), "queue");
    std::uint64_t next = device.allocate(nodes * 4, "next queue");
    std::vector<std::uint32_t> lengths(nodes + 1, 0);
    lengths[0] = 1;
    const std::uint64_t lengths_at = device.upload(lengths, "lengths");
    for (std::uint32_t level = 0, length = 1; length > 0 && level < nodes; ++level, std::swap(queue, next)) {
      device.launch(
          "bfs_queue", grid, block,
          Arguments(starts_at, edges_at, levels_at, queue, next, lengths_at, static_cast<std::int32_t>(level)));
      device.read(lengths_at + 4 * (std::uint64_t{level} + 1), &length, 4);
    }
    return compare(device.download<std::int32_t>(levels_at, nodes), bfs_queue::levels(graph), "level");
  }
};

}  // namespace

std::unique_ptr<Workload> make_bfs_queue() { return std::make_unique<BfsQueue>(); }

}  // namespace unibank
