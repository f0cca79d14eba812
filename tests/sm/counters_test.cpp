// Counters of an SM, each with the value that it must have after a few instructions.
#include <catch2/catch.hpp>

#include "sm/measures.h"
#include "support/addresses.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr LaneMask kLaneOne = 0x2, kTwoClusters = 0x000000ff;

using Classes = std::vector<std::uint64_t>;

Classes classes(const CounterValues& counters, const std::string& group) {
  return {counters[group + "1"], counters[group + "2"], counters[group + "3"], counters[group + "4"],
          counters[group + "more"]};
}

std::uint64_t all_stalls(const CounterValues& counters) { return counters.sum("stalls."); }

Design with_conflicts(Design design, ConflictModel model) {
  design.conflicts.model = model;
  return design;
}

}  // namespace

TEST_CASE("instructions and threads and slots are counted as they issue") {
  SmBench bench(bench_design());
  bench.run(Script().alu({0}, {}).alu({1}, {}).lanes(kFirstHalf).alu({2}, {}).lanes(0).exit(), 3, 2);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["blocks"] == 3);
  CHECK(counters["warps"] == 3 * 2);
  CHECK(counters["warp_instructions"] == 3 * 2 * 4);
  CHECK(counters["issued_slots"] == counters["warp_instructions"]);
  CHECK(counters["thread_instructions"] == 3 * 2 * (32 + 16 + 0 + 32));
  CHECK(bench.stream->finished == 3);
}

TEST_CASE("a barrier is counted once a warp that arrives") {
  SmBench bench(bench_design());
  bench.run(Script().barrier().barrier().exit(), 2, 4);
  CHECK(bench.sm.counters()["barriers"] == 2 * 2 * 4);
}

TEST_CASE("a full warp register is eight bank rows") {
  SmBench bench(bench_design());
  bench.run(Script().alu({3}, {0, 1, 2}).alu({4, 5}, {6}).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["registers.operand_reads"] == 4);
  CHECK(counters["registers.operand_writes"] == 3);
  CHECK(counters["registers.row_reads"] == 4 * kClusters);
  CHECK(counters["registers.row_writes"] == 3 * kClusters);
  CHECK(counters["banks.reads"] == counters["registers.row_reads"]);
  CHECK(counters["banks.writes"] == counters["registers.row_writes"]);
}

TEST_CASE("registers are read and written only in clusters with an active lane") {
  SmBench bench(bench_design());
  bench.run(Script()
                .alu({1}, {0})
                .lanes(kTwoClusters)
                .alu({2}, {0})
                .lanes(kLaneOne)
                .alu({3}, {0})
                .lanes(0x11111111)
                .exit());
  CHECK(bench.sm.counters()["registers.row_reads"] == 2 + 1 + 8);
  CHECK(bench.sm.counters()["registers.row_writes"] == 2 + 1 + 8);
}

TEST_CASE("registers found above the main register file are counted apart and read no bank") {
  SmBench bench(bench_design());
  bench.run(Script()
                .alu({3}, {0}).levels(1, 1, 2, 0)                // one source and the result in the MRF as well
                .alu({4}, {}).levels(1, 0, 0, 1).results_above()
                .alu({5}, {1}).levels(1, 1, 1, 1).lanes(0)       // switched off: nothing is read or written
                .alu({6}, {2}).lanes(kLaneOne)
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["registers.operand_reads"] == 2);
  CHECK(counters["registers.operand_writes"] == 2);
  CHECK(counters["registers.lrf_reads"] == 2);
  CHECK(counters["registers.lrf_writes"] == 1);
  CHECK(counters["registers.orf_reads"] == 2);
  CHECK(counters["registers.orf_writes"] == 1);
  CHECK(counters["registers.flat_reads"] == 2 + 2 + 2);
  CHECK(counters["registers.flat_writes"] == 3);
  CHECK(counters["registers.row_reads"] == kClusters + 1);
  CHECK(counters["registers.row_writes"] == kClusters + 1);
}

TEST_CASE("narrow scratchpad rows are words") {
  SmBench bench(bench_design());
  bench.run(Script()
                .load(Space::kScratchpad, {1}, {0}, consecutive(0))
                .load(Space::kScratchpad, {2}, {0}, at(64))
                .store(Space::kScratchpad, {0, 3}, consecutive(0))
                .lanes(kFirstHalf)
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["scratchpad.loads"] == 2);
  CHECK(counters["scratchpad.stores"] == 1);
  CHECK(counters["scratchpad.row_reads"] == 32 + 1);
  CHECK(counters["scratchpad.row_writes"] == 16);
  CHECK(counters["banks.reads"] == counters["scratchpad.row_reads"] + counters["registers.row_reads"]);
  CHECK(counters["banks.writes"] == counters["scratchpad.row_writes"] + counters["registers.row_writes"]);
}

TEST_CASE("wide scratchpad rows are 16 bytes") {
  SmBench bench(unified_bench_design());
  bench.run(Script()
                .load(Space::kScratchpad, {1}, {0}, consecutive(0))
                .load(Space::kScratchpad, {2}, {0}, at(64))
                .store(Space::kScratchpad, {0, 3}, consecutive(0))
                .lanes(kFirstHalf)
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["scratchpad.row_reads"] == 8 + 1);
  CHECK(counters["scratchpad.row_writes"] == 4);
  CHECK(counters["banks.reads"] == counters["scratchpad.row_reads"] + counters["registers.row_reads"]);
}

TEST_CASE("a load that misses fills a line of 32 narrow rows and a load that hits reads the touched words") {
  SmBench bench(bench_design());
  bench.run(Script()
                .load(Space::kGlobal, {1}, {0}, consecutive(4096))
                .alu({2}, {1})
                .load(Space::kGlobal, {3}, {0}, consecutive(4096))
                .lanes(kFirstHalf)
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["memory.global_loads"] == 2);
  CHECK(counters["tag_lookups"] == 2);
  CHECK(counters["tag_fills"] == 1);
  CHECK(counters["cache.accesses"] == 2);
  CHECK(counters["cache.hits"] == 1);
  CHECK(counters["cache.load_accesses"] == 2);
  CHECK(counters["cache.load_hits"] == 1);
  CHECK(counters["cache.row_writes"] == kNarrowLine);
  CHECK(counters["cache.row_reads"] == 16);
  CHECK(counters["mshr.allocations"] == 1);
  CHECK(counters["mshr.merges"] == 0);
}

TEST_CASE("a line is eight wide rows in unified banks") {
  SmBench bench(unified_bench_design());
  bench.run(Script()
                .load(Space::kGlobal, {1}, {0}, consecutive(4096))
                .alu({2}, {1})
                .load(Space::kGlobal, {3}, {0}, consecutive(4096))
                .lanes(kFirstHalf)
                .exit());
  CHECK(bench.sm.counters()["cache.row_writes"] == kWideLine);
  CHECK(bench.sm.counters()["cache.row_reads"] == 4);
}

TEST_CASE("a store is an access of the cache but not one of the loads'") {
  SmBench bench(bench_design());
  bench.run(Script().store(Space::kGlobal, {0, 1}, consecutive(4096)).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["memory.global_stores"] == 1);
  CHECK(counters["tag_lookups"] == 1);
  CHECK(counters["cache.accesses"] == 1);
  CHECK(counters["cache.hits"] == 0);
  CHECK(counters["cache.load_accesses"] == 0);
  CHECK(counters["tag_fills"] == 0);
  CHECK(counters["mshr.allocations"] == 0);
}

TEST_CASE("each line of an access is a lookup of its own") {
  SmBench bench(bench_design());
  bench.run(Script().load(Space::kGlobal, {1}, {0}, strided(4096, 16)).exit());
  CHECK(bench.sm.counters()["tag_lookups"] == 4);
  CHECK(bench.sm.counters()["tag_fills"] == 4);
  CHECK(bench.sm.counters()["mshr.allocations"] == 4);
}

TEST_CASE("local memory is counted apart and goes through the same cache") {
  SmBench bench(bench_design());
  bench.run(Script()
                .store(Space::kLocal, {0}, consecutive(1 << 20))
                .load(Space::kLocal, {1, 2}, {}, consecutive(1 << 20), 8)
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["memory.local_stores"] == 1);
  CHECK(counters["memory.local_loads"] == 1);
  CHECK(counters["memory.global_loads"] == 0);
  CHECK(counters["memory.global_stores"] == 0);
  CHECK(counters["tag_lookups"] == 1 + 2);
  CHECK(counters["cache.load_accesses"] == 2);
  CHECK(counters["cache.local_accesses"] == 1 + 2);
  CHECK(counters["cache.local_hits"] == 0);
}

TEST_CASE("constants are counted as accesses and touch neither cache nor banks of memory") {
  SmBench bench(bench_design());
  bench.run(Script().load(Space::kConstant, {1}, {}, at(8)).load(Space::kParameter, {2}, {}, at(0)).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["constant_accesses"] == 2);
  CHECK(counters["cache.accesses"] == 0);
  CHECK(counters["banks.reads"] == 0);
  CHECK(counters["registers.row_writes"] == 2 * kClusters);
}

TEST_CASE("textures are counted when a lane fetches, and what waits for them waits long") {
  SmBench bench(bench_design());
  bench.run(Script().texture({1, 2}, {0}).texture({}, {0}).texture({3}, {0}).lanes(0).alu({4}, {2}).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["texture_accesses"] == 2);
  CHECK(counters["cache.accesses"] == 0);
  CHECK(counters["mshr.allocations"] == 0);
  // Between the third line and the instruction that needs the first one's result, 400 cycles later.
  CHECK(counters["stalls.long_wait"] == 400 - 3);
}

TEST_CASE("atomics and reductions are counted together and are no accesses of the cache") {
  SmBench bench(bench_design());
  bench.run(Script().atomic({1}, {0}, at(4096)).atomic({}, {0, 2}, at(8192)).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["memory.atomics"] == 2);
  CHECK(counters["memory.global_loads"] == 0);
  CHECK(counters["memory.global_stores"] == 0);
  CHECK(counters["tag_lookups"] == 2);
  CHECK(counters["cache.accesses"] == 0);
  CHECK(counters["tag_fills"] == 0);
  CHECK(counters["mshr.allocations"] == 0);  // each is one request, which the MSHR forwards as a write
  CHECK(counters["mshr.writes"] == 2);
  CHECK(bench.dram->counters().reads == 2);
  CHECK(bench.dram->counters().writes == 2);
}

TEST_CASE("loads of two warps on one line are an allocation and a merge") {
  SmBench bench(bench_design());
  bench.run(Script().load(Space::kGlobal, {1}, {0}, consecutive(4096)).exit(), 1, 2);
  CHECK(bench.sm.counters()["mshr.allocations"] == 1);
  CHECK(bench.sm.counters()["mshr.merges"] == 1);
  CHECK(bench.sm.counters()["tag_fills"] == 1);
  CHECK(bench.dram->counters().reads == 1);
}

TEST_CASE("with one entry the second line waits until the first one's answer has left it") {
  Design design = bench_design();
  design.mshr.entries = 1;
  SmBench bench(design);
  bench.run(Script().load(Space::kGlobal, {1}, {0}, strided(4096, 8)).exit());
  CHECK(bench.sm.counters()["mshr.allocations"] == 2);
  // The second line arrives in the cycle in which DRAM accepts the first. The first is answered after DRAM's latency,
  // and its entry is free in the cycle after that.
  CHECK(bench.sm.counters()["mshr.full_stalls"] == 400 + 1);
}

TEST_CASE("the histogram has a place for each count of accesses to one bank") {
  const auto four_rows = [](std::uint64_t, unsigned lane) { return std::uint64_t{128} * (lane % 4); };
  SmBench bench(bench_design());
  bench.run(Script()
                .alu({1}, {0})               // one
                .alu({1}, {0, 4})            // two registers of bank 0
                .alu({1}, {0, 4, 8})         // three
                .load(Space::kScratchpad, {2}, {}, four_rows)
                .load(Space::kScratchpad, {3}, {}, strided(0, 128))  // 32 rows of one bank
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(classes(counters, "conflicts.") == Classes{2, 1, 1, 1, 1});  // the exit has none
  CHECK(classes(counters, "conflicts.bank.") ==
        classes(counters, "conflicts."));  // separate banks share no port
  CHECK(counters["conflicts.penalty_cycles"] == 1 + 2 + 3 + 31);
  CHECK(stalls(counters, Stall::kConflictPenalty) == counters["conflicts.penalty_cycles"]);
}

TEST_CASE("rows of several banks behind one port are a conflict of the port and not of a bank") {
  Design design = bench_design();
  design.layout.name = "unified";
  design.storage.unified_bytes = 384 * 1024;
  design.storage.register_bytes = design.storage.scratchpad_bytes = design.storage.cache_bytes = 0;
  SmBench bench(design);
  // The 16-byte pieces 0 and 8 of the address space are in different banks of the first cluster.
  const auto two_banks = [](std::uint64_t, unsigned lane) { return std::uint64_t{128} * (lane % 2); };
  bench.run(Script().load(Space::kScratchpad, {2}, {}, two_banks).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(classes(counters, "conflicts.bank.") == Classes{2, 0, 0, 0, 0});
  CHECK(classes(counters, "conflicts.") == Classes{1, 1, 0, 0, 0});
}

TEST_CASE("a separate scratchpad does not conflict with registers of the unified memory and the larger count decides") {
  Design design = unified_bench_design();
  design.layout.name = "unified-scratchpad-apart";
  design.storage.unified_bytes = 128 * 1024;
  design.storage.scratchpad_bytes = 48 * 1024;
  SmBench bench(design);
  bench.cache_sets = 16;
  // Two rows of each 4-byte bank behind one port, and two source registers in bank 0: they do not add up to four, as no
  // port is shared.
  const auto two_rows = [](std::uint64_t, unsigned lane) { return std::uint64_t{128} * (lane / 4 % 2) + lane % 4 * 4; };
  bench.run(Script().load(Space::kScratchpad, {2}, {0, 4}, two_rows).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["scratchpad.row_reads"] == 8);
  CHECK(classes(counters, "conflicts.bank.") == Classes{1, 1, 0, 0, 0});
  CHECK(classes(counters, "conflicts.") == Classes{1, 1, 0, 0, 0});
  CHECK(counters["banks.reads"] == counters["registers.row_reads"] + 8);
}

TEST_CASE("the arbitrated model fills the histogram and charges no penalty") {
  SmBench bench(with_conflicts(bench_design(), ConflictModel::kArbitrated));
  bench.run(Script().alu({1}, {0, 4, 8}).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(classes(counters, "conflicts.") == Classes{1, 0, 1, 0, 0});
  CHECK(counters["conflicts.penalty_cycles"] == 0);
  CHECK(stalls(counters, Stall::kConflictPenalty) == 0);
}

TEST_CASE("three sources in one bank are refused three times in the arbitrated model") {
  SmBench bench(with_conflicts(bench_design(), ConflictModel::kArbitrated));
  bench.run(Script().alu({1}, {0, 4, 8}).exit());
  CHECK(bench.sm.counters()["conflicts.arbitration_waits"] == 2 + 1);  // two in the first cycle, one in the second
  CHECK(bench.sm.port_violations() == 0);
}

TEST_CASE("a wait for a unit of the SM is seven empty slots of an ALU's eight cycles") {
  SmBench bench(bench_design());
  bench.run(Script().alu({1}, {0}).alu({2}, {1}).exit());
  CHECK(stalls(bench.sm.counters(), Stall::kShortWait) == 8 - 1);
}

TEST_CASE("a wait for memory counts as a long wait") {
  SmBench bench(bench_design());
  bench.run(Script().load(Space::kGlobal, {1}, {0}, consecutive(4096)).alu({2}, {1}).exit());
  CHECK(stalls(bench.sm.counters(), Stall::kLongWait) == 20 + 400 - 1);
}

TEST_CASE("the slots between a barrier's last arrival and the next instruction count for the barrier") {
  for (const unsigned latency : {1u, 8u, 20u}) {
    CHECK(forked([&] {
            Design design = bench_design();
            design.sm.barrier_latency = latency;
            SmBench bench(design);
            bench.run(Script().barrier().exit(), 1, 2);  // the warps arrive in cycles 0 and 1
            return std::to_string(stalls(bench.sm.counters(), Stall::kBarrier));
          }) == std::to_string(latency - 1));
  }
}

TEST_CASE("a slot counts for the barrier only if no warp waits for a result") {
  SmBench bench(bench_design());
  // Both warps wait for the same unit's results, then one of them for the other: never only for the barrier.
  bench.run(Script().special({1}, {0}).alu({2}, {1}).barrier().exit(), 1, 2);
  const CounterValues counters = bench.sm.counters();
  CHECK(stalls(counters, Stall::kBarrier) == 0);
  // Issued at 0 and, as the unit is busy for four cycles, at 4; results at 20 and 24; barriers at 21 and 25.
  CHECK(bench.issued(1, 0) - bench.issued(0, 0) == 4);
  CHECK(stalls(counters, Stall::kOperandStageFull) == 3);
  CHECK(stalls(counters, Stall::kShortWait) == (20 - 4 - 1) + (24 - 21 - 1));
}

TEST_CASE("a full queue of the load and store unit is named") {
  Design design = bench_design();
  design.sm.memory_queue = 1;
  SmBench bench(design);
  bench.run(Script().load(Space::kScratchpad, {1}, {}, at(0)).load(Space::kScratchpad, {2}, {}, at(0)).exit());
  // The place is freed in the cycle in which the rows have been sent, two cycles after issue.
  CHECK(stalls(bench.sm.counters(), Stall::kMemoryUnitFull) == 2 - 1);
  CHECK(bench.issued(0, 1) - bench.issued(0, 0) == 2);
}

TEST_CASE("an ended warp's slots count as drain until its last result, and a scheduler without warps counts no_warp") {
  Design design = bench_design();
  design.sm.schedulers = 2;
  SmBench bench(design);
  const Cycle last = bench.run(Script().alu({1}, {}).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(last - bench.start == 8);  // the result, and then the block's end
  CHECK(stalls(counters, Stall::kDrain) == 9 - 2);
  CHECK(stalls(counters, Stall::kNoWarp) == 9);
  CHECK(all_stalls(counters) == 9 - 2 + 9);
}

TEST_CASE("issued slots and stalls add up to cycles times schedulers times issue width") {
  Design design = bench_design();
  design.sm.schedulers = 2;
  design.sm.issue_width = 2;
  SmBench bench(design);
  const Cycle last = bench.run(Script()
                                   .load(Space::kGlobal, {1}, {0}, line_of_block(4096))
                                   .alu({2}, {1})
                                   .load(Space::kScratchpad, {3}, {2}, strided(0, 64))
                                   .barrier()
                                   .special({4}, {3})
                                   .store(Space::kGlobal, {4}, line_of_block(1 << 16))
                                   .exit(),
                               6, 3, 4);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["issued_slots"] == 6 * 3 * 7);
  CHECK(counters["issued_slots"] + all_stalls(counters) == (last - bench.start + 1) * 2 * 2);
  CHECK(stalls(counters, Stall::kGate) == 0);
}
