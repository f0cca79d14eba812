// Whole programs with DRAM that has banks and rows (dram.model = "fr-fcfs"): the answer is right, every request is a
// hit, a miss or a conflict, every timing parameter of the design reaches the channels, and late answers change no
// byte.
#include <catch2/catch.hpp>

#include <map>

#include "design/load.h"
#include "gpu/workload_run.h"
#include "report/invariants.h"

using namespace unibank;
using namespace unibank::test;

namespace {

using Overrides = std::vector<std::string>;

// One SM with its channel, or as the overrides say.
Design rows(const Overrides& more = {}) {
  Overrides set = {"dram.model=fr-fcfs"};
  set.insert(set.end(), more.begin(), more.end());
  return load_design("gebhart2012/partitioned", {}, set).design;
}

const Overrides kSeveral = {"gpu.sms=4",     "l2.bytes=8192",   "l2.slices=4",  "l2.ways=4",
                            "l2.latency=30", "dram.channels=2", "dram.queue=16"};

// "right" when the answer is right, the conservation laws hold, and hits, misses and conflicts add up to the requests.
std::string checked_rows(const std::string& workload, const Design& design) {
  return forked([&] {
    const RunResult run = measure(workload, design, BlockFactories()).result;
    std::string text = run.verified ? "right" : "wrong: " + run.verification;
    for (const std::string& broken : broken_invariants(run)) text += "; " + broken;
    for (const std::string& broken : run.broken_invariants) text += "; " + broken;
    const CounterValues& counters = run.counters;
    const std::uint64_t counted = counters.sum("dram.row_");
    if (counted != counters["dram.reads"] + counters["dram.writes"])
      text += "; " + std::to_string(counted) + " rows counted";
    if (counters["dram.row_hits"] == 0 || counters["dram.row_misses"] == 0) text += "; no hit or no miss";
    return text;
  });
}

}  // namespace

TEST_CASE("programs are right with banks and rows and every request is a hit or a miss or a conflict") {
  for (const char* workload : {"vectoradd", "matrixmul", "needle", "bfs", "srad"}) {
    INFO(workload);
    CHECK(checked_rows(workload, rows()) == "right");
    CHECK(checked_rows(workload, rows({"dram.channels=3", "gpu.sms=2"})) == "right");
    CHECK(checked_rows(workload, rows(kSeveral)) == "right");
  }
}

TEST_CASE("row conflicts are counted where two arrays are in different rows of one bank") {
  const std::string text = forked([] {
    const RunResult run = measure("vectoradd", rows({"dram.banks=1", "dram.bank_groups=1", "dram.stripe_banks=1"}),
                                  BlockFactories()).result;
    return run.counters["dram.row_misses"] == 1 && run.counters["dram.row_conflicts"] > 0 ? std::string("conflicts")
                                                                                          : "none";
  });
  CHECK(text == "conflicts");
}

TEST_CASE("every time of banks and rows reaches the channels: a longer one changes the cycles of a program") {
  // Two bank groups of two banks, short rows, and a small write-back L2 cache: commands of all kinds follow each other.
  const std::map<std::string, std::string> machine = {
      {"gpu.sms", "2"},           {"l2.bytes", "2048"},         {"l2.slices", "1"},   {"l2.ways", "4"},
      {"dram.banks", "4"},        {"dram.bank_groups", "2"},    {"dram.t_rc", "100"}, {"dram.row_bytes", "1024"},
      {"dram.stripe_banks", "1"}, {"dram.stripe_bytes", "256"}};
  const auto with = [&machine](const std::map<std::string, std::string>& changed) {
    std::map<std::string, std::string> all = changed;
    all.insert(machine.begin(), machine.end());  // what is changed stays
    Overrides set;
    for (const auto& [key, value] : all) set.push_back(key + "=" + value);
    const std::string text = run_text("srad", rows(set));
    CHECK(text.substr(0, 2) == "1 ");
    return text;
  };
  const std::string base = with({});
  for (const auto& [key, longer] : std::map<std::string, std::string>{
           {"t_rcd", "40"},   {"t_rcd_write", "300"}, {"t_rp", "40"},        {"t_ras", "90"},
           {"t_rc", "400"},   {"t_rrd", "40"},        {"t_cl", "40"},        {"t_wl", "40"},
           {"t_ccd", "30"},   {"t_ccd_group", "30"},  {"t_rtp", "90"},       {"t_wr", "90"},
           {"t_wtr", "200"},  {"t_turn", "200"},       {"burst", "8"},        {"burst_bytes", "32"},
           {"banks", "8"},    {"bank_groups", "4"},   {"row_bytes", "512"},  {"stripe_banks", "2"},
           {"queue", "1"},    {"clock_ratio", "0.5"}, {"answer_latency", "101"}, {"t_rrd_group", "40"},
           {"t_faw", "200"},  {"t_wtr_group", "200"},  {"command_buses", "2"}}) {
    INFO("dram." << key << " = " << longer);
    CHECK(with({{"dram." + key, longer}}) != base);
  }
  CHECK(with({{"dram.stripe_banks", "2"}, {"dram.stripe_bytes", "128"}}) != with({{"dram.stripe_banks", "2"}}));
}

TEST_CASE("every part of a channel reaches the machine: another one changes the cycles of a program") {
  const auto with = [](Overrides more) {
    more.insert(more.end(), {"gpu.sms=2", "l2.bytes=2048", "l2.slices=1", "l2.ways=4", "dram.banks=4",
                             "dram.bank_groups=2", "dram.row_bytes=1024", "dram.stripe_banks=1"});
    const std::string text = run_text("srad", rows(more));
    CHECK(text.substr(0, 2) == "1 ");
    return text;
  };
  const std::string base = with({});
  for (const char* other : {"dram_scheduler.policy=fcfs", "dram_scheduler.policy=bank-fcfs",
                            "dram_row_policy.policy=closed", "dram_row_policy.policy=timeout",
                            "dram_refresh.policy=all-bank", "dram_hash.policy=xor",
                            "dram.address_order=row column bank", "dram.standard=hbm3"}) {
    INFO(other);
    CHECK(with({other}) != base);
  }
  const Overrides refresh = {"dram_refresh.policy=all-bank"};
  CHECK(with({"dram_refresh.policy=all-bank", "dram.t_rfc=600"}) != with(refresh));
  CHECK(with({"dram_refresh.policy=all-bank", "dram.t_refi=3000"}) != with(refresh));
  CHECK(with({"dram_refresh.policy=per-bank", "dram.t_rfc_bank=60"}) !=
        with({"dram_refresh.policy=per-bank", "dram.t_rfc_bank=600"}));
}

TEST_CASE("programs are right on every DRAM standard with refresh and a hash") {
  for (const std::string& standard : list_dram_standards({})) {
    INFO(standard);
    const Overrides several = {"gpu.sms=2", "dram.channels=2", "dram.standard=" + standard};
    Overrides refreshed = several;
    refreshed.insert(refreshed.end(), {"dram_refresh.policy=all-bank", "dram_hash.policy=xor"});
    CHECK(checked_rows("bfs", rows(several)) == "right");
    CHECK(checked_rows("bfs", rows(refreshed)) == "right");
  }
}

TEST_CASE("with a fixed latency the times of banks and rows have no effect and no row is counted") {
  const auto fixed = [](const Overrides& more) {
    return run_text("needle", load_design("gebhart2012/partitioned", {}, more).design);
  };
  CHECK(fixed({}) == fixed({"dram.t_rcd=90", "dram.t_cl=90", "dram.clock_ratio=0.5", "dram.burst=9"}));
  CHECK(forked([] {
          const RunResult run = measure("needle", partitioned_design(), BlockFactories()).result;
          return std::to_string(run.counters.sum("dram.row_"));
        }) == "0");
}

TEST_CASE("late answers of every block change no byte with banks and rows") {
  for (const Design& design : {rows(), rows(kSeveral)}) {
    const std::string native = run_text("bfs", design);
    LateChoice all{true, true, true, true, true};
    all.interconnect = all.l2_slice = true;
    LateChoice memory;
    memory.dram = true;
    for (unsigned deltas = 0; deltas < 3; ++deltas) {
      INFO(design.gpu.sms << " SMs, " << deltas << " deltas after the edge");
      CHECK(run_text("bfs", design, late_blocks(all, {deltas, deltas % 2 == 1}, design.blocks)) == native);
      CHECK(run_text("bfs", design, late_blocks(memory, {deltas, deltas % 2 == 0}, design.blocks)) == native);
    }
    CHECK(run_text("bfs", design, late_blocks(memory, {0, false, false, 1}, design.blocks)) != native);
    CHECK(run_text("bfs", design, BlockFactories(), {}, BuildOrder::kLastToFirst) == native);
  }
}
