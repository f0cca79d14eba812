// Asynchronous copies: they bypass the registers, and later instructions wait for them.
#include <catch2/catch.hpp>

#include "sm/copy_groups.h"
#include "sm/measures.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Script::Address lanes_from(std::uint64_t first, unsigned bytes) {
  return [first, bytes](std::uint64_t, unsigned lane) { return first + std::uint64_t{bytes} * lane; };
}

Design copy_design() {
  Design design = bench_design();
  design.conflicts.model = ConflictModel::kArbitrated;
  return design;
}

// Cycles from the issue of a load to the use of its value.
Cycle load_latency(unsigned bytes) {
  return std::stoul(forked([bytes] {
    SmBench bench(copy_design());
    bench.run(Script().load(Space::kGlobal, {1}, {}, lanes_from(4096, bytes), bytes).alu({5}, {1}).exit());
    return std::to_string(wait(bench, 0, 1));
  }));
}

}  // namespace

TEST_CASE("groups end in order and a wait leaves the last ones") {
  CopyGroups groups(2);
  CHECK_FALSE(groups.wait(0, 0));
  const auto first = groups.issued(0);
  groups.commit(0);
  const auto second = groups.issued(0);
  const auto third = groups.issued(0);
  CHECK(third.group == second.group);
  CHECK(third.number == second.number + 1);
  groups.commit(0);
  const auto open = groups.issued(0);
  CHECK(groups.wait(0, 1));
  CHECK_FALSE(groups.wait(1, 0));  // another warp's
  CHECK_FALSE(groups.completed(0, second));
  CHECK(groups.completed(0, first));
  CHECK(groups.wait(0, 0));
  CHECK(groups.completed(0, third));
  CHECK_FALSE(groups.wait(0, 0));  // the open group is not waited for
  CHECK(groups.wait(0, kAllCopies));
  CHECK(groups.completed(0, open));
  CHECK_FALSE(groups.wait(0, kAllCopies));
}

TEST_CASE("an arrival is due when the copies issued before it are done") {
  CopyGroups groups(2);
  groups.arrive_behind(0);
  CHECK(groups.take_arrival(0));
  CHECK_FALSE(groups.take_arrival(0));
  const auto first = groups.issued(0), second = groups.issued(0);
  groups.arrive_behind(0);
  groups.commit(0);
  const auto third = groups.issued(0);
  groups.arrive_behind(0);
  const auto fourth = groups.issued(0);
  groups.completed(0, third);
  groups.completed(0, second);
  CHECK_FALSE(groups.take_arrival(0));
  CHECK_FALSE(groups.take_arrival(1));
  groups.completed(0, first);
  CHECK(groups.take_arrival(0));
  CHECK(groups.take_arrival(0));  // its copies were done before
  CHECK_FALSE(groups.take_arrival(0));
  groups.completed(0, fourth);
  CHECK_FALSE(groups.take_arrival(0));
}

TEST_CASE("groups without copies are complete") {
  CopyGroups groups(1);
  for (unsigned i = 0; i < 3; ++i) groups.commit(0);
  CHECK_FALSE(groups.wait(0, 0));
  const auto group = groups.issued(0);
  groups.commit(0);
  for (unsigned i = 0; i < 3; ++i) groups.commit(0);
  CHECK_FALSE(groups.wait(0, 4));
  CHECK(groups.wait(0, 3));
  CHECK(groups.completed(0, group));
}

// Rows of 32 words: copies of 4 bytes write one, copies of 16 bytes four, at one row per cycle; and one cycle each for
// crossbar and bank.
TEST_CASE("a copy takes the latency of a load plus the cycles to write its rows") {
  for (const unsigned bytes : {4u, 8u, 16u}) {
    const std::string waited = forked([bytes] {
      SmBench bench(copy_design());
      bench.run(Script().copy(lanes_from(4096, bytes), lanes_from(0, bytes), bytes).wait_copies(kAllCopies)
                    .alu({1}, {}).exit());
      const CounterValues counters = bench.sm.counters();
      return std::to_string(wait(bench, 0, 2)) + " " + std::to_string(counters["scratchpad.row_writes"]) + " " +
             std::to_string(counters["memory.global_loads"]) + " " + std::to_string(counters["scratchpad.stores"]);
    });
    const Cycle turns = bytes / 4;
    CHECK(waited == std::to_string(load_latency(bytes) + turns + 1) + " " + std::to_string(8 * bytes) + " 1 1");
  }
}

TEST_CASE("a wait for groups goes on when the older ones are done") {
  const auto issued = [](std::int32_t left) {
    return forked([left] {
      SmBench bench(copy_design());
      Script script;
      for (unsigned i = 0; i < 3; ++i) {
        script.copy(lanes_from(4096 + 4096 * i, 4), lanes_from(128 * i, 4), 4).commit_copies();
      }
      bench.run(script.wait_copies(left).alu({1}, {}).exit());
      return std::to_string(wait(bench, 6, 7));
    });
  };
  CHECK(issued(3) == "1");
  const unsigned long all = std::stoul(issued(0)), two = std::stoul(issued(1)), one = std::stoul(issued(2));
  CHECK(one > 300);  // memory's latency
  CHECK(one < two);
  CHECK(two < all);
  CHECK(std::stoul(issued(kAllCopies)) == all);
}

TEST_CASE("lanes that read nothing request no line but write their rows") {
  const std::string found = forked([] {
    SmBench bench(copy_design());
    bench.run(Script().copy(lanes_from(4096, 4), lanes_from(0, 4), 4, 0).wait_copies(kAllCopies).alu({1}, {}).exit());
    const CounterValues counters = bench.sm.counters();
    return std::to_string(counters["scratchpad.row_writes"]) + " " + (wait(bench, 0, 2) < 20 ? "at once" : "late");
  });
  CHECK(found == "32 at once");
}

TEST_CASE("a copy to a place that is not known is waited for and writes no rows of the scratchpad") {
  const std::string found = forked([] {
    SmBench bench(copy_design());
    bench.run(Script().copy(lanes_from(4096, 4), {}, 4).commit_copies().wait_copies(0).alu({1}, {}).exit());
    const CounterValues counters = bench.sm.counters();
    return std::to_string(wait(bench, 0, 3)) + " " + std::to_string(counters["scratchpad.row_writes"]);
  });
  CHECK(found == std::to_string(load_latency(4) + 1) + " 0");  // its row would take a cycle more
}

TEST_CASE("other warps issue while one waits for its copies") {
  SmBench bench(copy_design());
  bench.run(Script().copy(lanes_from(4096, 4), lanes_from(0, 4), 4).wait_copies(kAllCopies).alu({1}, {}).exit(), 1, 4);
  for (unsigned warp = 1; warp < 4; ++warp) CHECK(bench.issued(warp, 0) - bench.issued(0, 0) <= 2 * warp);
  CHECK(wait(bench, 0, 2) > 300);
}
