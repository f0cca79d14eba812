#include "workloads/bfs/bfs.h"

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace bfs {

Graph random_graph(std::size_t nodes, std::uint32_t seed) {
  RandomInput random(seed);
  Graph graph;
  graph.nodes.resize(nodes);
  graph.edges.reserve(6 * nodes);
  for (Node& node : graph.nodes) {
    node.first_edge = static_cast<std::int32_t>(graph.edges.size());
    node.edges = static_cast<std::int32_t>(4 + random.below(5));
    for (std::int32_t left = node.edges; left > 0; --left) {
      graph.edges.push_back(static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(nodes))));
    }
  }
  return graph;
}

std::vector<std::int32_t> levels(const Graph& graph, std::int32_t source) {
  std::vector<std::int32_t> level(graph.nodes.size(), -1);
  std::vector<std::int32_t> queue{source};
  level[source] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::int32_t node = queue[head];
    const Node& range = graph.nodes[node];
    for (std::int32_t edge = range.first_edge; edge < range.first_edge + range.edges; ++edge) {
      const std::int32_t neighbour = graph.edges[edge];
      if (level[neighbour] >= 0) continue;
      level[neighbour] = level[node] + 1;
      queue.push_back(neighbour);
    }
  }
  return level;
}

}  // namespace bfs

namespace {

constexpr unsigned kThreads = 512;  // the block size of Rodinia
constexpr std::int32_t kSource = 0;

// The graph and the search's state in device memory.
struct DeviceGraph {
  std::uint64_t nodes, edges, frontier, found, visited, levels, discovered;
};

DeviceGraph upload(Device& device, const bfs::Graph& graph) {
  const std::size_t count = graph.nodes.size();
  std::vector<std::uint8_t> only_source(count, 0);
  only_source[kSource] = 1;
  std::vector<std::int32_t> levels(count, -1);
  levels[kSource] = 0;
  DeviceGraph on{};
  on.nodes = device.upload(graph.nodes, "nodes");
  on.edges = device.upload(graph.edges, "edges");
  on.frontier = device.upload(only_source, "frontier");
  on.found = device.allocate(count, "found");
  device.fill(on.found, 0, count);
  on.visited = device.upload(only_source, "visited");
  on.levels = device.upload(levels, "levels");
  on.discovered = device.upload(std::vector<std::int32_t>{1}, "discovered");
  return on;
}

class Bfs : public Workload {
 public:
  std::string name() const override { return "bfs"; }
  std::string description() const override {
    return "breadth-first search of a random graph, one thread per node: divergent gathers (Rodinia's bfs)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"nodes", "nodes of the graph, 6 edges each on average", 1, 1 << 22, 1 << 9, 1 << 15, 1000000, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto count = static_cast<std::size_t>(arguments.at("nodes"));
    const bfs::Graph graph = bfs::random_graph(count, 1);
    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>((count + kThreads - 1) / kThreads), 1, 1};
    device.plan({{"bfs_expand", block}, {"bfs_commit", block}});
    const DeviceGraph on = upload(device, graph);

    const auto nodes = static_cast<std::int32_t>(count);
    std::int32_t before = 0, discovered = 1;
    while (discovered != before) {
      before = discovered;
      device.launch("bfs_expand", grid, block,
                    Arguments(on.nodes, on.edges, on.frontier, on.found, on.visited, on.levels, nodes));
      device.launch("bfs_commit", grid, block, Arguments(on.frontier, on.found, on.visited, on.discovered, nodes));
      discovered = device.download<std::int32_t>(on.discovered, 1)[0];
      // A broken device may count more nodes than there are; the search must end all the same.
      if (discovered > nodes) {
        return {false, std::to_string(discovered) + " nodes discovered of " + std::to_string(nodes)};
      }
    }
    return compare(device.download<std::int32_t>(on.levels, count), bfs::levels(graph, kSource), "level");
  }
};

}  // namespace

std::unique_ptr<Workload> make_bfs() { return std::make_unique<Bfs>(); }

}  // namespace unibank
