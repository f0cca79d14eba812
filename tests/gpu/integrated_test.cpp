// Whole programs on the integrated array: the answer is right, the conservation laws hold, and every register read
// returns its value.
#include <catch2/catch.hpp>

#include <map>
#include <sstream>
#include <utility>

#include "design/load.h"
#include "gpu/workload_run.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Jing 2016, table I, with one SM only: the tests are about the array, which needs no other SM.
Design integrated(const std::string& store, const std::vector<std::string>& overrides = {}) {
  std::map<std::string, std::string> all = {
      {"storage.layout", "integrated"},     {"storage.unified_bytes", "131072"},  {"storage.scratchpad_bytes", "49152"},
      {"sm.schedulers", "2"},               {"sm.max_threads", "1536"},           {"sm.max_warps", "48"},
      {"sm.max_blocks", "8"},               {"cache.tag_banks", "4"},             {"cache.global_stores", "write-back"},
      {"cache.local_stores", "write-back"}, {"conflicts.model", "arbitrated"},    {"partition.policy", "integrated"},
      {"register_store.policy", store},     {"warp_order.policy", "gto"},         {"run.check_data", "true"},
      {"register_hierarchy.enabled", "false"}};
  for (const std::string& one : overrides) all[one.substr(0, one.find('='))] = one.substr(one.find('=') + 1);
  std::vector<std::string> set;
  for (const auto& [key, value] : all) set.push_back(key + "=" + value);
  return load_design("gebhart2012/partitioned", {}, set).design;
}

void both_policies(const std::string& workload, const std::vector<std::string>& overrides = {}) {
  for (const char* store : {"lru-fair", "lru-prioritized"}) {
    INFO(workload << " under " << store);
    CHECK(checked(workload, integrated(store, overrides)) == "right");
  }
}

}  // namespace

TEST_CASE("the integrated array computes vectoradd and all conservation laws hold") { both_policies("vectoradd"); }
TEST_CASE("the integrated array computes matrixmul and all conservation laws hold") { both_policies("matrixmul"); }
TEST_CASE("the integrated array computes bfs and all conservation laws hold") { both_policies("bfs"); }
TEST_CASE("the integrated array computes needle and all conservation laws hold") { both_policies("needle"); }

TEST_CASE("the published integrated designs compute needle and bfs on 15 SMs behind an L2 cache") {
  for (const char* name : {"jing2016/integrated-fair", "jing2016/integrated-prioritized"}) {
    for (const char* workload : {"needle", "bfs"}) {
      INFO(workload << " on " << name);
      CHECK(checked(workload, load_design(name, {}, {"run.check_data=true"}).design) == "right");
    }
  }
}

TEST_CASE("the integrated array with a hashed index in each tag bank computes the answer") {
  both_policies("matrixmul", {"cache.index=xor"});
  both_policies("bfs", {"cache.index=xor"});
}

TEST_CASE("lines kept at a kernel's end are found by the next kernel and counted as left") {
  struct Books {
    std::uint64_t flushed = 0, dirtied = 0, written_back = 0, left = 0, cycles = 0;
  };
  for (const char* name : {"jing2016/integrated-fair", "jing2016/integrated-prioritized"}) {
    INFO(name);
    const auto books = [&](const std::vector<std::string>& overrides) {
      std::istringstream text(forked([&] {
        const Measured measured = measure("gaussian", load_design(name, {}, overrides).design, BlockFactories());
        const RunResult& run = measured.result;
        std::ostringstream numbers;
        for (const char* counter : {"cache.flushed", "cache.dirtied", "cache.write_backs"})
          numbers << run.counters[counter] << ' ';
        numbers << run.lines_left_dirty << ' ' << run.cycles << ' ' << verdict_of(measured.result);
        return numbers.str();
      }));
      Books books;
      std::string verdict;
      text >> books.flushed >> books.dirtied >> books.written_back >> books.left >> books.cycles;
      std::getline(text >> std::ws, verdict);
      CHECK(verdict == "right");
      return books;
    };
    const Books flushed = books({});
    CHECK(flushed.flushed > 0);
    CHECK(flushed.left == 0);
    const Books kept = books({"cache.flush_at_end=false", "cache.keep_between_kernels=true"});
    CHECK(kept.flushed == 0);
    CHECK(kept.left > 0);
    CHECK(kept.dirtied == kept.written_back + kept.left);
    CHECK(kept.dirtied < flushed.dirtied);  // a line is stored to by many launches
    CHECK(kept.cycles < flushed.cycles);
  }
}

TEST_CASE("the integrated array of 2 and 8 ways and of other sizes computes the answer") {
  for (const char* ways : {"cache.ways=2", "cache.ways=8"}) both_policies("needle", {ways});
  for (const char* bytes : {"storage.unified_bytes=65536", "storage.unified_bytes=262144"})
    both_policies("matrixmul", {bytes});
}

TEST_CASE("the integrated array with the scratchpad inside computes the answer") {
  both_policies("matrixmul", {"storage.scratchpad_bytes=0"});
  both_policies("needle", {"storage.scratchpad_bytes=0"});
}

// Eight blocks of matrixmul with 2 KB each: with what the system reserves, 16, 24 or 48 KB of ways of 32 KB.
TEST_CASE("registers and cache have the ways that the scratchpad leaves, with what the system reserves of it") {
  constexpr std::uint64_t kSets = 256, kWays = 14;
  for (const auto& [reserved, taken] : {std::pair("0", 1), std::pair("1024", 1), std::pair("4096", 2)}) {
    INFO(reserved);
    const Design design =
        load_design("today/integrated-fair", {}, {std::string("storage.scratchpad_reserved=") + reserved}).design;
    std::istringstream text(forked([&] {
      const RunResult run = measure("matrixmul", design, BlockFactories()).result;
      std::ostringstream numbers;
      numbers << run.cycles << ' ' << run.counters["lines.capacity_cycles"] << ' '
              << run.counters["registers.capacity_cycles"] << ' '
              << run.partition.register_bytes + run.partition.cache_bytes;
      return numbers.str();
    }));
    std::uint64_t cycles = 0, line_cycles = 0, register_cycles = 0;
    double bytes = 0;
    text >> cycles >> line_cycles >> register_cycles >> bytes;
    const std::uint64_t lines = kSets * (kWays - static_cast<unsigned>(taken));
    CHECK(line_cycles == cycles * lines);
    CHECK(register_cycles == cycles * lines);
    CHECK(bytes == static_cast<double>(lines * kLineBytes));
  }
}

TEST_CASE("the integrated array with the two-level scheduler computes the answer") {
  both_policies("matrixmul", {"warp_order.policy=two-level"});
  both_policies("needle", {"warp_order.policy=two-level"});
}

TEST_CASE("the integrated array under a register hierarchy computes the answer") {
  both_policies("matrixmul", {"register_hierarchy.enabled=true"});
}

TEST_CASE("the choices of lru-fair that lose no lanes compute the answer where registers are spilled") {
  for (const char* choice : {"full_write_fetches=1", "fetch_unwritten=1", "refill=0", "invalidate_retired=1"}) {
    INFO(choice);
    CHECK(checked("matrixmul", integrated("lru-fair", {"storage.unified_bytes=32768", "sm.max_blocks=1",
                                                          std::string("register_store.") + choice})) == "right");
  }
}

TEST_CASE("a small array spills registers under lru-fair and none under lru-prioritized") {
  const auto spills = [](const char* store) {
    return forked([store] {
      const Design design = integrated(store, {"storage.unified_bytes=32768"});
      const Measured measured = measure("matrixmul", design, BlockFactories());
      const CounterValues& sm = measured.result.counters;
      return verdict_of(measured.result) + (sm["registers.spills"] > 0 ? ", spills" : "") +
             (sm["registers.fetches"] > 0 ? ", fetches" : "");
    });
  };
  CHECK(spills("lru-fair") == "right, spills, fetches");
  CHECK(spills("lru-prioritized") == "right");
}
