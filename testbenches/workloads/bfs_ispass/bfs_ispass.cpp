#include <utility>

#include "workloads/all_workloads.h"
#include "workloads/bfs/bfs.h"
#include "workloads/compare.h"

namespace unibank {
namespace {

constexpr unsigned kThreads = 256;  // the block size of ISPASS 2009
constexpr std::int32_t kSource = 0;

// The graph and the search's state in device memory.
struct DeviceGraph {
  std::uint64_t nodes, edges, frontier, found, levels, again;
};

DeviceGraph upload(Device& device, const bfs::Graph& graph) {
  std::vector<std::uint8_t> flags(graph.nodes.size(), 0);
  std::vector<std::int32_t> levels(graph.nodes.size(), -1);
  DeviceGraph on{};
  on.nodes = device.upload(graph.nodes, "nodes");
  on.edges = device.upload(graph.edges, "edges");
  on.found = device.upload(flags, "found");
  flags[kSource] = 1;
  levels[kSource] = 0;
  on.frontier = device.upload(flags, "frontier");
  on.levels = device.upload(levels, "levels");
  on.again = device.allocate(sizeof(std::int32_t), "again");
  return on;
}

class BfsIspass : public Workload {
 public:
  std::string name() const override { return "bfs_ispass"; }
  std::string description() const override {
    return "breadth-first search of a random graph in one kernel, one launch per level (BFS of ISPASS 2009)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"nodes", "nodes of the graph, 6 edges each on average", 1, 1 << 22, 1 << 9, 1 << 14, 1 << 16, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto count = static_cast<std::size_t>(arguments.at("nodes"));
    const bfs::Graph graph = bfs::random_graph(count, 1);
    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>((count + kThreads - 1) / kThreads), 1, 1};
    device.plan({{"bfs_ispass", block}});
    DeviceGraph on = upload(device, graph);

    std::int32_t again = 1;
    for (std::size_t level = 0; again != 0; ++level) {
      // A graph has no more levels than nodes. The limit ends the search on a broken device.
      if (level == count) return {false, "nodes are found on level " + std::to_string(level)};
      again = 0;
      device.write(on.again, &again, sizeof again);
      device.launch("bfs_ispass", grid, block,
                    Arguments(on.nodes, on.edges, on.frontier, on.found, on.levels, on.again,
                              static_cast<std::int32_t>(count)));
      device.read(on.again, &again, sizeof again);
      std::swap(on.frontier, on.found);
    }
    return compare(device.download<std::int32_t>(on.levels, count), bfs::levels(graph, kSource), "level");
  }
};

}  // namespace

std::unique_ptr<Workload> make_bfs_ispass() { return std::make_unique<BfsIspass>(); }

}  // namespace unibank
