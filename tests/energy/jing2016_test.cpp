// Table III of Jing et al. 2016: energy of an access times banks used; leakage power times time.
#include "energy/components.h"
#include "energy/jing2016.h"

#include <catch2/catch.hpp>

#include "energy/energy.h"
#include "report/made_up_run.h"

using namespace unibank;

namespace {

Design separate(unsigned cache_kb = 16) {
  Design design;
  design.energy.table = "jing2016";
  design.storage.register_bytes = 128 * 1024;
  design.storage.scratchpad_bytes = 48 * 1024;
  design.storage.cache_bytes = cache_kb * 1024;
  design.l2.bytes = 768 * 1024;
  design.l2.slices = 12;
  return design;
}

Design integrated() {
  Design design = separate();
  design.layout.name = "integrated";
  design.storage.unified_bytes = 128 * 1024;
  design.storage.register_bytes = design.storage.cache_bytes = 0;
  design.partition.name = "integrated";
  design.cache.tag_banks = 4;  // "4 banks, each over 8 data banks"
  return design;
}

RunResult idle_run(Cycle cycles) {
  RunResult result;
  result.cycles = cycles;
  result.sms = 15;
  return result;
}

// In mW: 32 banks of the register file, 32 banks of the cache, and the cache's tags.
constexpr double kSeparateSm = 32 * 1.78 + 32 * 0.19 + 0.20;
constexpr double kIntegratedSm = 32 * 1.78 + 4 * 0.32;
constexpr double kL2 = 12 * (8 * 2.66 + 0.80);

}  // namespace

TEST_CASE("a warp register is 8 banks of the register file") {
  RunResult result = idle_run(1);
  result.counters.at("registers.row_reads") = 3 * 8;
  result.counters.at("registers.row_writes") = 2 * 8;
  for (const Design& design : {separate(), integrated()})
    CHECK(picojoule_of(energy(result, design), "register_file") == Approx(3 * 8 * 4.62 + 2 * 8 * 5.97));
}

TEST_CASE("a line is 32 banks of a cache of 16 KB and 8 of the integrated array") {
  RunResult result = idle_run(1);
  result.counters.at("cache.row_reads") = 32;
  result.counters.at("cache.row_writes") = 64;
  CHECK(picojoule_of(energy(result, separate()), "cache") == Approx(32 * 0.72 + 64 * 0.61));
  result.counters.at("cache.row_reads") = 8;
  result.counters.at("cache.row_writes") = 16;
  CHECK(picojoule_of(energy(result, integrated()), "cache") == Approx(8 * 4.62 + 16 * 5.97));
}

TEST_CASE("a lookup reads one tag bank and an entered line or register writes one") {
  RunResult result = idle_run(1);
  result.counters.at("tag_lookups") = 100;
  result.counters.at("tag_fills") = 8;  // of these one finds no way, and three registers enter without a fill
  result.counters.at("tag_array.fills") = 10;
  CHECK(picojoule_of(energy(result, separate()), "tags") == Approx(100 * 0.47 + 10 * 0.64));
  CHECK(picojoule_of(energy(result, integrated()), "tags") == Approx(100 * 0.75 + 10 * 0.78));
}

TEST_CASE("8 banks of an L2 slice move a line, 2 a sector, and its tags are one bank") {
  RunResult result = idle_run(1);
  result.counters.at("l2.reads") = 7;
  result.counters.at("l2.read_bytes") = 5 * 128 + 2 * 32;
  result.counters.at("l2.writes") = 4;
  result.counters.at("l2.write_hits") = 3;
  result.counters.at("l2.write_bytes") = 4 * 32;
  result.counters.at("l2.fills") = 2;
  result.counters.at("l2.fill_bytes") = 2 * 128;
  result.counters.at("l2.write_backs") = 1;
  result.counters.at("l2.write_back_bytes") = 64;
  const auto e = energy(result, separate());
  CHECK(picojoule_of(e, "l2") == Approx((5 * 8 + 2 * 2 + 4) * 5.52 + (4 * 2 + 2 * 8) * 3.95));
  CHECK(picojoule_of(e, "l2_tags") == Approx((7 + 4) * 1.05 + (2 + 1) * 1.91));
}

TEST_CASE("leakage is that of all banks of 15 SMs and 12 slices over the time") {
  CHECK(picojoule_of(energy(idle_run(1000), separate()), "leakage") == Approx((15 * kSeparateSm + kL2) * 1000));
  CHECK(picojoule_of(energy(idle_run(1000), integrated()), "leakage") == Approx((15 * kIntegratedSm + kL2) * 1000));
  Design slower = separate();
  slower.energy.frequency_ghz = 0.5;
  CHECK(picojoule_of(energy(idle_run(1000), slower), "leakage") == Approx((15 * kSeparateSm + kL2) * 2000));
  Design without_l2 = separate();
  without_l2.l2.bytes = 0;
  CHECK(picojoule_of(energy(idle_run(1000), without_l2), "leakage") == Approx(15 * kSeparateSm * 1000));
  Design without_cache = separate(0);
  CHECK(picojoule_of(energy(idle_run(1000), without_cache), "leakage") == Approx((15 * 32 * 1.78 + kL2) * 1000));
}

TEST_CASE("the total includes all up to the L2 cache but neither DRAM nor a separate scratchpad") {
  RunResult result = idle_run(1000);
  result.counters.at("registers.row_reads") = result.counters.at("cache.row_reads") =
      result.counters.at("tag_lookups") = 8;
  result.counters.at("l2.reads") = 1;
  result.counters.at("l2.read_bytes") = 128;
  const auto before = energy(result, separate());
  result.counters.at("dram.read_bytes") = result.counters.at("dram.write_bytes") = 1 << 20;
  result.counters.at("scratchpad.row_reads") = 1000;
  const auto after = energy(result, separate());
  CHECK(picojoule_of(after, "total") == picojoule_of(before, "total"));
  CHECK(after.back().name == "total");
  double sum = 0;
  for (std::size_t i = 0; i + 1 < after.size(); ++i) sum += after[i].picojoule;
  CHECK(picojoule_of(after, "total") == Approx(sum));
}

TEST_CASE("a scratchpad inside of the array costs reads and writes of its banks") {
  Design design = integrated();
  design.storage.scratchpad_bytes = 0;
  RunResult result = idle_run(1);
  result.counters.at("scratchpad.row_reads") = 10;
  result.counters.at("scratchpad.row_writes") = 4;
  CHECK(picojoule_of(energy(result, design), "scratchpad") == Approx(10 * 4.62 + 4 * 5.97));
  CHECK(picojoule_of(energy(result, integrated()), "scratchpad") == 0);
}

TEST_CASE("the baseline changes nothing, whatever its energy table") {
  RunResult result = idle_run(1000);
  result.counters.at("registers.row_reads") = 80;
  const Design design = separate();
  Design other;
  other.energy.table = "gebhart2012";
  const RunResult baseline = idle_run(2000);
  CHECK(picojoule_of(energy(result, design, &baseline, &other), "total") ==
        picojoule_of(energy(result, design), "total"));
  CHECK(picojoule_of(energy(result, other, &baseline, &design), "total") ==
        picojoule_of(energy(result, other), "total"));
}

TEST_CASE("published sizes are exact and others are on a power law") {
  CHECK(jing2016_wide_bank(4).read_pj == 4.62);
  CHECK(jing2016_narrow_bank(0.5).write_pj == 0.61);
  // Four narrow banks, scaled from 0.5 KB to 4 KB each, use as much energy as one wide bank.
  CHECK(4 * jing2016_narrow_bank(4).read_pj == Approx(4.62));
  CHECK(4 * jing2016_narrow_bank(4).write_pj == Approx(5.97));
  CHECK(jing2016_wide_bank(2).leakage_mw == Approx(1.78 / 2));
  CHECK(jing2016_wide_bank(8).read_pj / 4.62 == Approx(4.62 / jing2016_wide_bank(2).read_pj));
  CHECK(jing2016_tag_bank(128 * 20 / 8192.0).read_pj == 0.47);
  CHECK(jing2016_tag_bank(256 * 17 / 8192.0).read_pj == Approx(0.75));
  CHECK(jing2016_tag_bank(256 * 17 / 8192.0).write_pj == Approx(0.78));
  CHECK(jing2016_tag_bank(256 * 17 / 8192.0).leakage_mw == Approx(0.32));
  CHECK(jing2016_l2_bank(64).write_pj == 3.95);
  CHECK(jing2016_l2_tag_bank(64).read_pj == 1.05);
  CHECK(jing2016_l2_bank(128).leakage_mw == Approx(2 * 2.66));
  CHECK(jing2016_l2_bank(0).leakage_mw == 0);
}
