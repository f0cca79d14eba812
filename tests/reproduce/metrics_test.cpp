// Metrics that experiments show of a run, each compared with its formula; evaluate_test.cpp has the others.
#include "reproduce/metrics.h"

#include <catch2/catch.hpp>
#include <map>

#include "report/made_up_run.h"

namespace unibank {
namespace {

using Parts = std::map<std::string, double>;

Parts parts(const char* metric, const RunResult& run, const RunResult& baseline = {}, const Design& design = {}) {
  REQUIRE(find_metric(metric));
  Parts all;
  for (const MetricValue& value : find_metric(metric)->of({&run, &design}, {&baseline, &design}))
    all[value.component] = value.value;
  return all;
}

// A metric without a value where nothing has been counted, and its parts with these counters.
void check_shares(const char* metric, const std::map<std::string, std::uint64_t>& counters, const Parts& expected) {
  RunResult run;
  CHECK(parts(metric, run).empty());
  for (const auto& [name, value] : counters) run.counters.at(name) = value;
  CHECK(parts(metric, run) == expected);
}

TEST_CASE("the register file is divided into live registers and two kinds of holes") {
  RunResult run;
  CHECK(parts("register_percent", run).empty());
  CHECK(parts("hole_percent", run).empty());
  run.counters.at("registers.capacity_cycles") = 1000;
  run.counters.at("registers.allocated_cycles") = 700;
  run.counters.at("registers.live_cycles") = 250;
  const Parts all = parts("register_percent", run);
  CHECK(all.at("live") == 25);
  CHECK(all.at("dynamic holes") == 45);
  CHECK(all.at("static holes") == 30);
  CHECK(parts("hole_percent", run).at("") == 75);
}

TEST_CASE("values are divided by their reads and lines by their accesses") {
  RunResult run;
  CHECK(parts("value_reads_percent", run).empty());
  CHECK(parts("line_accesses_percent", run).empty());
  run.counters.at("reuse.values_read_0") = 10;
  run.counters.at("reuse.values_read_1") = 50;
  run.counters.at("reuse.values_read_2") = 30;
  run.counters.at("reuse.values_read_more") = 10;
  CHECK(parts("value_reads_percent", run) == Parts{{"0", 10}, {"1", 50}, {"2", 30}, {">2", 10}});
  run.counters.at("reuse.lines_accessed_1") = 4;
  run.counters.at("reuse.lines_accessed_2") = 2;
  run.counters.at("reuse.lines_accessed_3") = 6;
  run.counters.at("reuse.lines_accessed_10") = 5;
  run.counters.at("reuse.lines_accessed_more") = 3;
  CHECK(parts("line_accesses_percent", run) == Parts{{"1", 20}, {"2", 10}, {"3", 30}, {"4 to 10", 25}, {">10", 15}});
}

TEST_CASE("reuse distances are of registers and lines together") {
  RunResult run;
  CHECK(parts("reuse_distance_percent", run).empty());
  CHECK(parts("reuse_within_percent", run).empty());
  CHECK(parts("register_reuse_percent", run).empty());
  run.counters.at("reuse.register_distance_10") = 30;
  run.counters.at("reuse.register_distance_100") = 20;
  run.counters.at("reuse.register_distance_1000") = 10;
  run.counters.at("reuse.register_distance_more") = 5;
  run.counters.at("reuse.line_distance_10") = 2;
  run.counters.at("reuse.line_distance_100") = 3;
  run.counters.at("reuse.line_distance_1000") = 15;
  run.counters.at("reuse.line_distance_more") = 15;
  CHECK(parts("reuse_distance_percent", run) ==
        Parts{{"0 to 10", 32}, {"11 to 100", 23}, {"101 to 1000", 25}, {">1000", 20}});
  CHECK(parts("reuse_within_percent", run) == Parts{{"10", 32}, {"100", 55}, {"1000", 80}});
  CHECK(parts("register_reuse_percent", run).at("") == 100.0 * 60 / 80);
}

TEST_CASE("accesses to memory lines among those to registers and lines") {
  check_shares("memory_access_percent",
               {{"cache.accesses", 30}, {"registers.operand_reads", 50}, {"registers.operand_writes", 20}}, {{"", 30}});
}

TEST_CASE("cycles an instruction are compared with the baseline's") {
  RunResult run, baseline;
  CHECK(parts("cpi", run, baseline).empty());
  run.cycles = 600;
  run.counters.at("thread_instructions") = 300;
  baseline.cycles = 800;
  baseline.counters.at("thread_instructions") = 320;
  CHECK(parts("cpi", run, baseline).at("") == 2.0 / 2.5);
  CHECK(find_metric("cpi")->relative);
  CHECK(find_metric("cpi")->mean == Metric::Mean::kArithmetic);
}

TEST_CASE("hit rates are compared in percentage points") {
  RunResult run, baseline;
  run.counters.at("cache.accesses") = baseline.counters.at("cache.accesses") = 8;
  run.counters.at("cache.hits") = 6;
  baseline.counters.at("cache.hits") = 2;
  CHECK(parts("hit_points", run, baseline).at("") == 50);
}

TEST_CASE("the loads' hit rate leaves out stores and is 0 without loads") {
  RunResult run, baseline;
  run.counters.at("cache.accesses") = 20;
  run.counters.at("cache.hits") = 18;
  run.counters.at("cache.load_accesses") = 8;
  run.counters.at("cache.load_hits") = 6;
  CHECK(parts("load_hit_percent", run, baseline).at("") == 75);
  CHECK(parts("load_hit_percent", baseline, baseline).at("") == 0);
  CHECK(parts("load_hit_points", run, baseline).at("") == 75);
}

TEST_CASE("utilisation counts live registers and lines of memory of two memories or of one array") {
  RunResult run, baseline;
  // Ten cycles with 40 registers, of which 15 are live, and 10 lines, of which 5 are valid.
  baseline.counters.at("registers.capacity_cycles") = 400;
  baseline.counters.at("registers.live_cycles") = 150;
  baseline.counters.at("lines.capacity_cycles") = 100;
  baseline.counters.at("lines.cache_cycles") = 50;
  CHECK(parts("utilisation_percent", baseline, baseline).at("") == 40);
  // 40 lines for both: 12 of the 15 live registers have their line, and 20 lines hold memory.
  run.counters = baseline.counters;
  run.counters.at("lines.capacity_cycles") = 400;
  run.counters.at("lines.register_cycles") = 120;
  run.counters.at("lines.cache_cycles") = 200;
  CHECK(parts("utilisation_percent", run, baseline).at("") == 80);
  CHECK(parts("utilisation", run, baseline).at("") == 2);
}

TEST_CASE("a memory that is divided between registers and cache has no utilisation") {
  RunResult run;
  run.counters.at("registers.capacity_cycles") = run.counters.at("lines.capacity_cycles") = 100;
  run.counters.at("registers.live_cycles") = run.counters.at("lines.cache_cycles") = 50;
  Design design;
  design.storage.unified_bytes = 393216;
  for (const char* layout : {"unified", "unified-scratchpad-apart"}) {
    design.layout.name = layout;
    CHECK(parts("utilisation_percent", run, run, design).empty());
    CHECK(parts("utilisation", run, run, design).empty());
  }
  for (const char* layout : {"separate", "registers-apart", "integrated"}) {
    design.layout.name = layout;
    CHECK(parts("utilisation_percent", run, run, design).at("") == 50);
  }
}

TEST_CASE("interference is the share of writes into the array that evict a line") {
  RunResult run;
  CHECK(parts("interference_percent", run, run).empty());
  run.counters.at("registers.operand_writes") = 150;
  run.counters.at("tag_fills") = 40;
  run.counters.at("cache.hits") = 25;
  run.counters.at("cache.load_hits") = 15;
  run.counters.at("lines.register_by_register") = 2;
  run.counters.at("lines.register_by_cache") = 4;
  run.counters.at("lines.cache_by_register") = 6;
  run.counters.at("lines.cache_by_cache") = 30;
  CHECK(parts("interference_percent", run, run) ==
        std::map<std::string, double>{{"register-register", 1}, {"register-cache", 5}, {"cache-cache", 15}});
}

TEST_CASE("waits are for tag banks in an array of registers and cache, and for register banks elsewhere") {
  RunResult array, separate;
  array.counters.at("conflicts.tag_bank_waits") = 40;
  array.counters.at("conflicts.register_bank_waits") = 10;
  separate.counters.at("conflicts.tag_bank_waits") = 20;
  separate.counters.at("conflicts.register_bank_waits") = 80;
  Design integrated, apart;
  integrated.layout.name = "integrated";
  const Metric& waits = *find_metric("bank_waits");
  const auto over = [&](const Ended& run, const Ended& baseline) { return waits.of(run, baseline).at(0).value; };
  CHECK(over({&array, &integrated}, {&separate, &apart}) == 40.0 / 80);
  CHECK(over({&separate, &apart}, {&array, &integrated}) == 80.0 / 40);
  CHECK(over({&array, &integrated}, {&array, &apart}) == 40.0 / 10);
  separate.counters.at("conflicts.register_bank_waits") = 0;
  CHECK(waits.of({&array, &integrated}, {&separate, &apart}).empty());
}

TEST_CASE("waits for a grant and rows of the main register file are those of a warp instruction") {
  RunResult run;
  CHECK(parts("waits_an_instruction", run, run).empty());
  CHECK(parts("register_rows_an_instruction", run, run).empty());
  run.counters.at("warp_instructions") = 40;
  run.counters.at("conflicts.arbitration_waits") = 100;
  run.counters.at("registers.row_reads") = 480;
  run.counters.at("registers.row_writes") = 160;
  CHECK(parts("waits_an_instruction", run, run).at("") == 2.5);
  CHECK(parts("register_rows_an_instruction", run, run).at("") == 16);
}

TEST_CASE("instructions a cycle are those of all SMs and their threads") {
  RunResult run, baseline;
  CHECK(parts("ipc_ratio", run, baseline).empty());
  run.cycles = 400;
  run.counters.at("thread_instructions") = 128000;
  baseline.cycles = 500;
  baseline.counters.at("thread_instructions") = 125000;
  CHECK(parts("ipc", run).at("") == 320);
  CHECK(parts("ipc_ratio", run, baseline).at("") == 320.0 / 250);
  CHECK(parts("cycles_ratio", run, baseline).at("") == 0.8);
  for (const char* relative : {"ipc_ratio", "cycles_ratio"}) CHECK(find_metric(relative)->relative);
  for (const char* metric : {"ipc", "ipc_ratio", "cycles_ratio"})
    CHECK(find_metric(metric)->mean == Metric::Mean::kGeometric);
}

TEST_CASE("resident blocks include those that sharing scratchpad adds") {
  RunResult run;
  run.resident_blocks = 12;
  run.sharing_pairs = 5;
  CHECK(parts("resident_blocks", run).at("") == 12);
  CHECK(parts("sharing_pairs", run).at("") == 5);
}

TEST_CASE("resources of the longest launch are reported apart from those of the fullest launch") {
  RunResult run;
  CHECK(parts("main_scratchpad_per_thread", run).empty());
  run.registers_per_thread = 40;
  run.resident_threads = 1024;
  run.longest.registers_per_thread = 24;
  run.longest.resident_blocks = 3;
  run.longest.resident_threads = 192;
  run.longest.scratchpad_bytes_per_block = 256;
  CHECK(parts("main_registers", run).at("") == 24);
  CHECK(parts("main_threads", run).at("") == 192);
  CHECK(parts("main_scratchpad_per_thread", run).at("") == 4);
  CHECK(parts("main_kb", run).at("registers") == 18);  // 192 threads of 24 registers of 4 bytes
  CHECK(parts("main_kb", run).at("scratchpad") == 0.75);
}

TEST_CASE("scratchpad per thread is that of one launch, and unknown in rows without it") {
  RunResult run;
  CHECK(parts("scratchpad_per_thread", run).at("") == 0);  // no launch has any
  run.scratchpad_bytes_per_block = 1088;
  run.resident_blocks = 16;
  run.resident_threads = 1024;
  CHECK(parts("scratchpad_per_thread", run).empty());
  run.scratchpad_bytes_per_thread = 4.25;
  CHECK(parts("scratchpad_per_thread", run).at("") == 4.25);
}

TEST_CASE("a division that leaves nothing idle has 0 KB idle") {
  RunResult run;
  run.partition.cache_bytes = 2048;
  CHECK(parts("partition_kb", run) == Parts{{"registers", 0}, {"scratchpad", 0}, {"cache", 2}, {"idle", 0}});
}

TEST_CASE("the speed of a run compares times at the clocks of two designs") {
  RunResult run, baseline;
  run.cycles = 300;
  baseline.cycles = 200;
  Design fast, slow;
  fast.energy.frequency_ghz = 1.8;
  slow.energy.frequency_ghz = 0.6;
  CHECK(find_metric("speed")->of({&run, &fast}, {&baseline, &slow}).at(0).value == Approx(2));
  CHECK(find_metric("performance")->of({&run, &fast}, {&baseline, &slow}).at(0).value == Approx(2.0 / 3));
}

TEST_CASE("waits for instructions are a share of the issue slots") {
  RunResult run;
  run.cycles = 50;
  run.issue_slots = 4;  // a cycle
  run.counters.at("stalls.fetch") = 50;
  CHECK(parts("fetch_wait_percent", run).at("") == 25);
}

TEST_CASE("misses of local memory are a share of its accesses and 0 without accesses") {
  RunResult run;
  run.counters.at("cache.accesses") = 100;
  CHECK(parts("local_accesses", run).at("") == 0);
  CHECK(parts("local_miss_percent", run).at("") == 0);
  run.counters.at("cache.local_accesses") = 40;
  run.counters.at("cache.local_hits") = 10;
  CHECK(parts("local_accesses", run).at("") == 40);
  CHECK(parts("local_miss_percent", run).at("") == 75);
}

TEST_CASE("scratchpad that no resident block uses is idle if it has its own banks") {
  Design design;
  design.storage.scratchpad_bytes = 16384;
  RunResult run;
  CHECK(parts("scratchpad_idle_percent", run, {}, design).at("") == 100);
  run.partition.scratchpad_bytes = 9408;  // a block of backprop leaves 6,976 bytes
  CHECK(parts("scratchpad_idle_percent", run, {}, design).at("") == 100 * 6976.0 / 16384);
  design.layout.name = "unified-scratchpad-apart";
  CHECK(parts("scratchpad_idle_percent", run, {}, design).at("") == 100 * 6976.0 / 16384);  // apart
  design.layout.name = "unified";
  CHECK(parts("scratchpad_idle_percent", run, {}, design).empty());
}

TEST_CASE("the residence of blocks with a partner is split by the phases of the shared part") {
  check_shares("shared_block_percent",
               {{"sharing.shared_blocks", 3},
                {"sharing.cycles_before", 50},
                {"sharing.cycles_waiting", 20},
                {"sharing.cycles_inside", 90},
                {"sharing.cycles_after", 40}},
               {{"before", 25}, {"waiting", 10}, {"inside", 45}, {"after", 20}});
}

TEST_CASE("instructions added by a compiler are counted for each thread of full warps") {
  RunResult run, baseline;
  CHECK(parts("added_instructions", run, baseline).empty());
  CHECK(parts("instructions_a_thread", run, baseline).empty());
  run.counters.at("warps") = baseline.counters.at("warps") = 4;
  run.counters.at("thread_instructions") = 1192;
  baseline.counters.at("thread_instructions") = 1000;
  CHECK(parts("added_instructions", run, baseline).at("") == 1.5);
  CHECK(parts("instructions_a_thread", run, baseline).at("") == 9.3125);  // 1,192 of 4 x 32
  CHECK(find_metric("added_instructions")->relative);
}

TEST_CASE("traffic of DRAM is what is read and what is written in KB of 1024 bytes") {
  RunResult run;
  run.counters.at("dram.read_bytes") = 3 * 1024;
  run.counters.at("dram.write_bytes") = 512;
  CHECK(parts("dram_kb", run).at("") == 3.5);
}

TEST_CASE("storage added by a design is the bits of tags and states and gate above the baseline's") {
  const RunResult run;
  Design baseline, design;
  baseline.storage.register_bytes = 128 * 1024;
  baseline.storage.cache_bytes = 16 * 1024;
  baseline.cache.global_stores = baseline.cache.local_stores = StorePolicy::kWriteThrough;
  design = baseline;
  const Metric& added = *find_metric("added_bits");
  const auto bits = [&] { return added.of({&run, &design}, {&run, &baseline}).at(0).value; };
  CHECK(bits() == 0);
  design.storage.cache_bytes = 32 * 1024;  // one bit of the tag becomes a bit of the set number
  CHECK(bits() == 256 * 19 - 128 * 20);
  design = baseline;
  design.cache.global_stores = StorePolicy::kWriteBack;
  CHECK(bits() == 128 + 128 * 128);  // a line's bytes (cache.dirty_bits)
  design.cache.dirty_bits = DirtyBits::kLine;
  CHECK(bits() == 128);
  design = baseline;
  design.scratchpad_gate.name = "sharing";
  design.sm.max_blocks = 16;
  design.sm.max_warps = 96;
  CHECK(bits() == 209);
  CHECK(added.relative);
}

TEST_CASE("all energy of a design's table is compared with the baseline's") {
  RunResult run, baseline;
  run.cycles = 500;
  baseline.cycles = 2000;
  // Without accesses, only leakage and the constant power of everything else count; both grow with time.
  CHECK(parts("total_energy", run, baseline).at("") == Approx(0.25));
}

TEST_CASE("energies of different tables have no ratio") {
  RunResult run, baseline;
  run.cycles = 500;
  baseline.cycles = 2000;
  Design jing2016, gebhart2012;
  jing2016.energy.table = "jing2016";
  for (const char* metric : {"energy", "energy_0.52", "total_energy"}) {
    INFO(metric);
    CHECK(find_metric(metric)->of({&run, &jing2016}, {&baseline, &gebhart2012}).empty());
    CHECK(find_metric(metric)->of({&run, &gebhart2012}, {&baseline, &jing2016}).empty());
  }
}

// Also those of metrics without a value here: these are single numbers.
TEST_CASE("the named parts of a metric are those of its values") {
  RunResult run = made_up_run();
  for (unsigned counter = 0; counter < DeclaredCounters::instance().size(); ++counter) run.counters.at(counter) = 1;
  Design design;
  unsigned of_parts = 0;
  for (const Metric& metric : metrics()) {
    INFO(metric.name);
    std::vector<std::string> found;
    for (const MetricValue& value : metric.of({&run, &design}, {&run, &design}))
      if (!value.component.empty()) found.push_back(value.component);
    CHECK(metric_parts(metric.name) == found);
    of_parts += !found.empty();
  }
  CHECK(of_parts == 11);
}

}  // namespace
}  // namespace unibank

namespace unibank {

TEST_CASE("every metric has a unit, which follows its name in brackets") {
  for (const std::string& name : metric_names()) {
    INFO(name);
    CHECK(unit_of(name) != "");
    CHECK(with_unit(name) == name + " (" + unit_of(name) + ")");
  }
  CHECK(unit_of("performance") == "× baseline");
  CHECK(unit_of("dram_kb") == "KB");
  CHECK(unit_of("hit_percent") == "%");
  CHECK(unit_of("load_hit_points") == "percentage points");
  CHECK(unit_of("ipc") == "thread instructions per cycle");
  CHECK(with_unit("no such metric") == "no such metric");
}

}  // namespace unibank
