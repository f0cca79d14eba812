// bfs_ispass: graphs of unusual sizes, and a device that would search forever. Graph and levels are those of bfs, which
// has tests of its own.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>

#include "run_without.h"
#include "run_workload.h"
#include "simt/device_memory.h"
#include "thread_needs.h"
#include "workloads/bfs/bfs.h"

using namespace unibank;

TEST_CASE("bfs_ispass is right with a launch a level for graphs of one node and of blocks that are not full") {
  for (const unsigned nodes : {1u, 2u, 255u, 257u, 1500u}) {
    const Outcome outcome = run_functionally("bfs_ispass", Size::kTiny, {{"nodes", std::to_string(nodes)}});
    INFO(nodes << " nodes: " << outcome.verdict.text);
    CHECK(outcome.verdict.text == std::to_string(nodes) + " levels equal");
    const std::vector<std::int32_t> levels = bfs::levels(bfs::random_graph(nodes, 1), 0);
    const auto launches = static_cast<unsigned>(*std::max_element(levels.begin(), levels.end())) + 1;
    CHECK(outcome.counts.launches == launches);
    CHECK(outcome.counts.blocks == launches * ((nodes + 255) / 256));
  }
}

TEST_CASE("bfs_ispass: the verdict notices an omitted kernel") {
  CHECK_FALSE(run_without("bfs_ispass", "bfs_ispass").right);
}

TEST_CASE("bfs_ispass ends where a broken device finds nodes on every level") {
  // Sets the flag that asks for another level, the sixth of the kernel's seven parameters.
  class Restless : public Backend {
   public:
    explicit Restless(DeviceMemory& memory) : memory_(memory) {}
    void plan(const std::vector<Launch>&) override {}
    void run(const Launch& launch) override {
      std::uint64_t again = 0;
      std::memcpy(&again, launch.arguments.data() + 5 * sizeof again, sizeof again);
      const std::int32_t yes = 1;
      memory_.write(again, &yes, sizeof yes);
    }

   private:
    DeviceMemory& memory_;
  };
  DeviceMemory memory;
  Restless backend(memory);
  Device device(backend, memory);
  const Workload& workload = find_workload("bfs_ispass");
  const Verdict verdict = workload.run(device, complete_arguments(workload, Size::kTiny, {{"nodes", "40"}}));
  CHECK_FALSE(verdict.right);
  CHECK(verdict.text == "nodes are found on level 40");
}

TEST_CASE("bfs_ispass: the graph of ISPASS 2009 and no scratchpad and fewer registers than the suite's kernel") {
  CHECK(complete_arguments(find_workload("bfs_ispass"), Size::kPaper, {}) == WorkloadArguments{{"nodes", 65536}});
  CHECK(scratchpad_bytes("bfs_ispass", "bfs_ispass") == 0);
  CHECK(thread_needs("bfs_ispass", "bfs_ispass").registers == 17);  // the suite's: 21
}
