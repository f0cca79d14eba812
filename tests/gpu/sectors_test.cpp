// Programs on machines whose loads fetch only the sectors that they touch (cache.fetch = "sectors"). The bytes that
// hardware would move are compared on the way.
#include <catch2/catch.hpp>

#include "gpu/workload_run.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Design in_sectors(Design design, StorePolicy global) {
  design.run.check_data = true;
  design.cache.fetch = FetchUnit::kSectors;
  design.cache.global_stores = global;
  design.cache.local_stores = StorePolicy::kWriteBack;
  return design;
}

// "read N", the bytes read from memory, of a run that is right; otherwise what is wrong.
std::string bytes_read(const std::string& workload, const Design& design) {
  return forked([&] {
    const Measured measured = measure(workload, design, {});
    const RunResult& result = measured.result;
    if (!result.verified) return "wrong: " + result.verification;
    for (const std::string& broken : result.broken_invariants) return broken;
    return "read " + std::to_string(result.counters["dram.read_bytes"]);
  });
}

std::uint64_t bytes_read(const std::string& text) {
  INFO(text);
  REQUIRE(text.rfind("read ", 0) == 0);
  return std::stoull(text.substr(5));
}

}  // namespace

TEST_CASE("answers and bytes are right where sectors are fetched alone with write-through and write-evict stores") {
  for (const StorePolicy stores : {StorePolicy::kWriteThrough, StorePolicy::kWriteEvict}) {
    Design several = in_sectors(partitioned_design(), stores);
    several.gpu.sms = 2;
    several.cache.keep_between_kernels = false;
    several.cache.lookups_per_cycle = 4;
    Design few_registers = in_sectors(partitioned_design(), stores);
    few_registers.kernel.register_limit = 16;  // spills: whole lines of local memory are fetched
    Design arbitrated = in_sectors(unified_design(), stores);
    arbitrated.conflicts.model = ConflictModel::kArbitrated;
    for (const Design& design : {several, few_registers, arbitrated}) {
      for (const char* workload : {"bfs", "needle", "srad", "btree"}) {
        INFO(workload);
        CHECK(bytes_read(bytes_read(workload, design)) > 0);
      }
    }
  }
}

TEST_CASE("scattered loads read less memory in sectors than in lines and loads of whole lines read the same") {
  Design lines = in_sectors(partitioned_design(), StorePolicy::kWriteThrough), sectors = lines;
  lines.cache.fetch = FetchUnit::kLine;
  lines.run.check_data = sectors.run.check_data = false;
  CHECK(bytes_read(bytes_read("bfs", sectors)) < bytes_read(bytes_read("bfs", lines)));
  CHECK(bytes_read(bytes_read("vectoradd", sectors)) == bytes_read(bytes_read("vectoradd", lines)));
}
